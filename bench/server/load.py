"""The load: tables with two players each, a move after every answer (closed loop) or at a pace."""

import asyncio
import gc
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

OPENING_AT_ONCE = 16


@dataclass(frozen=True)
class Load:
    """How many tables, for how long, and how fast: `pace` moves a second and table, or as answers come."""

    tables: int
    seconds: float
    warm_up: float = 2.0
    pace: float | None = None


@dataclass
class Meter:
    """Counts answered moves and how long each took, within the measured time."""

    latencies: list[float] = field(default_factory=list)
    measuring: bool = False
    received_bytes: int = 0
    opening: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(OPENING_AT_ONCE))

    def answered(self, due: float) -> None:
        """A move that was due at that time was acknowledged now."""
        if self.measuring:
            self.latencies.append(time.perf_counter() - due)

    def received(self, size: int) -> None:
        """A player got a message of so many bytes."""
        if self.measuring:
            self.received_bytes += size


class Table(ABC):
    """One table of a contestant with two players, of whom one moves at a time."""

    def __init__(self, meter: Meter, *, closed_loop: bool) -> None:
        self._meter = meter
        self._closed_loop = closed_loop
        self._busy = True
        self._stopped = False
        self._due: deque[float] = deque()
        self._opening: asyncio.Task[None] | None = None
        self.answers = 0

    async def open(self) -> None:
        """Make a table and connect both players; only a few do so at a time, as people come one by one."""
        async with self._meter.opening:
            await self.connect()
        self._busy = False

    async def stop(self) -> None:
        """Leave, whatever is under way."""
        self._busy = self._stopped = True
        if self._opening:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)
        self.close()

    @abstractmethod
    async def connect(self) -> None:
        """Make a table, connect both players, and wait until both have seen it."""

    @abstractmethod
    def close(self) -> None:
        """Disconnect both players."""

    @abstractmethod
    def is_over(self) -> bool:
        """The game has ended."""

    @abstractmethod
    def is_level(self) -> bool:
        """Both players have seen the last move."""

    @abstractmethod
    def send_next(self) -> None:
        """Send one legal move."""

    def move(self, due: float) -> None:
        """A move is due since then; it waits for the one before, and the waiting counts."""
        self._due.append(due)
        self._go_on()

    def answered(self) -> None:
        """The move under way was acknowledged."""
        self.answers += 1
        self._meter.answered(self._due.popleft())
        self._busy = self._stopped
        if self._closed_loop:
            self.move(time.perf_counter())
        else:
            self._go_on()

    def seen(self) -> None:
        """A player has seen a move."""
        self._go_on()

    def _go_on(self) -> None:
        if self._busy or not self._due or not self.is_level():
            return
        self._busy = True
        if self.is_over():
            self._opening = asyncio.create_task(self._open_again())
        else:
            self._due[0] = time.perf_counter() if self._closed_loop else self._due[0]
            self.send_next()

    async def _open_again(self) -> None:
        """A finished game is followed by a new one at a new table; opening it is no move."""
        self.close()
        await self.open()
        self._due.clear()  # nobody moves while the next table is opened
        if self._closed_loop:
            self.move(time.perf_counter())


async def open_all(tables: Sequence[Table]) -> None:
    """Open the tables, a few at a time."""
    await asyncio.gather(*(table.open() for table in tables))
    gc.collect()
    gc.freeze()  # thousands of sockets need not be looked through while we measure


async def drive(tables: Sequence[Table], load: Load) -> None:
    """Keep open tables busy until cancelled."""
    if load.pace is not None:
        await _pace(tables, load.pace)
        return
    for table in tables:
        table.move(time.perf_counter())  # each table goes on by itself with every answer


async def _pace(tables: Sequence[Table], pace: float) -> None:
    """Spread the moves of all tables evenly over time; if we are late ourselves, that counts too."""
    interval = 1.0 / (pace * len(tables))
    due = time.perf_counter()
    while True:
        for table in tables:
            table.move(due)
            due += interval
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
