"""The device as the page's worker asks it: texts in, texts out."""

import json
import random
from collections.abc import Awaitable, Collection, Mapping
from typing import Protocol

from tumbletrip.bots.dicetrip.machine import running, wasm
from tumbletrip.local.device import Device, HangUp, Say
from tumbletrip.local.journal import JournalFull, JournalLost, NewerJournal
from tumbletrip.local.learning import Fetch, PageLearning
from tumbletrip.local.thinking import LoadPhysics, PageThinking

WRITTEN, FULL = "written", "full"


class PageJournal(Protocol):
    """The journal as the page keeps it: IndexedDB."""

    def read(self) -> Awaitable[str]:
        """All rows, as JSON."""

    def write(self, rows: str, gone: str) -> Awaitable[str]:
        """Put and remove rows, given as JSON: `written` once they are durable, `full`, or another word."""


class BrowserJournal:
    """A device's journal in the page's storage."""

    def __init__(self, page: PageJournal) -> None:
        """What the page offers."""
        self._page = page

    async def read(self) -> Mapping[str, str]:
        """All rows."""
        rows: dict[str, str] = json.loads(await self._page.read())
        return rows

    async def write(self, rows: Mapping[str, str], gone: Collection[str]) -> None:
        """Put rows and remove others, all or none; raises JournalFull or JournalLost."""
        word = await self._page.write(json.dumps(dict(rows)), json.dumps(sorted(gone)))
        if word == FULL:
            raise JournalFull
        if word != WRITTEN:
            raise JournalLost(word)


class Page:
    """One device, opened for a page; every method takes and gives texts and numbers only."""

    def __init__(
        self, journal: PageJournal, say: Say, hang_up: HangUp, load: LoadPhysics, fetch: Fetch
    ) -> None:
        """Not open yet. Bots think in the page's WebAssembly: Numba's code is not for it. `load` is slow."""
        random.seed()  # the memory of a page may be a copy of an earlier one's
        running.use(wasm.page_machine())
        self._device = Device(
            BrowserJournal(journal), say, hang_up, think=PageThinking(load), learn=PageLearning(fetch)
        )

    async def open(self) -> str:
        """`open`, or `newer` if a newer program wrote the journal."""
        try:
            await self._device.__aenter__()
        except NewerJournal:
            return "newer"
        return "open"

    async def request(self, method: str, path: str, headers: str, body: str) -> str:
        """The answer to a request: status, media type and body, as JSON."""
        answer = await self._device.request(method, path, json.loads(headers), body)
        return json.dumps([answer.status, answer.media_type, answer.body])

    def trouble(self) -> str:
        """Why nothing can be kept at the moment: `full`, `lost`, or nothing."""
        trouble = self._device.store.trouble
        return "" if trouble is None else FULL if isinstance(trouble, JournalFull) else "lost"

    def dial(self, line: int) -> None:
        """Open a line."""
        self._device.dial(line)

    async def hear(self, line: int, table: str, text: str) -> None:
        """Take a frame of a line to a table."""
        await self._device.hear(line, table, text)

    def hang_up(self, line: int) -> None:
        """The page has closed a line."""
        self._device.hang_up(line)
