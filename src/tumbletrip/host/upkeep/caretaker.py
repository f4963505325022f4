"""Tables that nobody needs: dropped from memory, closed after a month, forgotten if the operator wants it."""

import asyncio
import contextlib
import gc
import time
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tumbletrip.core.logs import get_logger
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.draws.chain_secrets import ChainSecrets
from tumbletrip.host.loaded_tables import LoadedTables, TableGone
from tumbletrip.host.pace import Pace, now_ms
from tumbletrip.host.upkeep.clock import SteadyClock
from tumbletrip.host.upkeep.memory import return_holes
from tumbletrip.tables.ports import EventStore, Status, StoreDown

log = get_logger(__name__)

AT_ONCE: Final = 1000  # tables that are closed or forgotten in one go; the others next time
DAY_MS: Final = 24 * 60 * 60 * 1000

Close: TypeAlias = Callable[[LiveTable], Coroutine[Any, Any, object]]  # stores that a table is abandoned


@dataclass(frozen=True, slots=True)
class Retention:
    """After how many days without a visitor tables are forgotten; None: never."""

    finished_days: int | None = None
    abandoned_days: int | None = None


class Caretaker:
    """Looks through the tables of a store now and then."""

    def __init__(
        self,
        store: EventStore,
        tables: LoadedTables,
        pace: Pace,
        clock: SteadyClock,
        retention: Retention,
        busy_tables: Callable[[], set[str]],
        close: Close,
    ) -> None:
        """`busy_tables` are those with a command under way."""
        self._store = store
        self._tables = tables
        self._pace = pace
        self._clock = clock
        self._retention = retention
        self._busy_tables = busy_tables
        self._close = close
        self._visited: set[str] = set()

    async def work(self) -> None:
        """Look through the tables regularly, until cancelled (F22)."""
        with contextlib.suppress(StoreDown):  # then at the next start
            await ChainSecrets(self._store).drop_ended()
        while True:
            await asyncio.sleep(min(self._pace.reap_every, self._pace.keep_unwatched))
            before = time.monotonic() - self._pace.keep_unwatched
            self._tables.forget_unused(before, self._busy_tables())
            gc.collect()  # connections and their parsers end as cycles, which are looked for seldom (F73)
            return_holes()
            try:
                await self.note_visits()
                await self.close_abandoned()
                await self.forget_old()
            except StoreDown as error:
                log.warning("store_down", error=str(error))

    def visited(self, table_id: str) -> None:
        """Somebody looks at a table; stored with others later."""
        self._visited.add(table_id)

    async def note_visits(self) -> None:
        """Store which tables were looked at, and which still are; raises StoreDown."""
        watched = {live.id for live in self._tables.all() if live.watchers}
        visited, self._visited = self._visited | watched, set()
        if visited:
            await self._store.visited(sorted(visited), now_ms())

    async def close_abandoned(self) -> None:
        """Close tables without an event or visit for `Pace.abandoned_after`; raises StoreDown."""
        sure = self._clock.sure_ms()
        if sure is None:
            return
        before = sure - int(self._pace.abandoned_after * 1000)
        for table_id in await self._store.idle_tables((Status.OPEN, Status.PLAYING), before, AT_ONCE):
            with contextlib.suppress(TableGone):
                live = await self._tables.live(table_id)
                if live.pending.at_ms < before and not live.pending.table.status.has_ended:
                    await self._close(live)
                # A crash may have prevented the status from being stored when the table ended.
                await self._store.set_status(table_id, live.durable.table.status)

    async def forget_old(self) -> None:
        """Forget tables that have ended and had no visitor for as long as was agreed; raises StoreDown."""
        await self._forget((Status.OVER,), self._retention.finished_days)
        await self._forget((Status.ABANDONED, Status.QUARANTINED), self._retention.abandoned_days)

    async def _forget(self, statuses: Collection[Status], days: int | None) -> None:
        sure = self._clock.sure_ms()
        if days is None or sure is None:
            return
        before = sure - days * DAY_MS
        tables = await self._store.idle_tables(tuple(statuses), before, AT_ONCE)
        if tables:
            for live in filter(None, map(self._tables.get, tables)):
                self._tables.forget(live)
            log.info("tables_forgotten", count=await self._store.forget(tables))
