"""A game without screens of its own in the app is found, played, replayed and played again all the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer, app_server
from tests.kit.browser.visitor import Visitor
from tumbletrip.core.texts import LANGUAGES

pytestmark = pytest.mark.slow
KIT = "tests.contracts.toy_game:KIT"


@pytest.fixture
def server_of_three(tmp_path: Path) -> Iterator[AppServer]:
    """A server that has a third game."""
    with app_server(tmp_path, "--game", KIT) as running:
        yield running


def open_table(guest: Visitor) -> None:
    """From the front page to a table with one bot."""
    guest.visit()
    guest.page.get_by_role("link", name="twenty").click()
    guest.page.get_by_label(guest.says("name_of", number=1)).fill("Ada")
    guest.page.get_by_label(guest.says("who_sits", number=2)).select_option("bot")
    guest.press("open_table")
    expect(guest.page.get_by_role("heading", name=guest.says("plain.state"))).to_be_visible()


def play_to_the_end(guest: Visitor) -> None:
    """Throw once, then stop; the bot goes on by itself."""
    guest.page.get_by_role("button", name="throw").click()
    expect(guest.page.get_by_role("cell").first).to_be_visible()  # the throw; rows are there before it
    guest.page.get_by_role("button", name="stop").click()
    expect(guest.page.get_by_text(guest.says("plain.over"))).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_third_game_is_played_replayed_and_played_again(
    server_of_three: AppServer, welcome: Welcome, language: str
) -> None:
    ada = welcome(server_of_three, language=language)
    open_table(ada)
    ada.expect_to_fit()
    play_to_the_end(ada)
    table = ada.page.url
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("link", name=ada.says("record"), exact=True).click()
    assert saved.value.suggested_filename.endswith(".twenty")
    ada.page.get_by_role("link", name=ada.says("replay"), exact=True).click()
    expect(ada.page.get_by_text(ada.says("replay_start"))).to_be_visible()
    ada.page.get_by_role("button", name=ada.says("step_on"), exact=True).click()
    expect(ada.page.get_by_text("thrown", exact=True)).to_be_visible()
    ada.page.goto(table)
    ada.press("again")
    expect(ada.page.get_by_role("button", name="throw")).to_be_enabled()
    assert ada.page.url != table


def test_somebody_with_the_link_sits_down_and_others_watch(
    server_of_three: AppServer, welcome: Welcome
) -> None:
    ada, ben, guest = (welcome(server_of_three) for _ in range(3))
    ada.visit("/new/twenty")
    ada.page.get_by_label(ada.says("name_of", number=1)).fill("Ada")
    ada.press("open_table")
    expect(ada.page.locator(".code")).to_be_visible()
    ben.page.goto(ada.page.url)
    ben.page.get_by_label(ben.says("your_name")).fill("Ben")
    ben.press("sit_down")
    guest.page.goto(ada.page.url)
    for one in (ada, ben, guest):
        expect(one.page.get_by_text(one.says("prompt.waiting", names="Ada"))).to_be_visible()
    expect(guest.page.get_by_role("button", name="throw")).to_have_count(0)
    ada.page.get_by_role("button", name="throw").click()
    for one in (ada, ben, guest):
        expect(one.page.get_by_text(one.says("prompt.waiting", names="Ben"))).to_be_visible()
    expect(ben.page.get_by_role("button", name="throw")).to_be_enabled()


def test_a_table_opens_once_the_server_has_said_how_many_may_play(
    server_of_three: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server_of_three)
    held: list[Route] = []
    ada.page.route("**/api/choices", lambda request: held.append(request))
    with ada.page.expect_request("**/api/choices"):
        ada.visit("/new/twenty")
    ada.page.get_by_label(ada.says("name_of", number=1)).fill("Ada")
    expect(ada.page.get_by_role("button", name=ada.says("open_table"), exact=True)).to_be_disabled()
    expect(ada.page.get_by_label(ada.says("who_sits", number=2))).to_have_count(0)
    for request in held:
        request.continue_()
    ada.press("open_table")
    expect(ada.page.locator(".code")).to_be_visible()


def test_a_game_that_nobody_offers_is_missing(server_of_three: AppServer, welcome: Welcome) -> None:
    ada = welcome(server_of_three)
    ada.visit("/new/chess")
    expect(ada.page.get_by_role("heading", name=ada.says("no_such_page"))).to_be_visible()
