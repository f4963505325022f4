"""Whole games of Dice Trip in a browser: alone, two people, bots, keyboard, touch."""

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser import AppServer

pytestmark = pytest.mark.slow


def test_a_whole_solo_game_ends_with_its_score_and_can_be_replayed(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.open_table("Ada")
    ada.play_to_the_end()
    expect(ada.page.get_by_role("heading", name=ada.says("solo_end"))).to_be_visible()
    points = ada.score()
    ada.page.get_by_role("link", name=ada.says("replay")).click()
    expect(ada.page.locator(".total dd")).to_have_text(str(points))
    ada.page.get_by_role("slider").fill("0")
    expect(ada.page.locator(".board .number, main .number")).to_have_count(0)


def test_two_people_play_in_two_browsers_and_see_the_same_ranking(
    server: AppServer, welcome: Welcome
) -> None:
    ada, bob = welcome(server), welcome(server, phone=False)
    ada.visit("/new?mode=friends")
    ada.page.get_by_label(ada.says("name_of", number=1)).fill("Ada")
    ada.press("open_table")
    code = ada.page.locator(".code")
    expect(code).to_have_text(code.inner_text())
    bob.visit("/")
    bob.page.get_by_label(bob.says("code")).fill(code.inner_text().lower())
    bob.press("join")
    bob.page.get_by_label(bob.says("your_name")).fill("Bob")
    bob.press("sit_down")
    for number in range(1, 14):
        for player in (ada, bob):
            player.expect_round(number)
        first, second = (ada, bob) if ada.until_rolled() else (bob, ada)
        for player in (first, second):
            assert player.until_writing()
            player.write_round()
    rankings = []
    for player in (ada, bob):
        expect(player.page.locator(".ranking li")).to_have_count(2)
        rankings.append(player.page.locator(".ranking").inner_text())
    assert rankings[0] == rankings[1]


def test_a_game_against_a_bot_starts_with_two_taps(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.visit("/")
    ada.press("play_now")
    ada.press("roll")
    ada.play_to_the_end()
    expect(ada.page.locator(".ranking li")).to_have_count(2)


def test_three_people_pass_one_phone_around_and_hide_their_sheets(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.visit("/settings")
    ada.page.get_by_role("checkbox", name=ada.says("hide_at_hand_over")).check()
    ada.open_table("Ada", "Bob", "Cleo", edition="Germany")
    for name in ("Ada", "Bob", "Cleo"):
        if name != "Ada":
            expect(ada.page.get_by_role("heading", name=ada.says("hand_over", name=name))).to_be_visible()
            ada.press("i_am_here")
        assert ada.until_writing()
        ada.write_round()
    ada.expect_round(2)


def test_own_dice_are_typed_and_used(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True)
    for colour, face in (("red", 4), ("blue", 2), ("green", 6), ("yellow", 1)):
        ada.page.get_by_role("group", name=colour).get_by_role("button", name=str(face)).click()
    ada.press("that_is_the_roll")
    ada.press("keep")
    ada.make_numbers("red", "blue")
    expect(ada.page.locator(".slot .digits").first).to_have_text("42")
    ada.fill_and_finish()
    ada.expect_round(2)
