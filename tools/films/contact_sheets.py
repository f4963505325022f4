"""Flicks frame by frame, on sheets to look at: `python -m tools.films.contact_sheets [phone-light ...]`.

The page's time stands still and goes on by steps, so that a film is seen evenly however slowly it is painted:
a flick of one's own from the finger on, and the bot's answer from its aim on. Sheets lie in `out/contact`.
"""

import base64
import io
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, expect, sync_playwright

from hatch_build import build_app, static_folder
from tests.kit.browser.browser import ROOT, app_server, launch
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import BOT_PATIENCE_MS, Visitor, visitor

FOLDER: Final = ROOT / "out" / "contact"
LOOKS: Final = ("phone-light", "phone-dark", "desktop-light", "desktop-dark")
STEP_MS: Final = 80
OWN_FRAMES, BOT_FRAMES = 30, 36
ON_A_SHEET: Final = 12
SHEETS: Final = {True: (6, 240), False: (3, 520)}  # on a phone or not: pictures in a row, and their width
FEWEST_BEFORE: Final = 3  # of Ada's dice that lie there, and as many of the bot's


def main() -> None:
    """Take the sheets of all looks, or of those that are named."""
    build_app(ROOT, static_folder(ROOT))
    expect.set_options(timeout=BOT_PATIENCE_MS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        app_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for look in sys.argv[1:] or LOOKS:
            _look(browser, server.url, look)
        browser.close()


def _look(browser: Browser, url: str, look: str) -> None:
    """A few flicks that nobody looks at, then the two that are filmed."""
    is_phone = look.startswith("phone")
    guest = visitor(browser, url, phone=is_phone, dark=look.endswith("dark"), is_still=False)
    guest.page.set_default_timeout(BOT_PATIENCE_MS)
    flicked = _flicks_heard(guest)
    guest.page.clock.install()
    player = Flicker(guest)
    player.choose_board(flat=False, effects="fine")
    player.sit_down("Ada", bots=1)
    for number in range(FEWEST_BEFORE):
        player.expect_turn()
        player.flick_without_looking([{"speed_mps": 1.2 + 0.1 * number, "azimuth": 0.15 * (number - 1)}])
    player.expect_turn()
    player.expect_board()
    guest.page.clock.pause_at(time.time() + 3600)
    before = len(flicked)
    player.swipe(sideways=0.05, pixels=130)
    own = list(_frames(guest, 2))  # the die leaves before anybody has answered
    _until(guest, flicked, before + 1)
    own += _frames(guest, OWN_FRAMES)
    _until(guest, flicked, before + 2)
    _save(own, is_phone, f"{look}-own")
    _save(list(_frames(guest, BOT_FRAMES)), is_phone, f"{look}-bot")
    guest.page.context.close()


def _flicks_heard(guest: Visitor) -> list[str]:
    """What the table's socket says of flicks, as it comes."""
    heard: list[str] = []

    def note(payload: str | bytes) -> None:
        if '"flicked"' in str(payload):
            heard.append(str(payload)[:80])

    guest.page.on("websocket", lambda socket: socket.on("framereceived", note))
    return heard


def _until(guest: Visitor, heard: list[str], count: int) -> None:
    while len(heard) < count:
        guest.page.wait_for_timeout(50)


def _frames(guest: Visitor, count: int) -> Iterator[Image.Image]:
    # Not by `page.screenshot`: it waits for frames of the page's own clock, which stands still.
    session = guest.page.context.new_cdp_session(guest.page)
    for _ in range(count):
        taken = session.send("Page.captureScreenshot")["data"]
        yield Image.open(io.BytesIO(base64.b64decode(taken))).convert("RGB")
        guest.page.clock.run_for(STEP_MS)
    session.detach()


def _save(frames: list[Image.Image], is_phone: bool, name: str) -> None:
    """Pictures with their times."""
    across, width = SHEETS[is_phone]
    height = round(frames[0].height * width / frames[0].width)
    for number, first in enumerate(range(0, len(frames), ON_A_SHEET)):
        sheet = Image.new("RGB", (across * width, ON_A_SHEET // across * height))
        for place, frame in enumerate(frames[first : first + ON_A_SHEET]):
            small = frame.resize((width, height), Image.Resampling.LANCZOS)
            ImageDraw.Draw(small).text((4, 4), f"{(first + place) * STEP_MS} ms", fill="red")
            sheet.paste(small, (place % across * width, place // across * height))
        sheet.save(FOLDER / f"{name}-{number + 1}.png")


if __name__ == "__main__":
    main()
