"""The results of a day: notes in the store, cached in each process.

Thousands may look at a day at the same time, so each process reads the notes of a day at most every few
seconds; results that it stores itself are visible at once.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tumbletrip.tables.ports import EventStore

FRESH_SECONDS: Final = 3.0  # until what other processes noted is read again
MOST_DAYS: Final = 8  # kept in memory


@dataclass(frozen=True, slots=True)
class Result:
    """A total, and the name it is stored under."""

    name: str
    total: int


class Results:
    """The results of one day, counted by total so that comparisons are cheap."""

    def __init__(self, totals: Mapping[str, int]) -> None:
        """Results by their names."""
        self._totals: dict[str, int] = {}
        self._counts: Counter[int] = Counter()
        self.best: Result | None = None
        for name, total in totals.items():
            self.add(name, total)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._totals)

    def __contains__(self, name: str) -> bool:
        """Whether there is a result of this name."""
        return name in self._totals

    def add(self, name: str, total: int) -> None:
        """Add a result; ignored if the name has one already."""
        if name in self._totals:
            return
        self._totals[name] = total
        self._counts[total] += 1
        if self.best is None or total > self.best.total:
            self.best = Result(name, total)

    def totals(self) -> list[int]:
        """All totals, best first."""
        return sorted(self._counts.elements(), reverse=True)

    def place(self, own: str) -> int | None:
        """The place of a result among all; equal ones share the better place. None if it is not counted."""
        total = self._totals.get(own)
        if total is None:
            return None
        return 1 + sum(count for other, count in self._counts.items() if other > total)

    def better_than(self, total: int, own: str) -> int | None:
        """The percentage of other results that a total beats, ties counted half; None without others."""
        is_counted = own in self._totals
        others = len(self._totals) - is_counted
        if not others:
            return None
        beaten = sum(count for other, count in self._counts.items() if other < total)
        equals = self._counts[total] - (is_counted and self._totals[own] == total)
        return round(100 * (beaten + equals / 2) / others)


class ResultBook:
    """The results of all days of one challenge, the same for all processes on one store."""

    def __init__(self, store: EventStore, head: str) -> None:
        """`head` is the prefix of the notes' names."""
        self._store = store
        self._head = head
        self._known: OrderedDict[str, tuple[float, Results]] = OrderedDict()
        self._reading = asyncio.Lock()

    async def note(self, day: str, name: str, total: int) -> None:
        """Store a result durably, unless its name has one; raises StoreDown."""
        held = await self._store.note(f"{self._head}/{day}/{name}", str(total))
        if day in self._known:
            self._known[day][1].add(name, int(held))

    async def of(self, day: str) -> Results:
        """The results of a day, at most seconds old; concurrent calls share one read. Raises StoreDown."""
        async with self._reading:
            read_at, results = self._known.get(day, (0.0, None))
            if results is None or time.monotonic() - read_at > FRESH_SECONDS:
                results = await self._read(day)
        return results

    async def _read(self, day: str) -> Results:
        began = time.monotonic()
        head = f"{self._head}/{day}/"
        found = await self._store.notes(head)
        results = Results({name.removeprefix(head): int(value) for name, value in found.items()})
        self._known.pop(day, None)
        self._known[day] = began, results
        if len(self._known) > MOST_DAYS:
            self._known.popitem(last=False)
        return results
