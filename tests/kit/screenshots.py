"""Pictures of every screen, phone and desktop, day and night: `python -m tests.kit.screenshots [tumblin]`."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from hatch_build import build_app, static_folder
from tests.kit.browser import ROOT, app_server, launch
from tests.kit.tour import tour
from tests.kit.tumblin_tour import tumblin_tour
from tests.kit.visitor import Visitor, visitor

SLOWEST_MS = 180_000  # the board in all its light, painted without a graphics chip
FOLDER = ROOT / "out" / "screenshots"


def _in_fine_light(guest: Visitor) -> Iterator[str]:
    return tumblin_tour(guest, effects="fine")


TOURS = {"dicetrip": tour, "tumblin": _in_fine_light}


def main() -> None:
    """Take them all."""
    build_app(ROOT, static_folder(ROOT))
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=SLOWEST_MS)
    with (
        tempfile.TemporaryDirectory() as folder,
        app_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for phone, dark in ((True, False), (False, False), (True, True), (False, True)):
            look = f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
            for name, lead in TOURS.items():
                if name not in (sys.argv[1:] or TOURS):
                    continue
                guest = visitor(browser, server.url, phone=phone, dark=dark)
                guest.page.set_default_timeout(SLOWEST_MS)
                for screen in lead(guest):
                    guest.page.wait_for_timeout(400)  # letters and pictures come in
                    guest.page.screenshot(path=FOLDER / f"{screen}-{look}.png")
                guest.page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
