"""Pictures of every screen, in all sizes and languages: `python -m tools.app.screenshots [tumblin]`."""

import sys
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, expect

from tests.kit.browser.browser import ROOT, built_app
from tests.kit.browser.tour import tour
from tests.kit.browser.tumblin_tour import tumblin_tour
from tests.kit.browser.visitor import PHONE, Visitor, visitor
from tumbletrip.core.texts import LANGUAGES

SLOWEST_MS = 180_000  # the board in all its light, painted without a graphics chip
FOLDER = ROOT / "out" / "screenshots"
SIZES = ((320, 568), (360, 640), (390, 844), (768, 1024), (844, 390), (1440, 900))
LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def dicetrip(browser: Browser, url: str) -> None:
    """One tour for each language; every screen is resized, and seen by day and by night."""
    for language in LANGUAGES:
        guest = _guest(visitor(browser, url, language=language))
        for screen in tour(guest):
            guest.page.wait_for_timeout(400)  # letters and pictures come in
            for width, height in SIZES:
                guest.page.set_viewport_size(ViewportSize(width=width, height=height))
                for light in LIGHTS:
                    guest.page.emulate_media(color_scheme=light)
                    picture = FOLDER / language / f"{screen}-{width}x{height}-{light}.png"
                    guest.page.screenshot(path=picture, animations="disabled", scale="css")
            guest.page.emulate_media(color_scheme="light")
            guest.page.set_viewport_size(PHONE)
        guest.page.context.close()


def tumblin(browser: Browser, url: str) -> None:
    """The board in fine light takes seconds to paint: one tour for each look, in English."""
    for phone, dark in ((True, False), (False, False), (True, True), (False, True)):
        look = f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
        guest = _guest(visitor(browser, url, phone=phone, dark=dark))
        for screen in tumblin_tour(guest, effects="fine"):
            guest.page.wait_for_timeout(400)
            guest.page.screenshot(path=FOLDER / f"{screen}-{look}.png")
        guest.page.context.close()


def _guest(guest: Visitor) -> Visitor:
    guest.page.set_default_timeout(SLOWEST_MS)
    return guest


TOURS = {"dicetrip": dicetrip, "tumblin": tumblin}


def main() -> None:
    """Take them all."""
    expect.set_options(timeout=SLOWEST_MS)
    with built_app() as (browser, url):
        for name in sys.argv[1:] or TOURS:
            TOURS[name](browser, url)


if __name__ == "__main__":
    main()
