"""Work in the background of a host: kept while it runs, named in the log if it fails, ended with the host."""

import asyncio
from collections.abc import Coroutine

import structlog

log = structlog.get_logger(__name__)


class Tasks:
    """The background work of one host."""

    def __init__(self) -> None:
        """Nothing to do yet."""
        self._running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception():
            log.error("task_failed", error=repr(task.exception()))

    async def end(self) -> None:
        """Cancel whatever still runs."""
        tasks = tuple(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
