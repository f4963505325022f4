"""A device that had a server: it plays on when that is gone, and games move from one to the other."""

import re

import pytest
from playwright.sync_api import Browser, expect

from hatch_build import build_pack
from tests.kit.browser.browser import ROOT, AppServer
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import FETCHED_MS, Visitor, play_rounds, visitor

pytestmark = pytest.mark.slow


def test_what_a_server_gave_is_played_on_when_the_server_is_gone(
    own_server: AppServer, browser: Browser
) -> None:
    build_pack(ROOT)
    ada = visitor(browser, own_server.url, language="de")
    ada.visit()
    offer = ada.page.get_by_role("region", name=ada.says("local.title"))
    expect(ada.usable("play_now")).to_be_visible()
    expect(offer).to_have_count(0)
    ada.page.evaluate("sessionStorage.clear()")  # as a new tab would have it: the second visit
    ada.page.reload()
    offer.get_by_role("button", name=ada.says("local.fetch")).click()
    expect(ada.page.get_by_text(ada.says("local.ready"))).to_be_visible(timeout=FETCHED_MS)
    own_server.kill()

    ada.visit()  # what a game would need of the server is kept, and yet the page knows that it is silent
    silent = ada.page.get_by_text(ada.says("local.instead"))
    expect(silent).to_be_visible()
    ada.open_table("Ada", "Ben")  # around one device
    assert "/t/~" in ada.page.url
    play_rounds(ada, 2)
    continue_with(ada, "friends")
    expect(ada.page.get_by_text(ada.says("moving.no_server"))).to_be_visible()
    begun_here = ada.page.url
    ada.visit()
    expect(silent).to_be_visible()
    own_server.start()
    expect(silent).to_have_count(0)  # it is heard again without a reload
    ada.page.goto(begun_here)  # what was begun here stays here
    play_rounds(ada, 2)
    ada.expect_round(3)

    continue_with(ada, "friends")  # Ben's seat is free for his own phone
    ada.press("moving.go")
    expect(ada.page).not_to_have_url(begun_here)
    ada.expect_round(3)
    ben = visitor(browser, own_server.url)
    ben.page.goto(ada.page.url)
    ben.press("sit_down")
    ben.page.get_by_label(ben.says("your_name")).fill("Benni")
    ben.page.get_by_role("dialog").get_by_role("button", name=ben.says("sit_down")).click()
    play_rounds(ada, 1)
    play_rounds(ben, 1)
    ada.expect_round(4)

    ada.page.goto(begun_here)  # the old table leads to the new one
    ada.press("moving.open")
    ada.expect_round(4)
    continue_with(ada, "here")  # and back, with what was played there
    ada.press("moving.go")
    ada.page.wait_for_url("**/t/~*")
    ada.expect_round(4)
    move_a_match(Flicker(ada))
    assert ada.complaints + ben.complaints == []
    for one in (ada, ben):
        one.page.context.close()


def move_a_match(player: Flicker) -> None:
    """Take a match of Tumblin-Dice from the server to this device and back; its dice stay where they lie."""
    ada = player.guest
    player.choose_board(flat=True)
    player.sit_down("Ada", "Ben")
    player.expect_turn()
    player.swipe()
    lying = dict(list(player.expect_dice(2).items())[:-1])
    player.expect_turn()
    for where, address in (("here", "**/t/~*"), ("friends", re.compile(r"/t/[^~/]+$"))):
        continue_with(ada, where)
        ada.press("moving.go")
        ada.page.wait_for_url(address)
        if where == "here":  # among friends it may be the turn of one who has not come yet
            player.expect_turn()
        player.expect_places(lying)


def continue_with(ada: Visitor, where: str) -> None:
    """Ask the table's menu to take the game to friends, or to this device."""
    ada.page.get_by_role("button", name=ada.says("menu"), exact=True).click()
    ada.press(f"moving.{where}")
