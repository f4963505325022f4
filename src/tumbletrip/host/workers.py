"""Processes that think and simulate: each job has a time limit, each process a memory limit (F17)."""

import asyncio
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

MEMORY_LIMIT_BYTES = 6 * 1024**3  # of address space; compilers and numeric libraries reserve much of it


class JobFailed(Exception):
    """A job raised, took too long, or its process died; the pool goes on with a new process."""


@dataclass(slots=True)
class _Worker:
    process: multiprocessing.process.BaseProcess
    pipe: Connection

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class WorkerPool:
    """A few processes that run one job at a time each. Jobs are module functions with picklable values."""

    def __init__(self, size: int, prepare: Callable[[], None] | None = None, queue: int = 200) -> None:
        """`prepare` runs once in every new process; at most `queue` jobs wait or run at a time."""
        self._context = multiprocessing.get_context("spawn")
        self._prepare = prepare
        self._idle: list[_Worker] = []
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="worker")
        self._slots = asyncio.Semaphore(queue)
        self._closed = False

    async def run(self, job: Callable[..., Any], *values: Any, seconds: float) -> Any:
        """The job's result; raises JobFailed when it cannot be had in time."""
        if self._slots.locked():
            raise JobFailed("too many jobs are waiting")
        async with self._slots:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._run, job, values, seconds)

    def _run(self, job: Callable[..., Any], values: tuple[Any, ...], seconds: float) -> Any:
        worker = self._take()
        try:
            worker.pipe.send((job, values))
            if not worker.pipe.poll(seconds):
                raise JobFailed(f"no answer within {seconds} s")
            ok, result = worker.pipe.recv()
        except (EOFError, OSError, JobFailed) as error:
            worker.kill()
            raise JobFailed(str(error) or "the process died") from error
        self._give_back(worker)
        if not ok:
            raise JobFailed(result)
        return result

    def _take(self) -> _Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._prepare), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def _give_back(self, worker: _Worker) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(worker)
                return
        worker.kill()

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _serve(pipe: Connection, prepare: Callable[[], None] | None) -> None:
    """The life of a worker: answer jobs until the pipe closes."""
    _limit_memory()
    if prepare:
        prepare()
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


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
