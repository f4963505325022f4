"""Pictures of every screen, phone and desktop, by day and by night: `python -m tests.kit.screenshots`."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from hatch_build import build_app, static_folder
from tests.kit.browser import ROOT, app_server, launch
from tests.kit.tour import tour
from tests.kit.visitor import visitor

FOLDER = ROOT / "out" / "screenshots"


def main() -> None:
    """Take them all."""
    build_app(ROOT, static_folder(ROOT))
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        app_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for phone, dark in ((True, False), (False, False), (True, True), (False, True)):
            look = f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
            guest = visitor(browser, server.url, phone=phone, dark=dark)
            for screen in tour(guest):
                guest.page.wait_for_timeout(400)  # letters and pictures come in
                guest.page.screenshot(path=FOLDER / f"{screen}-{look}.png")
        browser.close()


if __name__ == "__main__":
    main()
