"""The Tumblin-Dice puzzle of the day in a real browser: one flick by key or thumb, and what comes of it."""

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import BOT_PATIENCE_MS, Visitor

pytestmark = pytest.mark.slow


def at_board(guest: Visitor, *, flat: bool = True) -> Flicker:
    """Somebody who came to the puzzle from the screen of the day."""
    player = Flicker(guest)
    player.choose_board(flat=flat)
    guest.visit("/daily")
    guest.page.get_by_role("link", name=guest.says("puzzle_play")).click()
    player.expect_turn()
    return player


def expect_solved(guest: Visitor) -> int:
    """Wait for the result; it is what the two sheets say."""
    expect(guest.page.locator(".result b")).to_be_visible(timeout=BOT_PATIENCE_MS)
    own, rival = (int(text) for text in guest.page.locator(".sheet caption b").all_inner_texts())
    total = guest.page.locator(".result b").inner_text()
    assert int(total.replace("−", "-")) == own - rival
    return own - rival


def told(server: AppServer, device: str = "") -> Any:
    """The puzzle as the server tells it."""
    headers = {"Authorization": f"Device {device}"} if device else {}
    request = urllib.request.Request(f"{server.url}/api/puzzle", headers=headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


def device_of(guest: Visitor) -> str:
    return str(guest.page.evaluate("JSON.parse(localStorage['tumbletrip.device'])"))


def test_one_flick_by_keyboard_then_the_champion_and_a_friend(
    own_server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(own_server, phone=False)
    player = at_board(ada)
    laid = told(own_server)
    player.expect_dice(len(laid["rests"]) + 1)
    ada.tab_to(player.board)
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowRight", "f", "Enter", "Enter"):  # the meter is stopped
        ada.page.keyboard.press(key)
    total = expect_solved(ada)
    expect(ada.page.locator("p.hidden[role=status]")).to_contain_text("metres per second")
    expect(ada.page.locator("p.hidden[role=status]")).to_contain_text(
        ada.says("puzzle_told", total=ada.page.locator(".result b").inner_text())
    )
    expect(ada.page.get_by_text(ada.says("daily_first"))).to_be_visible()
    expect(player.hand).to_have_count(0)
    champion = ada.page.get_by_role("button", name=re.compile(ada.says("puzzle_watch.champion", total="")))
    expect(champion).to_be_visible(timeout=BOT_PATIENCE_MS)  # it may still be thinking
    champion.click()
    expect(ada.page.get_by_text(ada.says("puzzle_who.champion"))).to_be_visible()
    ada.press("close")
    solved = told(own_server, device_of(ada))
    player.expect_places({rest["die"]: (rest["pose"][0], rest["pose"][1]) for rest in solved["own"]["rests"]})

    ben = welcome(own_server, language="fr")
    other = at_board(ben, flat=False)
    other.expect_board()
    other.swipe(sideways=0.1)
    theirs = expect_solved(ben)
    place = ben.says("ordinal.other" if theirs < total else "ordinal.one", number=2 if theirs < total else 1)
    expect(ben.page.get_by_text(ben.says("daily_place", place=place, count=2))).to_be_visible()
    ben.visit("/daily")
    expect(ben.page.locator(".points b")).to_be_visible()
    expect(ben.page.get_by_role("link", name=ben.says("puzzle_play"))).to_have_count(0)


def test_an_answer_that_got_lost_is_told_again_and_nothing_is_flicked_twice(
    server: AppServer, welcome: Welcome
) -> None:
    guest = welcome(server)
    player = at_board(guest)
    before = told(server)["players"]

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch(timeout=BOT_PATIENCE_MS)  # it arrives, and is answered
            route.abort()
        else:
            route.continue_()

    guest.page.route("**/api/puzzle", lose)
    player.press_flick()
    expect(guest.page.get_by_role("alert")).to_be_visible(timeout=BOT_PATIENCE_MS)
    first = told(server, device_of(guest))
    assert first["own"] is not None
    guest.page.unroute("**/api/puzzle")
    guest.page.get_by_role("slider", name=guest.says("td_strength")).fill("2.2")
    player.press_flick()
    assert expect_solved(guest) == first["own"]["total"]
    again = told(server, device_of(guest))
    assert again["own"] == first["own"]
    assert again["players"] == before + 1
    guest.page.reload()
    assert expect_solved(guest) == first["own"]["total"]
    guest.complaints.clear()  # the browser names the answer that was taken away


@pytest.mark.parametrize("language", ["de", "nl"])  # the others are spoken above
def test_the_puzzle_speaks_other_languages_on_a_phone(
    server: AppServer, welcome: Welcome, language: str
) -> None:
    guest = welcome(server, language=language, phone=True)
    player = at_board(guest)
    expect(guest.page.get_by_text(guest.says("puzzle_counts_long"))).to_be_visible()
    player.press_flick()
    expect_solved(guest)
    assert "app." not in guest.page.inner_text("body")
    guest.expect_to_fit()
