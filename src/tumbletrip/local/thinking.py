"""The jobs of a device: done at once in its one thread, as soon as the physics they need is loaded."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tumbletrip.host.ports import HOUSE, JobFailed, RunJob, Ticket
from tumbletrip.tumblin.physics import stepping
from tumbletrip.tumblin.physics.engines.page import PageEngine, PagePhysics

LoadPhysics = Callable[[], Awaitable[PagePhysics]]


async def think_here(job: Callable[..., Any], *values: Any, seconds: float, ticket: Ticket = HOUSE) -> Any:
    """Run a job at once, in this thread: a device has no other."""
    del seconds, ticket
    return job(*values)


class Background:
    """Jobs that nobody waits for: before each one, all else that waits in this thread has its turn."""

    def __init__(self, think: RunJob) -> None:
        """Whoever does the jobs."""
        self._think = think

    async def __call__(
        self, job: Callable[..., Any], *values: Any, seconds: float, ticket: Ticket = HOUSE
    ) -> Any:
        """Run a job once nothing else is to be done; raises JobFailed, as worker processes do."""
        await asyncio.sleep(0)
        try:
            return await self._think(job, *values, seconds=seconds, ticket=ticket)
        except Exception as error:  # a job may raise anything, and every caller awaits JobFailed alone
            raise JobFailed(str(error)) from error


class PageThinking:
    """Jobs in a page, which loads its physics when a job first asks for it."""

    def __init__(self, load: LoadPhysics) -> None:
        """Until then there is none: the native one is not for pages."""
        self._load = load
        self._turn = asyncio.Lock()
        stepping.use(stepping.NO_ENGINE)

    async def __call__(
        self, job: Callable[..., Any], *values: Any, seconds: float, ticket: Ticket = HOUSE
    ) -> Any:
        """Run a job in this thread; raises JobFailed if its physics cannot be had."""
        try:
            return await think_here(job, *values, seconds=seconds, ticket=ticket)
        except stepping.EngineMissing:
            await self._get_physics()
            return await think_here(job, *values, seconds=seconds, ticket=ticket)

    async def _get_physics(self) -> None:
        async with self._turn:
            if stepping.engine() is not stepping.NO_ENGINE:
                return  # another job has waited for it meanwhile
            try:
                physics = await self._load()
            except Exception as error:  # whatever a page says: no connection, no room, a browser that cannot
                raise JobFailed("no physics") from error
            stepping.use(PageEngine(physics))
