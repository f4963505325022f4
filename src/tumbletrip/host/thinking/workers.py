"""A pool of worker processes: each job has a time limit, each process a memory limit (F17)."""

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import structlog

from tumbletrip.host.ports import HOUSE, JobFailed, Ticket, Urgency
from tumbletrip.host.thinking.fair_queue import FairQueue, QueueFull

MEMORY_LIMIT_BYTES = 6 * 1024**3  # of address space, of which compilers and numeric libraries reserve a lot
M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES = -3, 128 * 1024  # malloc.h; to set it at all keeps it from growing
START_SECONDS = 600.0  # for a new process, which may have to compile code first
FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS = 1.0, 60.0  # before a process that failed to start is tried again
POLL_SECONDS = 0.5
KEPT_FOR_FLICKS_SECONDS = 60.0  # that one process takes only flicks, after each of them
READY, WARM_UP = "ready", "warm up"

log = structlog.get_logger(__name__)


@dataclass(slots=True, eq=False)
class _Worker:
    process: multiprocessing.process.BaseProcess
    pipe: Connection
    is_warm: threading.Event = field(default_factory=threading.Event)  # or has had its time for it

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class WorkerPool:
    """Processes that run one job at a time each; jobs are module-level functions with picklable values."""

    def __init__(
        self,
        size: int,
        prepare: Callable[[], None] | None = None,
        warm_up: Callable[[], None] | None = None,
        queue_size: int = 200,
        queue_size_each: int = 50,
        starts_with_first_job: bool = False,
        niceness: int = 0,
    ) -> None:
        """Start the processes; `prepare` runs in each before its first job, `warm_up` beside its first jobs.

        With a niceness they give way to the server's own process when processors are scarce (F72).
        At most `queue_size` jobs wait or run at a time; of one address, at most `queue_size_each` wait.
        """
        self._context = multiprocessing.get_context("spawn")
        self._prepare = prepare
        self._warm_up = warm_up
        self._niceness = niceness
        self._to_warm_up: queue.SimpleQueue[tuple[Connection, _Worker] | None] = queue.SimpleQueue()
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._alive: set[_Worker] = set()
        self._expected = size  # processes that run or are starting
        self._expected_lock = threading.Lock()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="worker")
        self._size = size
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue(queue_size - size, queue_size_each)
        self._running: list[Urgency] = []
        self._last_flick_at = -KEPT_FOR_FLICKS_SECONDS
        self._closed = threading.Event()
        self._is_started = False
        if not starts_with_first_job:
            self._start_processes()

    def _start_processes(self) -> None:
        self._is_started = True
        _in_background(self._start, self._size)
        _in_background(self._warm_up_one_by_one)

    async def run(
        self, job: Callable[..., Any], /, *values: Any, seconds: float, ticket: Ticket = HOUSE
    ) -> Any:
        """The job's result; raises JobFailed if it raises, times out, or too many jobs wait."""
        if not self._is_started:
            self._start_processes()
        await self._turn(ticket)
        running = self._threads.submit(self._run, job, values, seconds)
        ended = partial(asyncio.get_running_loop().call_soon_threadsafe, self._ended, ticket.urgency)
        running.add_done_callback(partial(self._when_done, ended))
        return await asyncio.wrap_future(running)

    async def _turn(self, ticket: Ticket) -> None:
        """Wait for a job's turn; raises JobFailed if too many wait, or the pool is closed meanwhile."""
        if self._closed.is_set():
            raise JobFailed("the pool is closed")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            self._waiting.add(turn, ticket)
        except QueueFull:
            raise JobFailed("too many jobs are waiting") from None
        if ticket.urgency is Urgency.FLICK:
            self._last_flick_at = time.monotonic()
        self._start_waiting()
        try:
            await turn
        except asyncio.CancelledError:
            self._waiting.remove(turn)
            if turn.done() and not turn.cancelled():
                self._ended(ticket.urgency)
            raise

    def _start_waiting(self) -> None:
        """Give free processes to those whose turn it is."""
        while len(self._running) < self._size:
            next_job = self._waiting.take(Urgency.FLICK if self._keeps_one_for_flicks() else Urgency.ANALYSIS)
            if next_job is None:
                return
            urgency, turn = next_job
            if not turn.cancelled():
                self._running.append(urgency)
                turn.set_result(None)

    def _keeps_one_for_flicks(self) -> bool:
        """Whether all processes but one are busy with other things while people flick."""
        if time.monotonic() - self._last_flick_at > KEPT_FOR_FLICKS_SECONDS:
            return False
        others = sum(urgency is not Urgency.FLICK for urgency in self._running)
        return others >= self._size - 1 > 0

    def _when_done(self, ended: Callable[[], object], _running: Future[Any]) -> None:
        """Called in a worker's thread, or here if the pool was closed before the job began."""
        if not self._closed.is_set():
            ended()

    def _ended(self, urgency: Urgency) -> None:
        self._running.remove(urgency)
        self._start_waiting()

    def _start(self, count: int) -> None:
        """Start processes; those that do not become ready are retried with growing pauses."""
        retry_seconds = FIRST_RETRY_SECONDS
        while count and not self._closed.is_set():
            count -= sum(self._start_one() for _ in range(count))
            if count:
                self._add_expected(-count)
                self._closed.wait(retry_seconds)
                self._add_expected(count)
                retry_seconds = min(2 * retry_seconds, LONGEST_RETRY_SECONDS)

    def _add_expected(self, more: int) -> None:
        with self._expected_lock:
            self._expected += more

    def _start_one(self) -> bool:
        """Start one process; False if it did not become ready."""
        if self._closed.is_set():
            return False
        ours, theirs = self._context.Pipe()
        turn, their_turn = self._context.Pipe()
        values = (theirs, self._prepare, self._warm_up, their_turn, self._niceness)
        worker = _Worker(self._context.Process(target=_serve, args=values, daemon=True), ours)
        try:
            worker.process.start()
        except OSError as error:  # no memory, or the process limit is reached
            log.error("worker_not_started", error=str(error))
            return False
        finally:
            theirs.close()
            their_turn.close()
        self._alive.add(worker)
        if self._closed.is_set() or not _is_ready(worker):
            self._kill(worker)
            if not self._closed.is_set():
                log.error("worker_not_ready")
            return False
        self._to_warm_up.put((turn, worker))
        self._idle.put(worker)
        return True

    def _warm_up_one_by_one(self) -> None:
        """Let processes warm up one after the other: the first fills the compilation cache for the others."""
        while next_one := self._to_warm_up.get():
            turn, worker = next_one
            with turn, contextlib.suppress(OSError):  # the process died meanwhile
                turn.send(WARM_UP)
                turn.poll(START_SECONDS)  # until the process closes its end, warm or dead
            worker.is_warm.set()

    def _run(self, job: Callable[..., Any], values: tuple[Any, ...], seconds: float) -> Any:
        worker = self._take_worker()
        try:
            worker.pipe.send((job, values))
            if not _answers(worker, seconds):
                raise JobFailed(f"no answer within {seconds} s")
            ok, result = worker.pipe.recv()
        except (
            Exception
        ) as error:  # timed out, dead, or not picklable: only a new process is in a known state
            self._replace(worker)
            raise JobFailed(str(error) or "the process died") from error
        self._idle.put(worker)
        if not ok:
            raise JobFailed(result)
        return result

    def _take_worker(self) -> _Worker:
        """The next idle process; raises JobFailed if the pool is closed or no process is coming."""
        for _ in range(int(START_SECONDS / POLL_SECONDS)):
            if self._closed.is_set() or not self._expected:
                break
            with contextlib.suppress(queue.Empty):
                worker = self._idle.get(timeout=POLL_SECONDS)
                if worker.process.is_alive():
                    return worker
                self._replace(worker)  # it died while idle
        raise JobFailed("no process is ready")

    def _replace(self, worker: _Worker) -> None:
        self._kill(worker)
        _in_background(self._start, 1)

    def _kill(self, worker: _Worker) -> None:
        self._alive.discard(worker)
        worker.kill()

    def close(self) -> None:
        """Kill all processes, with the jobs they run."""
        self._closed.set()
        for turn in self._waiting.clear():
            turn.set_exception(JobFailed("the pool is closed"))
        self._to_warm_up.put(None)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in tuple(self._alive):
            worker.process.kill()


