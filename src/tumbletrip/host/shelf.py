"""The tables that this process has in memory, and how they get there: opened here, or read from the store."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence

import structlog

from tumbletrip.host.live import BrokenLog, LiveTable, NewerLog, to_text
from tumbletrip.host.pace import now_ms
from tumbletrip.tables import chain
from tumbletrip.tables.games import Library
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import EventStore, NewTable, Status
from tumbletrip.tables.table import fold

log = structlog.get_logger(__name__)

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and O: they sound and look like digits
CODE_LENGTH = 5


class TableGone(Exception):
    """There is no such table, or it is quarantined."""


class Shelf:
    """Tables by id; each is read at most once, however many ask for it at the same time."""

    def __init__(
        self, store: EventStore, library: Library, suits: Callable[[str], bool] = lambda _: True
    ) -> None:
        """An empty shelf over a store; `suits` says which ids new tables may get."""
        self._store = store
        self._library = library
        self._suits = suits
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def create(
        self, bodies: Sequence[Body], secrets_of: Mapping[int, str], table_id: str | None = None
    ) -> LiveTable:
        """Keep a new table; if its id is given, it may be there already."""
        status = fold(bodies, self._library).status
        while True:
            name = table_id or self._new_id()
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            events = chain.chain(chain.START, 1, now_ms(), map(to_text, bodies), None)
            if await self._store.create(NewTable(name, code, events, secrets_of, status)):
                return self.tables.setdefault(name, LiveTable(name, code, events, self._library))
            if table_id and await self._store.heads([table_id]):
                return await self.live(table_id)

    def _new_id(self) -> str:
        while not self._suits(table_id := secrets.token_urlsafe(12)):
            pass
        return table_id

    async def live(self, table_id: str) -> LiveTable:
        """The table in memory, loaded if need be; raises TableGone or StoreDown."""
        if table_id in self.tables:
            self.tables[table_id].used_at = time.monotonic()
            return self.tables[table_id]
        if table_id not in self.loading:
            task = asyncio.get_running_loop().create_task(self._load(table_id))
            self.loading[table_id] = task
            task.add_done_callback(lambda _: self.loading.pop(table_id, None))
        return await asyncio.shield(self.loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self._store.load(table_id)
        if stored is None or stored.status is Status.QUARANTINED:
            raise TableGone(table_id)
        try:
            broken = chain.broken_at(stored)
            if broken is not None:
                raise BrokenLog(f"event {broken} does not follow, or is missing")
            live = LiveTable(table_id, stored.code, stored.events, self._library)
        except NewerLog as error:
            log.warning("table_of_newer_program", table=table_id)
            raise TableGone(table_id) from error
        except BrokenLog as error:
            await self._quarantine(table_id, error)
            raise TableGone(table_id) from error
        return self.tables.setdefault(table_id, live)

    async def _quarantine(self, table_id: str, error: BrokenLog) -> None:
        """F20, F21: a broken table is named and left alone; the others live on."""
        log.error("table_quarantined", table=table_id, error=str(error))
        await self._store.set_status(table_id, Status.QUARANTINED)

    def holds(self, live: LiveTable) -> bool:
        """Whether this is the copy that everybody uses; one that was forgotten is not."""
        return self.tables.get(live.id) is live

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; watchers come back to a fresh copy."""
        if self.holds(live):
            del self.tables[live.id]
        for _, clock in live.clocks.values():
            clock.cancel()
        for watcher in tuple(live.watchers):
            watcher.go_away("reload")

    def forget_unused(self, before: float, busy: set[str]) -> None:
        """Drop the tables that nobody watches or works at and nobody asked for since a (monotonic) time."""
        for live in tuple(self.tables.values()):
            if not (live.watchers or live.thinking or live.id in busy) and live.used_at < before:
                self.forget(live)
