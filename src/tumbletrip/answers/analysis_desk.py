"""The queue of analyses of finished games: one runs at a time, few wait, results are kept in memory.

An analysis is many small jobs where bots think, too. Only one of them runs at any time, so that a bot waits
for at most one of them, and for none while another worker is free.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final

from tumbletrip.analysis.analysis_jobs import Order, do_piece, join_pieces, pieces_of
from tumbletrip.host.ports import JobFailed, RunJob, Ticket, Urgency

MAX_RESULTS = 32  # kept in memory, some 100 kB each
PIECE_SECONDS = 300.0  # for one job; the first may have to compile code on a busy machine


@dataclass(frozen=True, slots=True)
class AnalysisLimits:
    """How much is done for whom."""

    games: int = 384  # played on (or flicks) for each option of an analysed decision
    queue: int = 8  # analyses that may wait
    each: int = 2  # analyses of one address that may wait or run


USUAL: Final = AnalysisLimits()


def _say_nothing(_error: JobFailed) -> None:
    """Whoever asked sees that it failed."""


class State(StrEnum):
    """How far an analysis is."""

    WAITING = "waiting"
    RUNNING = "running"
    READY = "ready"
    FAILED = "failed"


class DeskFull(Exception):
    """The queue is full."""


class ShareUsed(Exception):
    """This address has as many analyses under way as it may have."""


@dataclass(slots=True)
class AnalysisRequest:
    """A requested analysis: what to do, how far it is, and its result."""

    order: Order
    address: str  # of who asked first
    state: State = State.WAITING
    done: int = 0
    total: int = 0
    result: dict[str, Any] | None = None


class AnalysisDesk:
    """Runs requested analyses by key; a repeated request joins the first."""

    def __init__(
        self,
        run_job: RunJob,
        limits: AnalysisLimits = USUAL,
        on_failure: Callable[[JobFailed], None] = _say_nothing,
    ) -> None:
        """An empty queue; a task runs only while there is work."""
        self.limits = limits
        self._run = run_job
        self._on_failure = on_failure
        self._requests: OrderedDict[str, AnalysisRequest] = OrderedDict()  # by key, oldest first
        self._worker: asyncio.Task[None] | None = None
        self._current: str | None = None
        self._job: asyncio.Task[None] | None = None

    def find(self, key: str) -> AnalysisRequest | None:
        """The request with this key; None if there is none, or it was dropped."""
        return self._requests.get(key)

    def ahead_of(self, key: str) -> int:
        """How many unfinished analyses come before this one."""
        unfinished = [other for other, request in self._requests.items() if _is_unfinished(request)]
        return unfinished.index(key) if key in unfinished else 0

    def ask(self, key: str, address: str, order: Callable[[], Order]) -> AnalysisRequest:
        """Request an analysis unless it is ready or under way; one that failed is tried again.

        `order` is called only if it is needed. Raises ShareUsed or DeskFull.
        """
        request = self._requests.get(key)
        if request and request.state is not State.FAILED:
            return request
        unfinished = [other for other in self._requests.values() if _is_unfinished(other)]
        if sum(other.address == address for other in unfinished) >= self.limits.each:
            raise ShareUsed
        if len(unfinished) > self.limits.queue:
            raise DeskFull
        request = AnalysisRequest(order(), address)
        self._requests.pop(key, None)
        self._requests[key] = request
        self._forget_oldest()
        if self._worker is None or self._worker.done():
            self._worker = asyncio.get_running_loop().create_task(self._work())
        return request

    def cancel(self, key: str) -> None:
        """Drop an unfinished request; if it runs, it stops after its current job."""
        request = self._requests.get(key)
        if request is None or not _is_unfinished(request):
            return
        del self._requests[key]
        if self._current == key and self._job:
            self._job.cancel()

    async def close(self) -> None:
        """Stop the analysis that runs, and wait for its task to end."""
        under_way = [task for task in (self._worker, self._job) if task]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    def _forget_oldest(self) -> None:
        finished = [key for key, request in self._requests.items() if not _is_unfinished(request)]
        for key in finished[: max(0, len(finished) - MAX_RESULTS)]:
            del self._requests[key]

    async def _work(self) -> None:
        while waiting := [key for key, request in self._requests.items() if request.state is State.WAITING]:
            self._current = waiting[0]
            self._job = asyncio.get_running_loop().create_task(self._analyse(self._requests[waiting[0]]))
            await asyncio.wait({self._job})  # also when it is cancelled
            self._current = None

    async def _analyse(self, request: AnalysisRequest) -> None:
        request.state = State.RUNNING
        order = request.order
        run = partial(self._run, seconds=PIECE_SECONDS, ticket=Ticket(Urgency.ANALYSIS, request.address))
        try:
            pieces = await run(pieces_of, order)
            request.total = len(pieces)
            found: list[bytes] = []
            for piece in pieces:
                found.append(await run(do_piece, order, piece))
                request.done += 1
            request.result = await run(join_pieces, order, found)
            request.state = State.READY
        except JobFailed as error:
            request.state = State.FAILED
            self._on_failure(error)


def _is_unfinished(request: AnalysisRequest) -> bool:
    return request.state in (State.WAITING, State.RUNNING)