def _in_background(work: Callable[..., None], *values: Any) -> None:
    threading.Thread(target=work, args=values, daemon=True).start()


def _is_ready(worker: _Worker) -> bool:
    try:
        return bool(worker.pipe.poll(START_SECONDS) and worker.pipe.recv() == READY)
    except (EOFError, OSError):
        return False


def _answers(worker: _Worker, seconds: float) -> bool:
    """Whether a job is answered in time, which begins when its process is warm (F71).

    Before that, a job may wait for code that is being compiled: ended for its slowness, the process would be
    followed by one that compiles the same code again.
    """
    end = time.monotonic() + START_SECONDS
    while not worker.is_warm.is_set() and time.monotonic() < end:
        if worker.pipe.poll(POLL_SECONDS):
            return True
    return worker.pipe.poll(seconds)


def _serve(
    pipe: Connection,
    prepare: Callable[[], None] | None,
    warm_up: Callable[[], None] | None,
    turn: Connection,
    niceness: int,
) -> None:
    """The main function of a worker process: prepare, then answer jobs until the pipe closes."""
    _limit_memory()
    _return_large_blocks()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    if prepare:
        prepare()
    pipe.send(READY)
    _in_background(_warm_up_when_told, warm_up, turn)
    while True:
        try:
            job, values = pipe.recv()
        except EOFError:
            return
        try:
            answer = (True, job(*values))
        except Exception as error:  # the caller gets the job's error
            answer = (False, f"{type(error).__name__}: {error}")
        pipe.send(answer)


def _warm_up_when_told(warm_up: Callable[[], None] | None, turn: Connection) -> None:
    """Wait for the pool's signal, warm up, then close the pipe so that the next process may."""
    with turn:
        try:
            turn.recv()
        except EOFError:  # the pool is gone
            return
        if warm_up:
            warm_up()


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))


def _return_large_blocks() -> None:
    """Give large blocks back to the system as they are freed, where the C library is glibc (F74).

    Else it takes ever larger ones from its heap, which physics that comes and goes leaves full of holes.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt:
        mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES)
