"""Which bots are ready: their code is compiled or loaded level by level, while people already play."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import Final

from tumbletrip.games.kit import GameKit
from tumbletrip.host.core.live import LiveTable, Watcher
from tumbletrip.host.loaded_tables import LoadedTables
from tumbletrip.tables.table import Table

LONGEST_WAIT_SECONDS: Final = 600.0  # then a bot is asked although it is not ready: no seat waits for ever
READY: Final = 100


def levels_to_warm(games: Iterable[GameKit]) -> list[tuple[str, str]]:
    """The games and levels that have to get ready, in the order in which they do."""
    return [(kit.key, level) for kit in games for level in kit.bots.to_warm]


class Warmth:
    """How far the bots of this process are; it hears from the worker processes, and seats wait here."""

    def __init__(self, games: Iterable[GameKit] = ()) -> None:
        """Nothing is ready; levels that need not get ready always are."""
        self._places = {level: place for place, level in enumerate(levels_to_warm(games))}
        self._done = 0
        self._percent = 0
        self._changed = asyncio.Event()
        self.on_change: Callable[[], None] = lambda: None

    def hear_from_threads(self) -> Callable[[int, int], None]:
        """What a thread may call when a process got on; this one's loop then hears of it."""
        loop = asyncio.get_running_loop()

        def hear(done: int, percent: int) -> None:
            loop.call_soon_threadsafe(self.reached, done, percent)

        return hear

    def reached(self, done: int, percent: int) -> None:
        """A process has got so many levels ready, and compiled this percentage of all code."""
        before = self._done, self._percent
        self._done, self._percent = max(done, self._done), max(percent, self._percent)
        if before == (self._done, self._percent):
            return
        self._changed.set()
        self._changed = asyncio.Event()
        self.on_change()

    def percent(self, game: str, level: str) -> int:
        """How ready a level is: 100 if it is, else the percentage of all code that is compiled."""
        return READY if self._places.get((game, level), -1) < self._done else min(self._percent, READY - 1)

    def of_seats(self, table: Table) -> list[int]:
        """For each seat of a table, how ready its bot is; 100 for people."""
        return [
            self.percent(table.setup.game, seat.bot_level) if seat.bot_level else READY
            for seat in table.seats
        ]

    async def until_ready(self, game: str, level: str) -> None:
        """Wait until a level is ready, but not for ever."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                while self.percent(game, level) < READY:
                    await self._changed.wait()


class WarmthNews:
    """Tells the watchers of tables how far their bots are, from the first that is not ready to the last."""

    def __init__(self, warmth: Warmth, tables: LoadedTables) -> None:
        """From now on, all changes are told."""
        self._warmth = warmth
        self._tables = tables
        self._told: set[str] = set()  # tables that were told of a bot that was not ready
        warmth.on_change = self._changed

    def greet(self, live: LiveTable, watcher: Watcher) -> None:
        """Tell a new watcher, if there is anything to tell."""
        ready = self._warmth.of_seats(live.durable.table)
        if _is_cold(ready):
            self._told.add(live.id)
            watcher.bots_warmed(ready)

    def _changed(self) -> None:
        told_before, self._told = self._told, set()
        for live in self._tables.all():
            ready = self._warmth.of_seats(live.durable.table)
            if _is_cold(ready):
                self._told.add(live.id)
            if live.id in self._told | told_before:
                for watcher in tuple(live.watchers):
                    watcher.bots_warmed(ready)


def _is_cold(ready: Iterable[int]) -> bool:
    return any(percent < READY for percent in ready)
