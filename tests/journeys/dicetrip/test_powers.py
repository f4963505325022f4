"""The rarer parts of Dice Trip in a browser: both powers, the tens variant, the last round, the rematch."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer

pytestmark = pytest.mark.slow


def test_DT07_some_dice_are_rolled_again_once(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True)
    ada.type_dice(red=1, blue=1, green=1, yellow=1)
    ada.press("that_is_the_roll")
    ada.press("reroll")
    for colour in ("blue", "yellow"):
        ada.die(colour).click()
    ada.type_dice(blue=5, yellow=6)
    again = ada.page.get_by_role("button", name=ada.says("reroll_these", count=2))
    again.click()
    expect(again).to_have_count(0)  # the dice lie as they do now
    ada.make_numbers("blue", "yellow")
    expect(ada.page.locator(".slot .digits")).to_have_text(["56", "11"])
    ada.fill_and_finish()
    ada.expect_round(2)
    ada.type_dice(red=1, blue=2, green=3, yellow=4)
    ada.press("that_is_the_roll")
    expect(
        ada.page.get_by_role("button", name=ada.says("done"), exact=True)
    ).to_be_visible()  # nothing to keep


def test_DT08_a_die_is_used_twice_once(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True)
    ada.roll_own(red=1, blue=2, green=3, yellow=4)
    twice = ada.page.get_by_role("switch", name=re.compile(ada.says("use_twice")))
    twice.click()
    for colour in ("red", "blue", "red", "green"):
        ada.die(colour).click()
    expect(ada.page.locator(".slot .digits")).to_have_text(["12", "13"])
    ada.fill_and_finish()
    ada.expect_round(2)
    ada.roll_own(red=5, blue=6, green=5, yellow=6)
    expect(twice).to_be_disabled()


def test_DT14_the_tens_variant_has_its_line_and_DT15_round_13_fills_the_last_city(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True, tens=True)
    expect(ada.page.locator(".bar .tens")).to_be_visible()
    ada.play_without_looking(until_round=13)
    ada.roll_own(red=1, blue=2, green=3, yellow=4)
    expect(ada.page.locator(".slot")).to_have_count(1)
    expect(ada.page.get_by_role("switch")).to_have_count(0)  # DT08: not in the last round
    ada.write_round()
    expect(ada.over).to_be_visible()
    expect(ada.page.locator(".end .column li")).to_have_count(7)


def test_after_the_end_the_same_people_play_again(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.open_table("Ada", "Bob", edition="Germany")
    first = ada.page.url
    ada.play_without_looking(until_round=14)
    ada.press("again")
    ada.expect_round(1)
    assert ada.page.url != first
    expect(ada.page.locator(".players")).to_contain_text("Bob")
    expect(ada.page.locator(".board [data-city=berlin]")).to_be_visible()
    assert ada.until_writing()
    ada.write_round()


def test_the_count_goes_line_by_line_the_road_city_by_city_and_can_be_skipped(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server, is_still=False)
    ada.open_table("Ada")
    ada.play_without_looking(until_round=14)
    shown = ada.page.locator(".end .column .shown")
    expect(shown).not_to_have_count(0)
    expect(ada.page.get_by_role("heading", name=ada.says("solo_end"))).to_have_count(0)
    ada.press("skip")
    expect(ada.page.get_by_role("heading", name=ada.says("solo_end"))).to_be_visible()
    expect(shown).to_have_count(ada.page.locator(".end .column li").count())
    assert ada.score() == int(ada.page.locator(".end .total b").inner_text())
    ada.page.reload()  # counted once: now it is simply there
    ada.page.wait_for_selector(".end .column li")
    assert ada.page.locator(".end .column li:not(.shown)").count() == 0
