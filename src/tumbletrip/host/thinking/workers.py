"""A pool of worker processes: each job has a time limit, each process a memory limit (F17)."""

import asyncio
import contextlib
import multiprocessing
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

import structlog

from tumbletrip.host.ports import HOUSE, JobFailed, Ticket, Urgency
from tumbletrip.host.thinking.fair_queue import FairQueue, QueueFull
from tumbletrip.host.upkeep.memory import return_large_blocks

MEMORY_LIMIT_BYTES = 6 * 1024**3  # of address space, of which compilers and numeric libraries reserve a lot
START_SECONDS = 600.0  # for a new process, which may have to compile code first …
MOST_DOUBLINGS = 4  # … and twice as long after each try that was too short
FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS = 1.0, 60.0  # before a process that failed to start is tried again
POLL_SECONDS = 0.5
KEPT_FOR_FLICKS_SECONDS = 60.0  # that one process takes only flicks, after each of them
READY, WARM_UP = "ready", "warm up"

WarmUpStep: TypeAlias = Callable[[Callable[[int], None]], None]  # called with who hears of its progress
OnWarmer: TypeAlias = Callable[[int, int], None]  # steps done, and the percentage that the next one told

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
        warm_up: Sequence[WarmUpStep] = (),
        on_warmer: OnWarmer | None = None,
        queue_size: int = 200,
        queue_size_each: int = 50,
        starts_with_first_job: bool = False,
        niceness: int = 0,
    ) -> None:
        """Start the processes; `prepare` runs in each before its first job, `warm_up` beside its first jobs.

        `on_warmer` is called in a thread when a process got on with its warm-up. With a niceness they give
        way to the server's own process when processors are scarce (F72). At most `queue_size` jobs wait or
        run at a time; of one address, at most `queue_size_each` wait.
        """
        self._context = multiprocessing.get_context("spawn")
        self._prepare = prepare
        self._warm_up = tuple(warm_up)
        self._on_warmer = on_warmer
        self._niceness = niceness
        self._to_warm_up: queue.SimpleQueue[tuple[_Worker, Connection] | None] = queue.SimpleQueue()
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
        failures = 0
        while count and not self._closed.is_set():
            count -= sum(self._start_one(_patience(failures)) for _ in range(count))
            if count:
                failures += 1
                self._add_expected(-count)
                self._closed.wait(_pause(failures))
                self._add_expected(count)

    def _add_expected(self, more: int) -> None:
        with self._expected_lock:
            self._expected += more

    def _start_one(self, seconds: float) -> bool:
        """Start one process; False if it did not become ready in this time."""
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
        if self._closed.is_set() or not _is_ready(worker, seconds):
            self._kill(worker)
            if not self._closed.is_set():
                log.error("worker_not_ready")
            return False
        self._to_warm_up.put((worker, turn))
        self._idle.put(worker)
        return True

    def _warm_up_one_by_one(self) -> None:
        """Let processes warm up one after the other: the first fills the compilation cache for the others.

        One that dies or makes no progress is replaced, and the new one has a turn too: machine code that was
        finished is in the cache, so that every try gets further.
        """
        failures = 0
        while next_turn := self._to_warm_up.get():
            worker, turn = next_turn
            with turn:
                is_warm = self._has_warmed_up(turn, _patience(failures))
            worker.is_warm.set()
            failures = 0 if is_warm else failures + 1
            if failures and not self._closed.is_set():
                log.error("worker_not_warm")
                worker.process.kill()
                worker.process.join()
                self._replace_dead()
                self._closed.wait(_pause(failures))

    def _has_warmed_up(self, turn: Connection, seconds: float) -> bool:
        """Let one process warm up and follow its progress; False if it died, or stood still for so long."""
        done = 0
        try:
            turn.send(WARM_UP)
            while done < len(self._warm_up):
                if not turn.poll(seconds):
                    return False
                done, percent, error = turn.recv()
                if error:  # then jobs that need this step say the same, and are retried
                    log.error("warm_up_failed", step=done, error=error)
                if self._on_warmer and not self._closed.is_set():
                    self._on_warmer(done, percent)
        except (EOFError, OSError):
            return False
        return True

    def _replace_dead(self) -> None:
        """Replace idle processes that died: no job may come that would notice it."""
        for _ in range(self._idle.qsize()):
            with contextlib.suppress(queue.Empty):
                worker = self._idle.get_nowait()
                if worker.process.is_alive():
                    self._idle.put(worker)
                else:
                    self._replace(worker)

    def _run(self, job: Callable[..., Any], values: tuple[Any, ...], seconds: float) -> Any:
        worker = self._take_worker()
        try:
            worker.pipe.send((job, values))
            if not _answers(worker, seconds):
                raise JobFailed(f"no answer within {seconds} s")
            ok, result = worker.pipe.recv()
        except Exception as error:
            self._replace(worker)  # timed out, dead, or not picklable: only a new one is in a known state
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


def _pause(failures: int) -> float:
    """How long to wait before the next try, in seconds."""
    return min(FIRST_RETRY_SECONDS * 2.0 ** (failures - 1), LONGEST_RETRY_SECONDS)


def _patience(failures: int) -> float:
    """How long a process may take to get ready, in seconds: longer each time, for busy machines."""
    return START_SECONDS * 2.0 ** min(failures, MOST_DOUBLINGS)


def _is_ready(worker: _Worker, seconds: float) -> bool:
    try:
        return bool(worker.pipe.poll(seconds) and worker.pipe.recv() == READY)
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
    warm_up: Sequence[WarmUpStep],
    turn: Connection,
    niceness: int,
) -> None:
    """The main function of a worker process: prepare, then answer jobs until the pipe closes."""
    _limit_memory()
    return_large_blocks()
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


def _warm_up_when_told(steps: Sequence[WarmUpStep], turn: Connection) -> None:
    """Wait for the pool's signal, then take step after step and tell the pool of each."""
    with turn, contextlib.suppress(EOFError, OSError):  # the pool is gone
        turn.recv()
        for done, step in enumerate(steps):
            error = _error_of(step, partial(_tell_percent, turn, done))
            turn.send((done + 1, 0, error))


def _tell_percent(turn: Connection, done: int, percent: int) -> None:
    turn.send((done, percent, ""))


def _error_of(step: WarmUpStep, tell: Callable[[int], None]) -> str:
    """What went wrong in a step; empty if nothing did."""
    try:
        step(tell)
    except Exception as error:  # the pool reports it, and goes on without this step
        return f"{type(error).__name__}: {error}"
    return ""


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
