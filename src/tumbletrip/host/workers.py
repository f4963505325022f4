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
from multiprocessing.synchronize import Lock
from typing import Any

import structlog

MEMORY_LIMIT_BYTES = 6 * 1024**3  # of address space; compilers and numeric libraries reserve much of it
GETTING_READY_SECONDS = 600.0  # a new process may have to compile code first
POLL_SECONDS = 0.5
READY = "ready"

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
        self._turn = self._context.Lock()
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._alive: set[_Worker] = set()
        self._expected = size  # processes that work, or will
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="worker")
        self._slots = asyncio.Semaphore(queue_size)
        self._closed = threading.Event()
        threading.Thread(target=self._start, args=(size,), daemon=True).start()

    async def run(self, job: Callable[..., Any], *values: Any, seconds: float) -> Any:
        """The job's result; raises JobFailed when it cannot be had in time."""
        if self._slots.locked() or self._closed.is_set():
            raise JobFailed("too many jobs are waiting")
        async with self._slots:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._run, job, values, seconds)

    def _start(self, count: int) -> None:
        """Start processes one after the other."""
        for _ in range(count):
            if self._closed.is_set():
                return
            ours, theirs = self._context.Pipe()
            values = (theirs, self._prepare, self._warm_up, self._turn)
            process = self._context.Process(target=_serve, args=values, daemon=True)
            process.start()
            theirs.close()
            worker = _Worker(process, ours)
            self._alive.add(worker)
            if _is_ready(worker):
                self._idle.put(worker)
            elif not self._closed.is_set():
                log.error("worker_not_ready")
                self._expected -= 1
                self._kill(worker)

    def _run(self, job: Callable[..., Any], values: tuple[Any, ...], seconds: float) -> Any:
        worker = self._take_worker()
        try:
            worker.pipe.send((job, values))
            if not worker.pipe.poll(seconds):
                raise JobFailed(f"no answer within {seconds} s")
            ok, result = worker.pipe.recv()
        except Exception as error:  # too late, dead, or values that cannot travel: a new process is safe
            self._kill(worker)
            threading.Thread(target=self._start, args=(1,), daemon=True).start()
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
                return self._idle.get(timeout=POLL_SECONDS)
        raise JobFailed("no process is ready")

    def _kill(self, worker: _Worker) -> None:
        self._alive.discard(worker)
        worker.kill()

    def close(self) -> None:
        """End all processes, also those at work: what they work for is over."""
        self._closed.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in tuple(self._alive):
            worker.process.kill()


def _is_ready(worker: _Worker) -> bool:
    try:
        return bool(worker.pipe.poll(GETTING_READY_SECONDS) and worker.pipe.recv() == READY)
    except (EOFError, OSError):
        return False


def _serve(
    pipe: Connection, prepare: Callable[[], None] | None, warm_up: Callable[[], None] | None, turn: Lock
) -> None:
    """The life of a worker: get ready, then answer jobs until the pipe closes."""
    _limit_memory()
    if prepare:
        prepare()
    pipe.send(READY)
    if warm_up:
        threading.Thread(target=_take_turn, args=(warm_up, turn), daemon=True).start()
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


def _take_turn(warm_up: Callable[[], None], turn: Lock) -> None:
    """Warm up one process after the other: the first fills the cache of compiled code for the rest.

    One that is killed meanwhile never gives the turn back, so nobody waits for it without end.
    """
    has_turn = turn.acquire(timeout=GETTING_READY_SECONDS)
    try:
        warm_up()
    finally:
        if has_turn:
            turn.release()


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
