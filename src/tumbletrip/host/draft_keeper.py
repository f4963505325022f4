"""Stores drafts, the latest of each seat, together about once a second.

A draft is not a move: a power cut may lose the last second of drafts, an orderly restart loses none.
"""

import asyncio

from tumbletrip.core.logs import get_logger
from tumbletrip.host.codec import to_text
from tumbletrip.host.core.effects import KeepDraft
from tumbletrip.tables.ports import EventStore, StoredDraft, StoreDown

log = get_logger(__name__)


class DraftKeeper:
    """Collects drafts and stores them in batches."""

    def __init__(self, store: EventStore, delay_seconds: float) -> None:
        """Nothing to store; a batch is stored `delay_seconds` after its first draft."""
        self._store = store
        self._delay_seconds = delay_seconds
        self._waiting: dict[tuple[str, int], StoredDraft] = {}
        self._has_work = asyncio.Event()

    def keep(self, table_id: str, kept: KeepDraft) -> None:
        """Store a seat's draft with the next batch; a later draft of the seat replaces it."""
        draft = StoredDraft(table_id, kept.seat, kept.round, to_text(kept.draft))
        self._waiting[table_id, kept.seat] = draft
        self._has_work.set()

    async def run(self) -> None:
        """Store batches until cancelled."""
        while True:
            await self._has_work.wait()
            await asyncio.sleep(self._delay_seconds)
            await self.flush()

    async def flush(self) -> None:
        """Store all waiting drafts; if the store is down, they wait for the next batch."""
        drafts, self._waiting = self._waiting, {}
        self._has_work.clear()
        if not drafts:
            return
        try:
            await self._store.keep_drafts(tuple(drafts.values()))
        except StoreDown as error:
            log.warning("store_down", error=str(error))
            self._waiting = {**drafts, **self._waiting}
            self._has_work.set()
