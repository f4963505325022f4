"""Takes in events that other server processes wrote to the same store."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from tumbletrip.core.logs import get_logger
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.loaded_tables import LoadedTables
from tumbletrip.tables.ports import EventStore, StoreDown

log = get_logger(__name__)

CatchUp: TypeAlias = Callable[[LiveTable], Awaitable[None]]


class StoreSync:
    """Keeps this process's tables up to date with the store."""

    def __init__(
        self, store: EventStore, tables: LoadedTables, catch_up: CatchUp, poll_seconds: float
    ) -> None:
        """`catch_up` reads a table's new events from the store; the host runs `follow` and `poll`."""
        self._store = store
        self._tables = tables
        self._catch_up = catch_up
        self._poll_seconds = poll_seconds

    async def follow(self) -> None:
        """Refresh tables as the store reports changes, until cancelled."""
        async for changed in self._store.changes():
            await self.refresh(dict(changed), may_be_rewritten=True)

    async def poll(self) -> None:
        """Refresh watched tables regularly, in case a notification was lost (F23)."""
        while True:
            await asyncio.sleep(self._poll_seconds)
            watched = [live.id for live in self._tables.all() if live.watchers]
            try:
                await self.refresh(await self._store.heads(watched) if watched else {})
            except StoreDown as error:
                log.warning("store_down", error=str(error))

    async def refresh(self, heads: Mapping[str, int], *, may_be_rewritten: bool = False) -> None:
        """Catch up with the loaded tables whose head in the store is newer.

        A log that was rewritten because a name was forgotten is as long as before: a notification of it is
        looked at, too, and our copy is dropped.
        """
        for table_id, head in heads.items():
            live = self._tables.get(table_id)
            if live and (head > live.pending.seq or (may_be_rewritten and head == live.pending.seq)):
                try:
                    await self._catch_up(live)
                except StoreDown as error:
                    log.warning("store_down", table=table_id, error=str(error))
