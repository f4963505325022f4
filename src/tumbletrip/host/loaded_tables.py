"""The tables that this process has in memory: opened here, or loaded from the store."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence

from tumbletrip.core.logs import get_logger
from tumbletrip.host.codec import to_text
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.core.log import BrokenLog, NewerLog
from tumbletrip.host.pace import now_ms
from tumbletrip.tables import chain
from tumbletrip.tables.play import Body, Draft, Games
from tumbletrip.tables.ports import EventStore, NewTable, Status, StoredEvent, StoreDown
from tumbletrip.tables.table import fold

log = get_logger(__name__)

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
CODE_LENGTH = 5
CODE_TRIES = 6  # each a letter longer: even if nearly all short codes are used, one of the last is free


class TableGone(Exception):
    """There is no such table, or it is quarantined."""


class LoadedTables:
    """Tables by id; concurrent requests for a table share one load."""

    def __init__(
        self,
        store: EventStore,
        games: Games,
        accepts_id: Callable[[str], bool],
        on_forgotten: Callable[[LiveTable], None],
        id_mark: str = "",
    ) -> None:
        """Empty. `accepts_id` says which ids new tables may get, `id_mark` is how all of them begin.

        `on_forgotten` is called for each drop.
        """
        self._store = store
        self._games = games
        self._accepts_id = accepts_id
        self._id_mark = id_mark
        self._on_forgotten = on_forgotten
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    def all(self) -> Collection[LiveTable]:
        """All tables in memory, as they are now."""
        return tuple(self._tables.values())

    def get(self, table_id: str) -> LiveTable | None:
        """A table, or None if it is not in memory."""
        return self._tables.get(table_id)

    def holds(self, live: LiveTable) -> bool:
        """Whether this copy of a table is still in use, rather than dropped."""
        return self._tables.get(live.id) is live

    async def create(
        self, bodies: Sequence[Body], secrets_of: Mapping[int, str], table_id: str | None = None
    ) -> LiveTable:
        """Store a new table; with a given id that exists already, the existing one. Raises StoreDown.

        A code that is taken makes the next one a letter longer (F53): when half of the short ones are used,
        half of the new ones are longer.
        """
        status = fold(bodies, self._games).status
        for length in range(CODE_LENGTH, CODE_LENGTH + CODE_TRIES):
            name = table_id or self._new_id()
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(length))
            events = chain.chain(chain.START, 1, now_ms(), map(to_text, bodies), None)
            if await self._store.create(NewTable(name, code, events, secrets_of, status)):
                shown = name if status.has_ended else code
                return self._tables.setdefault(name, self._live_table(name, shown, events, {}))
            if table_id and await self._store.heads([table_id]):
                return await self.live(table_id)
        log.error("no_code_free")
        raise StoreDown("no code is free")

    def _new_id(self) -> str:
        while not self._accepts_id(table_id := self._id_mark + secrets.token_urlsafe(12)):
            pass
        return table_id

    async def live(self, table_id: str) -> LiveTable:
        """A table by id, loaded if it is not in memory; raises TableGone or StoreDown."""
        if table_id in self._tables:
            self._tables[table_id].used_at = time.monotonic()
            return self._tables[table_id]
        if table_id not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self._store.load(table_id)
        if stored is None or stored.status is Status.QUARANTINED:
            raise TableGone(table_id)
        kept = await self._store.drafts(table_id)
        drafts = {draft.seat: (draft.round, json.loads(draft.body)) for draft in kept}
        try:
            broken = chain.broken_at(stored)
            if broken is not None:
                raise BrokenLog(f"event {broken} does not follow, or is missing")
            live = self._live_table(table_id, stored.code, stored.events, drafts)
        except NewerLog as error:
            log.warning("table_of_newer_program", table=table_id)
            raise TableGone(table_id) from error
        except BrokenLog as error:
            await self._quarantine(table_id, error)
            raise TableGone(table_id) from error
        return self._tables.setdefault(table_id, live)

    def _live_table(
        self,
        table_id: str,
        code: str,
        events: Sequence[StoredEvent],
        drafts: Mapping[int, tuple[int, Draft]],
    ) -> LiveTable:
        shown = "" if code == table_id else code  # of a table that has ended
        return LiveTable(
            table_id, shown, events, self._games, encode=to_text, now=time.monotonic(), drafts=drafts
        )

    async def _quarantine(self, table_id: str, error: BrokenLog) -> None:
        """Log a broken table and mark it, so that nobody loads it again; others are unaffected (F20, F21)."""
        log.error("table_quarantined", table=table_id, error=str(error))
        await self._store.set_status(table_id, Status.QUARANTINED)

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; its watchers reconnect and load a fresh copy."""
        if self.holds(live):
            del self._tables[live.id]
        self._on_forgotten(live)
        for watcher in tuple(live.watchers):
            watcher.go_away("reload")

    def forget_unused(self, before: float, busy: set[str]) -> None:
        """Drop tables without watchers or work under way that were last used before a monotonic time."""
        for live in self.all():
            is_needed = live.watchers or live.turns.is_thinking or live.id in busy
            if not is_needed and live.used_at < before:
                self.forget(live)

    async def end(self) -> None:
        """Cancel all loads under way."""
        loading = tuple(self._loading.values())
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)
