"""The journal as a real browser keeps it: the app's own code on IndexedDB, in a page of Chromium."""

import asyncio
import json
import subprocess
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import psutil
from playwright.async_api import Browser, BrowserContext, Error, Page, Route, async_playwright

from tests.kit.browser.browser import ARGUMENTS, ROOT, chromium_path
from tumbletrip.local.page import BrowserJournal
from tumbletrip.local.store import JournalStore

SCRIPT = "window.journal = (await import('/journal.js')).Journal; window.isThere = true"
TRANSPILE = """import { readFileSync } from 'node:fs'; import ts from 'typescript';
const text = readFileSync('src/lib/local/journal.ts', 'utf-8');
const options = { compilerOptions: { module: 'esnext', target: 'es2022' } };
process.stdout.write(ts.transpileModule(text, options).outputText);"""
Found = TypeVar("Found")


class Chromium:
    """A browser with an event loop of its own: every test has another."""

    def __init__(self, loop: asyncio.AbstractEventLoop, page: Page) -> None:
        """Of a thread that lives as long as the module's tests."""
        self._loop = loop
        self._visits = count()
        self.page = page

    async def visit_new_origin(self) -> str:
        """Go where nothing is kept yet: its address."""
        origin = f"http://journal{next(self._visits)}.test"
        await self.do(self.page.goto(origin))
        await self.do(self.page.wait_for_function("window.isThere"))
        return origin

    async def do(self, work: Coroutine[Any, Any, Found]) -> Found:
        """Let the browser's thread do something, and wait for it."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))


@dataclass(frozen=True)
class PageJournal:
    """One opened journal of a page, as the device's Python sees it."""

    chromium: Chromium
    name: str

    async def read(self) -> str:
        """All rows, as JSON."""
        return str(await self.chromium.do(self.chromium.page.evaluate(f"window.{self.name}.read()")))

    async def write(self, rows: str, gone: str) -> str:
        """Put and remove rows: what the page says of it."""
        words = f"([rows, gone]) => window.{self.name}.write(rows, gone)"
        return str(await self.chromium.do(self.chromium.page.evaluate(words, [rows, gone])))


class JournalPage:
    """An origin of its own, whose journal can be opened again and again."""

    def __init__(self, chromium: Chromium) -> None:
        """Not visited yet: that is done with the first journal."""
        self._chromium = chromium
        self._origin = ""
        self._opened = count()

    async def open(self) -> JournalStore:
        """The store with all that the page keeps; raises NewerJournal."""
        await self.visit()
        name = f"journal{next(self._opened)}"
        await self.do(f"(async () => {{ window.{name} = new journal(); await window.{name}.open() }})()")
        store = JournalStore(BrowserJournal(PageJournal(self._chromium, name)))
        await store.open()
        return store

    async def visit(self) -> None:
        """Be there, once."""
        self._origin = self._origin or await self._chromium.visit_new_origin()

    async def do(self, script: str, value: Any = None) -> Any:
        """Run a script in the page."""
        return await self._chromium.do(self._chromium.page.evaluate(script, value))

    async def tell_browser(self, command: str, **values: Any) -> None:
        """What only the browser itself can do to a page's storage."""
        page = self._chromium.page
        session = await self._chromium.do(page.context.new_cdp_session(page))
        await self._chromium.do(session.send(command, {"origin": self._origin, **values}))


WRITE_ON = """async () => {
  window.own = new journal();
  await window.own.open();
  for (let n = 1; (await window.own.write(JSON.stringify({ [n]: `event ${n}` }), '[]')) === 'written'; n++)
    await acknowledged(n);
}"""
READ = "(async () => { const own = new journal(); await own.open(); return own.read() })()"


async def killed_while_writing(profile: Path, rows: int) -> int:
    """Kill a browser whose page writes row after row, once so many are acknowledged: how many were."""
    seen = 0
    enough = asyncio.Event()

    def hear(number: int) -> None:
        nonlocal seen
        seen = number
        if seen >= rows:
            enough.set()

    async with _own_browser(profile) as page:
        await page.expose_function("acknowledged", hear)
        writing = asyncio.create_task(page.evaluate(WRITE_ON))
        await enough.wait()
        _kill_browser_of(profile)
        try:
            await writing
        except Error:  # of a page that is gone
            return seen
        raise AssertionError("the page stopped writing by itself")


async def rows_kept(profile: Path) -> dict[str, str]:
    """What a browser's next start finds."""
    async with _own_browser(profile) as page:
        found: dict[str, str] = json.loads(await page.evaluate(READ))
    return found


@asynccontextmanager
async def _own_browser(profile: Path) -> AsyncIterator[Page]:
    """A page in a browser that keeps its storage on the disk."""
    async with async_playwright() as playwright:
        path = chromium_path(playwright)
        context = await playwright.chromium.launch_persistent_context(
            profile, executable_path=path, args=list(ARGUMENTS)
        )
        page = await _page_in(context)
        await page.goto("http://journal.test")
        await page.wait_for_function("window.isThere")
        yield page
        await context.close()


def _kill_browser_of(profile: Path) -> None:
    """End all its processes at once, as a flat battery would."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # one that has ended meanwhile, or is a zombie
            if f"--user-data-dir={profile}" in process.cmdline():
                process.kill()


async def _page_in(browser: Browser | BrowserContext) -> Page:
    """A page that finds the app's journal wherever it goes."""
    command = ["node", "--input-type=module", "-e", TRANSPILE]
    code = subprocess.run(command, cwd=ROOT / "frontend", capture_output=True, check=True, text=True).stdout

    async def answer(route: Route) -> None:
        if route.request.url.endswith(".js"):
            await route.fulfill(body=code, content_type="text/javascript")
        else:
            await route.fulfill(body=f'<script type="module">{SCRIPT}</script>', content_type="text/html")

    page = await browser.new_page()
    await page.route("**/*", answer)
    return page


@contextmanager
def chromium_of_its_own() -> Iterator[Chromium]:
    """A running Chromium, in a thread with a loop."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def run(work: Coroutine[Any, Any, Found]) -> Found:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    playwright = run(async_playwright().start())
    path = chromium_path(playwright)
    browser = run(playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS)))
    yield Chromium(loop, run(_page_in(browser)))
    run(browser.close())
    run(playwright.stop())
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
