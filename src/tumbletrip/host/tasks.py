"""Background tasks of a host: references are kept, failures are logged, all are cancelled at the end."""

import asyncio
from collections.abc import Coroutine

from tumbletrip.core.logs import get_logger

log = get_logger(__name__)


class Tasks:
    """A group of asyncio tasks that ends together."""

    def __init__(self) -> None:
        """No task is running."""
        self._running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a task; if it fails, the error is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception():
            log.error("task_failed", error=repr(task.exception()))

    async def end(self) -> None:
        """Cancel all running tasks and wait for them."""
        tasks = tuple(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
