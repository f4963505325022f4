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
CACHE_BYTES: Final = 8_000_000  # a class that prints the same sheets; more is memory that guests could fill


class PrintCache:
    """The newest prints that fit into a number of bytes, by their key."""

    def __init__(self, most_bytes: int) -> None:
        """Empty; `most_bytes` is for all prints together."""
        self._prints: OrderedDict[str, bytes] = OrderedDict()
        self._most_bytes = most_bytes
        self.bytes_held = 0

    def find(self, key: str) -> bytes | None:
        """The print of this key, if it is still held."""
        if key in self._prints:
            self._prints.move_to_end(key)
        return self._prints.get(key)

    def keep(self, key: str, output: bytes) -> None:
        """Hold a print as long as there is room; those that nobody asked for longest go first."""
        if key in self._prints or len(output) > self._most_bytes:
            return  # two asked at once, or it would drive out all others and itself
        self._prints[key] = output
        self.bytes_held += len(output)
        while self.bytes_held > self._most_bytes:
            _, oldest = self._prints.popitem(last=False)
            self.bytes_held -= len(oldest)


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
        self._cache = PrintCache(CACHE_BYTES)
        self.is_installed = find_spec("typst") is not None  # the optional dependency for printing

    async def pdf(self, job: Job, address: str) -> bytes:
        """All pages as PDF; raises JobFailed if too many jobs wait or it takes too long."""
        return await self._printed(job, "pdf", address)

    async def preview(self, job: Job, address: str) -> bytes:
        """The first page as SVG; raises JobFailed likewise."""
        return await self._printed(job, "svg", address)

    async def _printed(self, job: Job, kind: str, address: str) -> bytes:
        key = _cache_key(job, kind)
        if (kept := self._cache.find(key)) is not None:
            return kept
        ticket = Ticket(Urgency.PRINT, address)
        output: bytes = await self._pool.run(_print, job, kind, seconds=PRINT_SECONDS, ticket=ticket)
        self._cache.keep(key, output)
        return output

    def close(self) -> None:
        """End the worker process."""
        self._pool.close()


def _cache_key(job: Job, kind: str) -> str:
    text = json.dumps([job.template, kind, job.data], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _print(job: Job, kind: str) -> bytes:
    """Print a job; runs in the worker process."""
    return print_pdf(job) if kind == "pdf" else print_pictures(job, "svg")[0]
