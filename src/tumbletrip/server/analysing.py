"""The desk where analyses of finished games are asked for: one at a time, a short queue, results kept.

An analysis is many small jobs in the pool where bots think. Only one of them is under way at any time, so
a bot waits for one small piece of somebody's analysis at worst, and not at all while a process is free.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import structlog

from tumbletrip.analysis.in_parts import Order, Record, do_piece, join_pieces, pieces_of
from tumbletrip.host.workers import JobFailed
from tumbletrip.server.settings import Limits

MOST_KEPT = 32  # results in memory, some 100 kB each
PIECE_SECONDS = 300.0  # the very first piece may have to compile code on a busy machine

log = structlog.get_logger(__name__)


class Run(Protocol):
    """Whoever runs jobs in other processes."""

    def __call__(self, job: Any, /, *values: Any, seconds: float) -> Awaitable[Any]:
        """The job's result; raises JobFailed."""


class State(StrEnum):
    """How far an analysis is."""

    WAITING = "waiting"
    RUNNING = "running"
    READY = "ready"
    FAILED = "failed"


class DeskFull(Exception):
    """Too many analyses wait already."""


@dataclass(slots=True)
class Asked:
    """An analysis somebody asked for."""

    record: Record
    state: State = State.WAITING
    done: int = 0
    total: int = 0
    result: dict[str, Any] | None = None


class AnalysisDesk:
    """Takes orders by the key of a record; asking twice for the same is asking once."""

    def __init__(self, run: Run, limits: Limits) -> None:
        """An empty desk; it works while there is work."""
        self._run = run
        self._limits = limits
        self._asked: OrderedDict[str, Asked] = OrderedDict()  # the order of asking
        self._worker: asyncio.Task[None] | None = None
        self._current: str | None = None
        self._job: asyncio.Task[None] | None = None

    def look(self, key: str) -> Asked | None:
        """How far an analysis is; None if nobody asked for it, or it was forgotten."""
        return self._asked.get(key)

    def ahead_of(self, key: str) -> int:
        """How many unfinished analyses come before this one."""
        unfinished = [other for other, asked in self._asked.items() if _is_open(asked)]
        return unfinished.index(key) if key in unfinished else 0

    def ask(self, key: str, record: Record) -> Asked:
        """Order an analysis unless it is there or on its way; one that failed is tried again."""
        asked = self._asked.get(key)
        if asked and asked.state is not State.FAILED:
            return asked
        if sum(map(_is_open, self._asked.values())) > self._limits.analysis_queue:
            raise DeskFull
        self._asked.pop(key, None)
        self._asked[key] = asked = Asked(record)
        self._forget_oldest()
        if self._worker is None or self._worker.done():
            self._worker = asyncio.get_running_loop().create_task(self._work())
        return asked

    def cancel(self, key: str) -> None:
        """Forget an order; work under way for it stops after its current piece."""
        asked = self._asked.get(key)
        if asked is None or not _is_open(asked):
            return
        del self._asked[key]
        if self._current == key and self._job:
            self._job.cancel()

    async def close(self) -> None:
        """Stop working."""
        under_way = [task for task in (self._worker, self._job) if task]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    def _forget_oldest(self) -> None:
        finished = [key for key, asked in self._asked.items() if not _is_open(asked)]
        for key in finished[: max(0, len(finished) - MOST_KEPT)]:
            del self._asked[key]

    async def _work(self) -> None:
        while waiting := [key for key, asked in self._asked.items() if asked.state is State.WAITING]:
            self._current = waiting[0]
            self._job = asyncio.get_running_loop().create_task(self._analyse(self._asked[waiting[0]]))
            await asyncio.wait({self._job})  # also when it is cancelled
            self._current = None

    async def _analyse(self, asked: Asked) -> None:
        asked.state = State.RUNNING
        order = Order(asked.record, self._limits.analysis_games)
        try:
            pieces = await self._run(pieces_of, order, seconds=PIECE_SECONDS)
            asked.total = len(pieces)
            found: list[bytes] = []
            for piece in pieces:
                found.append(await self._run(do_piece, order, piece, seconds=PIECE_SECONDS))
                asked.done += 1
            asked.result = await self._run(join_pieces, order, found, seconds=PIECE_SECONDS)
            asked.state = State.READY
        except JobFailed as error:
            log.error("analysis_failed", error=str(error))
            asked.state = State.FAILED


def _is_open(asked: Asked) -> bool:
    return asked.state in (State.WAITING, State.RUNNING)
