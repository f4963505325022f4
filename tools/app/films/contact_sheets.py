"""Frames of a flick and of a bot's answer, side by side: `python -m tools.app.films.contact_sheets [LOOK …]`.

The page's time stands still while a picture is taken, so that a film is seen moment by moment however slowly
it is painted. Playwright's own screenshots wait for frames of that time; the browser's do not.
"""

import base64
import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, CDPSession, expect, sync_playwright

from hatch_build import build_app, static_folder
from tests.kit.browser.browser import ROOT, app_server, launch
from tests.kit.browser.flicker import PULL_PX, Flicker
from tests.kit.browser.tumblin_tour import ROUND
from tests.kit.browser.visitor import PATIENCE_MS, visitor

FOLDER: Final = ROOT / "out" / "contact_sheets"
LOOKS: Final = ("phone-light", "desktop-light", "phone-dark", "desktop-dark")
FRAME_MS: Final = 100  # between two pictures; the page has two frames for it
MOST_FRAMES: Final = 120  # a flick of each lasts half as long
PULLS: Final = (0.4, 0.8, 1.2)  # of an ordinary one
SHEET_FRAMES: Final = 24
CELL: Final = {"phone": (195, 8), "desktop": (360, 4)}  # width of a picture, and pictures in a row
# The board is painted as large as it is looked at: without a graphics chip every pixel takes its time.
PIXELS: Final = {"phone": 0.75, "desktop": 0.5}

# Style sheets have a time of their own: what moves by them is put on by hand.
MOVE_ON = """ms => {
  const seen = (window.movedByHand ??= new WeakSet());
  for (const motion of document.getAnimations()) {
    motion.pause();
    motion.currentTime = (seen.has(motion) ? Number(motion.currentTime) : 0) + ms;
    seen.add(motion);
  }
}"""

LYING = "most => document.querySelector('[role=application] canvas').stage.shown.length >= most"


@dataclass
class Camera:
    """Takes pictures of a page whose time it holds."""

    player: Flicker
    session: CDPSession
    now_ms: int = 0

    def hold(self) -> None:
        """Let the page's time stand still from here on."""
        page = self.player.guest.page
        page.clock.pause_at(page.evaluate("Date.now()") + 1)

    def move_on(self) -> None:
        """Let the next moment come, and be painted."""
        page = self.player.guest.page
        page.clock.fast_forward(FRAME_MS // 2)
        page.evaluate(MOVE_ON, FRAME_MS)
        page.clock.fast_forward(FRAME_MS // 2)
        self.now_ms += FRAME_MS

    def picture(self, width: int) -> Image.Image:
        """What is seen now, with its moment written on it."""
        shot = self.session.send("Page.captureScreenshot", {"format": "jpeg", "quality": 92})
        full = Image.open(io.BytesIO(base64.b64decode(shot["data"])))
        small = full.resize((width, round(full.height * width / full.width)), Image.Resampling.LANCZOS)
        pen = ImageDraw.Draw(small)
        pen.text((4, 2), f"{self.now_ms} ms", fill="white", stroke_width=2, stroke_fill="black")
        return small


def frames(player: Flicker, *, is_phone: bool) -> Iterator[Image.Image]:
    """A pull, its flick, and what a bot does next, until the next die is in the hand."""
    page = player.guest.page
    camera = Camera(player, page.context.new_cdp_session(page))
    width, _ = CELL["phone" if is_phone else "desktop"]
    camera.hold()
    yield camera.picture(width)
    x, y = player.grip()
    for share in (0.0, *PULLS):
        _finger(player, x - 0.1 * share * PULL_PX, y + share * PULL_PX, is_phone=is_phone, is_down=share == 0)
        camera.move_on()
        if share:
            yield camera.picture(width)
    _let_go(player, is_phone=is_phone)
    has_left = False
    for _ in range(MOST_FRAMES):
        camera.move_on()
        yield camera.picture(width)
        has_left = has_left or not player.hand.is_visible()
        if has_left and player.hand.is_visible():
            return
    raise AssertionError("the die never came back to the hand")


def _finger(player: Flicker, x: float, y: float, *, is_phone: bool, is_down: bool) -> None:
    if is_phone:
        player.touch(type="touchStart" if is_down else "touchMove", touchPoints=[{"x": x, "y": y}])
        return
    mouse = player.guest.page.mouse
    mouse.move(x, y)
    if is_down:
        mouse.down()


def _let_go(player: Flicker, *, is_phone: bool) -> None:
    if is_phone:
        player.touch(type="touchEnd", touchPoints=[])
    else:
        player.guest.page.mouse.up()


def film(browser: Browser, url: str, look: str) -> list[Path]:
    """The sheets of one look."""
    device, light = look.split("-")
    is_phone = device == "phone"
    guest = visitor(browser, url, phone=is_phone, dark=light == "dark", keeps_app=False)
    ratio = f"Object.defineProperty(window, 'devicePixelRatio', {{ get: () => {PIXELS[device]} }})"
    guest.page.add_init_script(ratio)
    guest.page.clock.install()
    player = Flicker(guest)
    player.choose_board(flat=False, effects="fine")
    player.sit_down("Ada", bots=1)
    for number, flick in enumerate(ROUND[:2]):  # so that there is something to hit
        player.expect_turn()
        player.flick_without_looking([flick])
        player.until(LYING, 2 * number + 3)  # both have flicked, and the next die is in the hand
    player.expect_turn()
    guest.page.emulate_media(reduced_motion="no-preference")
    guest.page.reload()  # the camera glides from the first frame on
    player.expect_turn()
    player.expect_board()
    written = []
    taken = list(frames(player, is_phone=is_phone))
    for number, start in enumerate(range(0, len(taken), SHEET_FRAMES), start=1):
        path = FOLDER / f"{look}-{number}.png"
        _sheet(taken[start : start + SHEET_FRAMES], CELL[device][1]).save(path)
        written.append(path)
    guest.page.context.close()
    return written


def _sheet(pictures: Sequence[Image.Image], per_row: int) -> Image.Image:
    width, height = pictures[0].size
    rows = -(-len(pictures) // per_row)
    sheet = Image.new("RGB", (width * per_row, height * rows), "white")
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (place % per_row * width, place // per_row * height))
    return sheet


def main() -> None:
    """Film the looks that are asked for, or all of them."""
    build_app(ROOT, static_folder(ROOT))
    expect.set_options(timeout=PATIENCE_MS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        app_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for look in sys.argv[1:] or LOOKS:
            for path in film(browser, server.url, look):
                sys.stdout.write(f"{path}\n")
        browser.close()


if __name__ == "__main__":
    main()
