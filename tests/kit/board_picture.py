"""The picture of the board in the README, in the finest light: `python -m tests.kit.board_picture`."""

import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize, expect, sync_playwright

from hatch_build import build_app, static_folder
from tests.kit.browser import ROOT, app_server, launch
from tests.kit.flicker import Flicker
from tests.kit.screenshots import SLOWEST_MS
from tests.kit.tumblin_tour import ROUND
from tests.kit.visitor import visitor

PICTURE = ROOT / "docs" / "pictures" / "tumblin-dice.jpg"
WINDOW = ViewportSize(width=1360, height=760)
WITHOUT_BUTTONS = ".cameras, .over { display: none !important }"


def main() -> None:
    """Play most of a round, then take the picture."""
    build_app(ROOT, static_folder(ROOT))
    expect.set_options(timeout=SLOWEST_MS)
    with (
        tempfile.TemporaryDirectory() as folder,
        app_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        guest = visitor(browser, server.url, phone=False)
        guest.page.set_default_timeout(SLOWEST_MS)
        guest.page.set_viewport_size(WINDOW)
        player = Flicker(guest)
        player.choose_board(flat=True, effects="fine")
        player.sit_down("Ada", "Bob", preset="duel-nine")
        player.flick_without_looking((*ROUND, *ROUND[3:7]))
        player.expect_dice(len(ROUND) + 5)
        guest.press("td_flat")
        player.expect_board()
        board = guest.page.locator("[role=application] canvas")
        board.screenshot(path=PICTURE, type="jpeg", quality=84, style=WITHOUT_BUTTONS)
        browser.close()


if __name__ == "__main__":
    main()
