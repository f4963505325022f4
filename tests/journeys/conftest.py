"""One browser and one server for all journeys of a process, each visitor with a storage of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from hatch_build import build_app, static_folder
from tests.kit.browser.browser import ROOT, AppServer, app_server, launch
from tests.kit.browser.visitor import PATIENCE_MS, Visitor, visitor

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session", autouse=True)
def app() -> None:
    """The app, built from the sources as they are."""
    build_app(ROOT, static_folder(ROOT))


@pytest.fixture(scope="module")  # its event loop must have ended when other tests start theirs
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """A running server that nobody kills."""
    with app_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[AppServer]:
    """A server of one's own, to be killed."""
    with app_server(tmp_path) as running:
        yield running


Welcome = Callable[..., Visitor]

# The board in space in a sixteenth of its pixels: here the processor paints them, and nobody looks at them.
# Three quarters of what a flick in space cost went there; pictures are taken by `tools.app`, in full.
COARSE = "Object.defineProperty(window, 'devicePixelRatio', { get: () => 0.25 })"


@pytest.fixture
def welcome(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Welcome]:
    """Lets visitors in; afterwards none of them may have seen an error.

    Where the server may go away, they keep the app; elsewhere that would be a third of a journey's cost.
    """
    visitors: list[Visitor] = []

    def let_in(server: AppServer, **wishes: bool | str) -> Visitor:
        wishes.setdefault("keeps_app", "own_server" in request.fixturenames)
        visitors.append(visitor(browser, server.url, **wishes))  # type: ignore[arg-type]  # named by the caller
        visitors[-1].page.add_init_script(COARSE)
        return visitors[-1]

    yield let_in
    complaints = [complaint for one in visitors for complaint in one.complaints]
    for one in visitors:
        one.page.context.close()
    assert complaints == []
