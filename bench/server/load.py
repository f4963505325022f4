"""The load: tables with two sockets each, a move after every answer (closed loop) or at a pace."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Protocol


class Table(Protocol):
    """One table of a contestant, with two players; calls `Meter.answered` for every acknowledged move."""

    async def open(self) -> None:
        """Make the table and connect both players."""

    def move(self) -> None:
        """Send one legal move; the answer comes to the meter."""


@dataclass
class Meter:
    """Counts answered moves and how long each took, within the measured time."""

    latencies: list[float] = field(default_factory=list)
    measuring: bool = False

    def answered(self, sent_at: float) -> None:
        """A move sent at that time was acknowledged now."""
        if self.measuring:
            self.latencies.append(time.perf_counter() - sent_at)


@dataclass(frozen=True)
class Load:
    """How many tables, for how long, and how fast: `pace` moves a second and table, or as fast as answers come."""

    tables: int
    seconds: float
    warm_up: float = 2.0
    pace: float | None = None


async def drive(tables: list[Table], meter: Meter, load: Load) -> float:
    """Drive open tables and return the measured seconds."""
    if load.pace is None:
        for table in tables:
            table.move()  # each table goes on by itself with every answer
    else:
        pacing = asyncio.create_task(_pace(tables, load.pace))
    await asyncio.sleep(load.warm_up)
    meter.measuring = True
    start = time.perf_counter()
    await asyncio.sleep(load.seconds)
    meter.measuring = False
    seconds = time.perf_counter() - start
    if load.pace is not None:
        pacing.cancel()
    return seconds


async def _pace(tables: list[Table], pace: float) -> None:
    """Spread the moves of all tables evenly over time."""
    interval = 1.0 / (pace * len(tables))
    due = time.perf_counter()
    while True:
        for table in tables:
            table.move()
            due += interval
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
