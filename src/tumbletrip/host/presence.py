"""Who is here: seats connected to this process, and those that other processes say are connected to them.

What others say holds for a while and is said again, so that nobody stays "here" at a process that died.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Iterable, Sequence

import structlog

from tumbletrip.host.live import LiveTable
from tumbletrip.host.shelf import Shelf
from tumbletrip.tables.ports import EventStore, StoreDown

log = structlog.get_logger(__name__)

GATHER_SECONDS = 0.05  # what changes within this is told in one go
TABLES_PER_WORD = 100  # a word of at most 8,000 bytes; a table of 16 seats needs about 60


class Presence:
    """Tells watchers and other processes who is connected."""

    def __init__(self, store: EventStore, shelf: Shelf, renew_seconds: float) -> None:
        """`tell_others` and `hear_others` run as long as the host does."""
        self._store = store
        self._shelf = shelf
        self._renew_seconds = renew_seconds
        self._news: set[str] = set()
        self._something = asyncio.Event()

    def changed(self, live: LiveTable) -> None:
        """Somebody came to this process or left it."""
        _show(live)
        self.ask(live)

    def ask(self, live: LiveTable) -> None:
        """Tell other processes who is here; the first time, that also asks them the same."""
        self._news.add(live.id)
        self._something.set()

    async def tell_others(self) -> None:
        """Tell other processes what changed here, and from time to time everything."""
        renewal = time.monotonic() + self._renew_seconds
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._something.wait(), max(0.0, renewal - time.monotonic()))
                await asyncio.sleep(GATHER_SECONDS)
            if time.monotonic() >= renewal:
                renewal = time.monotonic() + self._renew_seconds
                self._expire()
                self._news.update(live.id for live in self._shelf.tables.values() if live.seats_here())
            self._something.clear()
            await self._tell_news()

    async def _tell_news(self) -> None:
        news, self._news = self._news, set()
        try:
            await self._store.tell(self._words(news))
        except StoreDown as error:
            log.warning("store_down", error=str(error))

    def _words(self, news: Iterable[str]) -> list[str]:
        known = [self._shelf.tables[table] for table in news if table in self._shelf.tables]
        told = [(live.id, live.seats_here(), live.asks_who_is_here()) for live in known]
        return [
            json.dumps(told[start : start + TABLES_PER_WORD])
            for start in range(0, len(told), TABLES_PER_WORD)
        ]

    async def hear_others(self) -> None:
        """Take in what other processes tell, and answer those who ask."""
        async for process, word in self._store.hear():
            for table, seats, is_question in json.loads(word):
                live = self._shelf.tables.get(table)
                if live is None:
                    continue
                self._hear(live, process, seats)
                if is_question and live.seats_here():
                    self.ask(live)

    def _hear(self, live: LiveTable, process: str, seats: Sequence[int]) -> None:
        before = live.presence()
        live.heard_of(process, seats, time.monotonic() + 3 * self._renew_seconds)
        if live.presence() != before:
            _show(live)

    def _expire(self) -> None:
        """Forget what processes said that have been silent since."""
        for live in self._shelf.tables.values():
            before = live.presence()
            live.forget_elsewhere(time.monotonic())
            if live.presence() != before:
                _show(live)


def _show(live: LiveTable) -> None:
    seats = live.presence()
    for watcher in tuple(live.watchers):
        watcher.presence_changed(seats)
