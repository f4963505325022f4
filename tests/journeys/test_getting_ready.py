"""Where nothing is compiled yet, a table says how far its bots are instead of waiting blindly."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import app_server
from tests.kit.browser.flicker import Flicker

pytestmark = pytest.mark.slow

PERCENT = re.compile(r"\b\d\d?\s%\sready")


def test_tables_of_both_games_tell_how_far_their_champion_is(
    tmp_path: Path, welcome: Welcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The champions are the last of their games to get ready, long after both pages are open."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    with app_server(tmp_path) as server:
        ada, ben = welcome(server), Flicker(welcome(server))
        ada.visit("/new?mode=device")
        ada.page.get_by_label(ada.says("name_of", number=1)).fill("Ada")
        ada.page.locator("#who-1").select_option("bot")
        ada.page.locator("#level-1").select_option("champion")
        ada.press("open_table")
        expect(ada.page.get_by_role("button", name=PERCENT)).to_be_visible()
        ben.set_up("Ben", bots=1)
        ben.guest.page.locator("#level-1").select_option("champion")
        ben.guest.press("open_table")
        ben.roll_for_order()
        if ben.guest.page.locator(".hand").is_visible():
            ben.flick_without_looking([{}])
        expect(ben.guest.page.get_by_role("status").filter(has_text=PERCENT)).to_be_visible()
