"""Other server processes on the same store: what they wrote is taken in, and shown here too."""

import asyncio
from collections.abc import Callable, Mapping

import structlog

from tumbletrip.host.live import BrokenLog, LiveTable
from tumbletrip.host.shelf import Shelf
from tumbletrip.tables.ports import EventStore, StoreDown

log = structlog.get_logger(__name__)


class Neighbours:
    """Keeps this process's tables level with the store."""

    def __init__(
        self, store: EventStore, shelf: Shelf, changed: Callable[[LiveTable], None], poll_seconds: float
    ) -> None:
        """`changed` hears of every table that moved."""
        self._store = store
        self._shelf = shelf
        self._changed = changed
        self._poll_seconds = poll_seconds

    async def catch_up(self, live: LiveTable) -> None:
        """Take in what other processes stored."""
        known = live.durable.seq
        stored = await self._store.load(live.id, after=known)
        if stored is None:
            raise StoreDown(f"table {live.id} is gone")
        try:
            if stored.head < known:
                raise BrokenLog(f"event {known} is missing")
            live.catch_up(stored.events)
        except BrokenLog as error:
            # What we remember and what is stored differ, perhaps after a restore: whoever comes back has
            # the whole log read and checked.
            self._shelf.forget(live)
            raise StoreDown("the log is not the one we knew") from error
        self._changed(live)

    async def follow(self) -> None:
        """Wake up for tables that other processes wrote to."""
        async for changed in self._store.changes():
            await self.refresh(dict(changed))

    async def poll(self) -> None:
        """Look for what a lost wake-up did not tell."""
        while True:
            await asyncio.sleep(self._poll_seconds)
            watched = [live.id for live in self._shelf.tables.values() if live.watchers]
            try:
                await self.refresh(await self._store.heads(watched) if watched else {})
            except StoreDown as error:
                log.warning("store_down", error=str(error))

    async def refresh(self, heads: Mapping[str, int]) -> None:
        """Catch up with the tables whose heads are news."""
        for table_id, head in heads.items():
            live = self._shelf.tables.get(table_id)
            if live and head > live.pending.seq:
                try:
                    await self.catch_up(live)
                except StoreDown as error:
                    log.warning("store_down", table=table_id, error=str(error))
