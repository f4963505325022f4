"""After the game, in a real browser: sheets to print, the challenge of the day, and one's own records."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer
from tests.kit.pdf import Pdf
from tumbletrip.core.texts import LANGUAGES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_are_looked_at_and_downloaded(server: AppServer, welcome: Welcome, language: str) -> None:
    guest = welcome(server, language=language, phone=True)
    guest.visit("/sheets")
    expect(guest.page.locator("figure .over")).to_have_count(0)
    guest.page.get_by_text("Letter", exact=True).click()
    guest.page.get_by_text("2", exact=True).click()
    guest.page.get_by_label(guest.says("sheets_copies")).fill("3")
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name=guest.says("sheets_download")).click()
    pdf = Pdf(Path(download.value.path()).read_bytes())
    assert len(pdf.pages) == 2
    assert pdf.language == language
    guest.page.get_by_label(guest.says("sheets_copies")).fill("500")
    expect(guest.page.get_by_role("alert")).to_contain_text("200")
    expect(guest.page.get_by_role("link", name=guest.says("sheets_download"))).to_have_count(0)
    guest.page.get_by_text("Tumblin-Dice", exact=True).click()
    expect(guest.page.get_by_role("img", name="Tumblin-Dice")).to_be_visible()
    assert "app." not in guest.page.inner_text("body")
    guest.expect_to_fit()


def test_a_day_is_played_once_and_its_results_follow(own_server: AppServer, welcome: Welcome) -> None:
    guest = welcome(own_server)
    guest.visit("/daily")
    guest.press("daily_play")
    guest.expect_round(1)
    guest.play_without_looking(until_round=3)
    guest.visit("/daily")
    expect(guest.usable("daily_go_on")).to_be_visible()
    guest.press("daily_go_on")
    guest.expect_round(3)
    guest.play_without_looking(until_round=14)
    guest.page.get_by_role("link", name=guest.says("daily"), exact=True).click()
    expect(guest.page.locator(".points b")).to_be_visible()
    expect(guest.page.get_by_text(guest.says("daily_first"))).to_be_visible()
    expect(guest.usable("daily_play")).to_have_count(0)
    friend = welcome(own_server, language="fr")
    friend.visit("/daily")
    expect(friend.page.get_by_text(friend.says("daily_played", count=1))).to_be_visible()
    expect(friend.page.get_by_role("link", name=friend.says("daily_mine"))).to_have_count(0)
    guest.page.get_by_role("link", name=guest.says("daily_mine")).click()
    expect(guest.page.get_by_role("slider")).to_be_visible()
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name=guest.says("record")).click()
    assert Path(download.value.path()).read_text("utf-8").startswith('[Game "dicetrip"]')
    replay = guest.page.url
    for address in (replay, replay.removesuffix("/replay"), replay.replace("/replay", "/analysis")):
        friend.page.goto(address)  # F63: what somebody shared shows nothing of the day
        expect(friend.page.get_by_text(friend.says("daily_sealed"))).to_be_visible()


def test_finished_games_are_counted_and_travel_as_a_file(server: AppServer, welcome: Welcome) -> None:
    guest = welcome(server)
    guest.visit("/records")
    expect(guest.page.get_by_text(guest.says("records_none"))).to_be_visible()
    guest.open_table("Ada")
    guest.play_without_looking(until_round=14)
    guest.visit("/records")
    expect(guest.page.locator(".figures")).to_contain_text(guest.says("records_games", count=1))
    expect(guest.page.get_by_role("table")).to_have_count(1)
    with guest.page.expect_download() as download:
        guest.press("records_export")
    path = Path(download.value.path())
    assert len(json.loads(path.read_text("utf-8"))["games"]) == 1
    other = welcome(server, language="de")
    other.visit("/records")
    other.page.get_by_label(other.says("records_import")).set_input_files(path)
    expect(other.page.get_by_text(other.says("records_new", count=1))).to_be_visible()
    expect(other.page.get_by_text("Ada")).to_be_visible()
    other.page.get_by_role("link", name="Ada").click()
    expect(other.page.get_by_role("slider")).to_be_visible()
