"""The server's printing press: a process of its own, started at the first sheet, and what it made lately."""

import hashlib
import json
from collections import OrderedDict
from importlib.util import find_spec
from typing import Final

from tumbletrip.host.workers import WorkerPool
from tumbletrip.sheets.press import Job, print_pdf, print_pictures

PRINT_SECONDS: Final = 60.0  # 200 sheets take about ten on one core
MOST_WAITING: Final = 12
MOST_KEPT_BYTES: Final = 64 * 1024 * 1024


class Printer:
    """Prints one job at a time; the same sheets again come from memory."""

    def __init__(self) -> None:
        """Nothing is started before the first job."""
        self._pool: WorkerPool | None = None
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    @property
    def is_there(self) -> bool:
        """Whether the extra that prints is installed."""
        return find_spec("typst") is not None

    async def pdf(self, job: Job) -> bytes:
        """All pages; raises JobFailed when too many wait, or it takes too long."""
        return await self._made(job, "pdf")

    async def preview(self, job: Job) -> bytes:
        """The first page as SVG."""
        return await self._made(job, "svg")

    async def _made(self, job: Job, kind: str) -> bytes:
        name = _name(job, kind)
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        if self._pool is None:
            self._pool = WorkerPool(1, queue_size=MOST_WAITING)
        made: bytes = await self._pool.run(_print, job, kind, seconds=PRINT_SECONDS)
        self._keep(name, made)
        return made

    def _keep(self, name: str, made: bytes) -> None:
        self._kept[name] = made
        while sum(map(len, self._kept.values())) > MOST_KEPT_BYTES:
            self._kept.popitem(last=False)

    def close(self) -> None:
        """End the process."""
        if self._pool:
            self._pool.close()


def _name(job: Job, kind: str) -> str:
    text = json.dumps([job.template, kind, job.data], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _print(job: Job, kind: str) -> bytes:
    """The work of the printing process."""
    return print_pdf(job) if kind == "pdf" else print_pictures(job, "svg")[0]
