"""Printing for the server: one worker process, started with the first job, and a cache of its output."""

import hashlib
import json
from collections import OrderedDict
from importlib.util import find_spec
from typing import Final

from tumbletrip.host.ports import Ticket, Urgency
from tumbletrip.host.thinking.workers import WorkerPool
from tumbletrip.sheets.press import Job, print_pdf, print_pictures

PRINT_SECONDS: Final = 180.0  # 200 sheets take six on an idle core, and many times that on a busy one
MAX_QUEUED: Final = 12
MAX_QUEUED_EACH: Final = 3  # of one address
NICENESS: Final = 10  # prints give way to moves and bots on a busy machine
CACHE_BYTES: Final = 64 * 1024 * 1024


class Printer:
    """Prints one job at a time; repeated jobs are answered from the cache."""

    def __init__(self) -> None:
        """No process is started before the first job."""
        self._pool = WorkerPool(
            1,
            queue_size=MAX_QUEUED,
            queue_size_each=MAX_QUEUED_EACH,
            starts_with_first_job=True,
            niceness=NICENESS,
        )
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self.is_installed = find_spec("typst") is not None  # the optional dependency for printing

    async def pdf(self, job: Job, address: str) -> bytes:
        """All pages as PDF; raises JobFailed if too many jobs wait or it takes too long."""
        return await self._printed(job, "pdf", address)

    async def preview(self, job: Job, address: str) -> bytes:
        """The first page as SVG; raises JobFailed likewise."""
        return await self._printed(job, "svg", address)

    async def _printed(self, job: Job, kind: str, address: str) -> bytes:
        key = _cache_key(job, kind)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        ticket = Ticket(Urgency.PRINT, address)
        output: bytes = await self._pool.run(_print, job, kind, seconds=PRINT_SECONDS, ticket=ticket)
        self._remember(key, output)
        return output

    def _remember(self, key: str, output: bytes) -> None:
        self._cache[key] = output
        while sum(map(len, self._cache.values())) > CACHE_BYTES:
            self._cache.popitem(last=False)

    def close(self) -> None:
        """End the worker process."""
        self._pool.close()


def _cache_key(job: Job, kind: str) -> str:
    text = json.dumps([job.template, kind, job.data], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _print(job: Job, kind: str) -> bytes:
    """Print a job; runs in the worker process."""
    return print_pdf(job) if kind == "pdf" else print_pictures(job, "svg")[0]
