"""Every Tumblin-Dice screen for everybody: axe by day and by night, and an address for every flick."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.axe import violations
from tests.kit.browser.browser import AppServer
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.tumblin_tour import ROUND, tumblin_tour

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("dark", "phone"), [(False, True), (True, False)], ids=["phone-day", "desktop-night"]
)
def test_axe_finds_nothing_on_any_tumblin_screen(
    server: AppServer, welcome: Welcome, dark: bool, phone: bool
) -> None:
    guest = welcome(server, dark=dark, phone=phone)
    found = {screen: violations(guest.page) for screen in tumblin_tour(guest)}
    assert {screen: wrong for screen, wrong in found.items() if wrong} == {}


def test_every_flick_of_a_match_has_an_address_and_can_be_seen_frame_by_frame(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    player = Flicker(ada)
    player.choose_board(flat=True)
    player.sit_down("Ada", "Bob", house=["target=1"])
    table = ada.page.url
    ada.page.goto(f"{table}/replay?flick=3")  # not over: one is brought to the table
    player.expect_turn()
    assert ada.page.url == table
    player.flick_without_looking(ROUND)
    expect(ada.page.locator(".ranking li")).to_have_count(2)
    expect(ada.page.get_by_role("button", name=ada.says("td_highlight"))).to_be_visible()
    lying = player.expect_dice(10)
    ada.page.reload()
    expect(ada.page.locator(".ranking li")).to_have_count(2)
    player.expect_places(lying)  # a finished match keeps its last dice
    ada.page.goto(f"{table}/replay?flick=3")
    expect(ada.page.get_by_text(ada.says("td_flick_number", number=3, count=10))).to_be_visible()
    with ada.page.expect_download() as sent:  # a picture that does not tell the end
        ada.page.get_by_role("button", name=ada.says("td_share_picture")).click()
    assert sent.value.suggested_filename == "tumblin-dice.png"
    player.expect_dice(3)
    start = player.dice()
    for _ in range(4):
        ada.page.get_by_role("button", name=ada.says("td_frame_after")).click()
    moved = player.dice()
    assert [key for key in start if start[key] != moved[key]] == [_last(start)]
    for _ in range(4):
        ada.page.get_by_role("button", name=ada.says("td_frame_before")).click()
    assert player.dice() == start
    ada.page.get_by_role("button", name=ada.says("td_flick_after")).click()
    expect(ada.page).to_have_url(re.compile(r"flick=4$"))


def test_a_flick_that_somebody_sent_plays_by_itself_and_tells_its_points_at_the_end(
    server: AppServer, welcome: Welcome
) -> None:
    ada, friend = welcome(server), welcome(server, is_still=False)
    player = Flicker(ada)
    player.choose_board(flat=True)
    player.sit_down("Ada", "Bob", house=["target=1"])
    player.flick_without_looking(ROUND)
    expect(ada.page.locator(".ranking li")).to_have_count(2)
    Flicker(friend).choose_board(flat=True)
    for flick in (3, len(ROUND)):  # in the middle of a round, and the one that closes it
        friend.page.goto(f"{ada.page.url}/replay?flick={flick}")
        expect(friend.page.locator(".landing b")).to_be_visible()
        said = friend.page.locator(".landing b").inner_text()
        assert ("×" in said) == ("=" in said), said  # a die in a zone tells what it is worth
        expect(friend.page.locator(".told").first).not_to_be_empty()


def _last(dice: dict[str, tuple[float, float]]) -> str:
    return list(dice)[-1]
