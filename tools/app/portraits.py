"""Pictures of both games for the front page and for links in other apps: `python -m tools.app.portraits`."""

import io
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from tests.kit.browser.browser import ROOT, built_app
from tumbletrip.games.dicetrip.inviting import PICTURED
from tumbletrip.server.http.invitations import HEIGHT, WIDTH

FRONTEND = ROOT / "frontend"
FOLDER = FRONTEND / "public" / "invitation"
HERO = FRONTEND / "src" / "lib" / "tumblin" / "board"
SHEETS = {"france": "dicetrip.svg", "germany": "dicetrip-germany.svg"}  # in docs/pictures
SLOWEST_MS = 180_000  # the board in all its light, painted without a graphics chip
# From beside the player, a little above the board: its stairs are seen to lead down.
VIEW = {"from": [-0.72, -0.5, 0.72], "at": [0.185, 0.03, -0.01], "angle": 29}
WIDE_VIEW = {"from": [-0.34, -0.78, 0.56], "at": [0.2, 0.03, 0.035], "angle": 25}
TITLE = """
<h1 style="position: fixed; z-index: 10000; left: 56px; top: 44px; margin: 0; color: #fff4e0;
  font: 700 92px/1 var(--display)">Tumblin-Dice</h1>
"""
CARD = """
<style>
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #f6efe2; color: #22303f }
  h1 { position: fixed; left: 64px; top: 170px; margin: 0; font: 700 124px/0.95 var(--display) }
  ul { position: fixed; left: 64px; top: 440px; margin: 0; padding: 0; display: flex; gap: 16px }
  li { list-style: none; width: 78px; height: 78px; border-radius: 16px; color: #fff; text-align: center;
    font: 700 56px/86px var(--display); box-shadow: 0 5px 10px rgb(60 40 10 / 35%) }
  .map { position: fixed; right: 40px; top: -24px; height: 700px; transform: rotate(3deg);
    filter: drop-shadow(0 8px 18px rgb(60 40 10 / 35%)) }
</style>
<h1>Dice<br>Trip</h1>
<ul><li style="background: #c8322b">4</li><li style="background: #1e5fae">2</li>
<li style="background: #2e8b57">6</li><li style="background: #c98a00">1</li></ul>
"""


def main() -> None:
    """Paint the board for the front page by day and by night, and a card for each game and map."""
    with built_app() as (browser, url):
        script = _bundle()
        for mood in ("day", "night"):
            wish = {"width": 1120, "height": 1000, "mood": mood, **VIEW}
            _save(_board(browser, url, script, wish), HERO / f"board-{mood}.webp", 74)
        wish = {"width": WIDTH, "height": HEIGHT, "mood": "day", **WIDE_VIEW}
        _save(_board(browser, url, script, wish, TITLE), FOLDER / "tumblin.jpg", 84)
        for board in PICTURED:
            _save(_card(browser, url, board), FOLDER / f"dicetrip-{board}.jpg", 84)


def _bundle() -> str:
    """The painter of the board with the scene of the app, as one script."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "portrait.js"
        words = ("portrait/board.ts", "--tsconfig", "tsconfig.json", "--format", "iife", "--file", str(file))
        command = [str(FRONTEND / "node_modules" / ".bin" / "rolldown"), *words]
        subprocess.run(command, cwd=FRONTEND, check=True, capture_output=True)
        return file.read_text("utf-8")


def _board(browser: Browser, url: str, script: str, wish: dict[str, Any], title: str = "") -> Image.Image:
    """The board in the app's own 3D scene."""
    page = _page(browser, url, wish["width"], wish["height"])
    page.add_script_tag(content=script)
    page.evaluate(
        "async (wish) => paintBoard(await (await fetch('/api/boards/varnished')).json(), wish)", wish
    )
    page.evaluate("(title) => document.body.insertAdjacentHTML('beforeend', title)", title)
    return _photograph(page)


def _card(browser: Browser, url: str, board: str) -> Image.Image:
    """A finished sheet of a board beside the game's name and its dice."""
    page = _page(browser, url, WIDTH, HEIGHT)
    sheet = (ROOT / "docs" / "pictures" / SHEETS[board]).read_text("utf-8")
    svg = sheet[sheet.index("<svg") :].replace("<svg", '<svg class="map"', 1)
    page.evaluate("(card) => (document.body.innerHTML = card)", CARD + svg)
    return _photograph(page)


def _page(browser: Browser, url: str, width: int, height: int) -> Page:
    """A page of the app, for its letters, on which anything may be painted."""
    size = ViewportSize(width=width, height=height)
    page = browser.new_context(viewport=size, bypass_csp=True).new_page()
    page.set_default_timeout(SLOWEST_MS)
    page.goto(f"{url}/rules")
    page.get_by_role("heading", level=1).wait_for()
    return page


def _photograph(page: Page) -> Image.Image:
    """The page as a picture; it is closed."""
    page.evaluate("document.fonts.ready")
    picture = Image.open(io.BytesIO(page.screenshot(timeout=SLOWEST_MS))).convert("RGB")
    page.context.close()
    return picture


def _save(picture: Image.Image, path: Path, quality: int) -> None:
    path.parent.mkdir(exist_ok=True)
    picture.save(path, quality=quality, method=6, optimize=True)


if __name__ == "__main__":
    main()
