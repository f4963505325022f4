"""Processes that think and simulate: each job has a time limit, each process a memory limit (F17)."""

import asyncio
import contextlib
import multiprocessing
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import structlog

MEMORY_LIMIT_BYTES = 6 * 1024**3  # of address space; compilers and numeric libraries reserve much of it
GETTING_READY_SECONDS = 600.0  # a new process may have to compile code first
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 60.0  # before a process that failed to start is tried again
POLL_SECONDS = 0.5
READY, YOUR_TURN = "ready", "your turn"

log = structlog.get_logger(__name__)


class JobFailed(Exception):
    """A job raised, took too long, or its process died; the pool goes on with a new process."""


@dataclass(slots=True, eq=False)
class _Worker:
    process: multiprocessing.process.BaseProcess
    pipe: Connection

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class WorkerPool:
    """A few processes that run one job at a time each. Jobs are module functions with picklable values."""

    def __init__(
        self,
        size: int,
        prepare: Callable[[], None] | None = None,
        warm_up: Callable[[], None] | None = None,
        queue_size: int = 200,
    ) -> None:
        """Start the processes; `prepare` runs in each before its first job, `warm_up` beside its first jobs.

        At most `queue_size` jobs wait or run at a time.
        """
        self._context = multiprocessing.get_context("spawn")
        self._prepare = prepare
        self._warm_up = warm_up
        self._cold: queue.SimpleQueue[Connection | None] = queue.SimpleQueue()  # who waits to warm up
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._alive: set[_Worker] = set()
        self._expected = size  # processes that work, or are about to
        self._counting = threading.Lock()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="worker")
        self._slots = asyncio.Semaphore(queue_size)
        self._closed = threading.Event()
        _in_background(self._start, size)
        _in_background(self._give_turns)

    async def run(self, job: Callable[..., Any], *values: Any, seconds: float) -> Any:
        """The job's result; raises JobFailed when it cannot be had in time."""
        if self._slots.locked() or self._closed.is_set():
            raise JobFailed("too many jobs are waiting")
        async with self._slots:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._run, job, values, seconds)

    def _start(self, count: int) -> None:
        """Start processes one after the other; those that do not get ready are tried again, with patience."""
        pause = FIRST_PAUSE_SECONDS
        while count and not self._closed.is_set():
            count -= sum(self._start_one() for _ in range(count))
            if count:
                self._expect(-count)
                self._closed.wait(pause)
                self._expect(count)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _expect(self, more: int) -> None:
        with self._counting:
            self._expected += more

    def _start_one(self) -> bool:
        """Whether a new process got ready."""
        if self._closed.is_set():
            return False
        ours, theirs = self._context.Pipe()
        turn, their_turn = self._context.Pipe()
        values = (theirs, self._prepare, self._warm_up, their_turn)
        worker = _Worker(self._context.Process(target=_serve, args=values, daemon=True), ours)
        try:
            worker.process.start()
        except OSError as error:  # no memory or no process to be had
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
        self._cold.put(turn)
        self._idle.put(worker)
        return True

    def _give_turns(self) -> None:
        """Let processes warm up one after the other: the first fills the cache of compiled code for all."""
        while turn := self._cold.get():
            with turn, contextlib.suppress(OSError):  # it died before its turn
                turn.send(YOUR_TURN)
                turn.poll(GETTING_READY_SECONDS)  # until it closes its end: warm, or dead

    def _run(self, job: Callable[..., Any], values: tuple[Any, ...], seconds: float) -> Any:
        worker = self._take_worker()
        try:
            worker.pipe.send((job, values))
            if not worker.pipe.poll(seconds):
                raise JobFailed(f"no answer within {seconds} s")
            ok, result = worker.pipe.recv()
        except Exception as error:  # too late, dead, or values that cannot travel: a new process is safe
            self._replace(worker)
            raise JobFailed(str(error) or "the process died") from error
        self._idle.put(worker)
        if not ok:
            raise JobFailed(result)
        return result

    def _take_worker(self) -> _Worker:
        """The next idle process; whoever waits for one notices when the pool is closed."""
        for _ in range(int(GETTING_READY_SECONDS / POLL_SECONDS)):
            if self._closed.is_set() or not self._expected:
                break
            with contextlib.suppress(queue.Empty):
                worker = self._idle.get(timeout=POLL_SECONDS)
                if worker.process.is_alive():
                    return worker
                self._replace(worker)  # it died while it had nothing to do
        raise JobFailed("no process is ready")

    def _replace(self, worker: _Worker) -> None:
        self._kill(worker)
        _in_background(self._start, 1)

    def _kill(self, worker: _Worker) -> None:
        self._alive.discard(worker)
        worker.kill()

    def close(self) -> None:
        """End all processes, also those at work: what they work for is over."""
        self._closed.set()
        self._cold.put(None)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in tuple(self._alive):
            worker.process.kill()


def _in_background(work: Callable[..., None], *values: Any) -> None:
    threading.Thread(target=work, args=values, daemon=True).start()


def _is_ready(worker: _Worker) -> bool:
    try:
        return bool(worker.pipe.poll(GETTING_READY_SECONDS) and worker.pipe.recv() == READY)
    except (EOFError, OSError):
        return False


def _serve(
    pipe: Connection, prepare: Callable[[], None] | None, warm_up: Callable[[], None] | None, turn: Connection
) -> None:
    """The life of a worker: get ready, then answer jobs until the pipe closes."""
    _limit_memory()
    if prepare:
        prepare()
    pipe.send(READY)
    _in_background(_warm_up_in_turn, warm_up, turn)
    while True:
        try:
            job, values = pipe.recv()
        except EOFError:
            return
        try:
            answer = (True, job(*values))
        except Exception as error:  # a job's error belongs to whoever asked for it
            answer = (False, f"{type(error).__name__}: {error}")
        pipe.send(answer)


def _warm_up_in_turn(warm_up: Callable[[], None] | None, turn: Connection) -> None:
    """Wait for one's turn, warm up, and give it back by closing; a process that dies closes too."""
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
