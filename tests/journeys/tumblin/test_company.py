"""Tumblin-Dice in company: a bot for somebody who left, and sixteen around one phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer, app_server
from tests.kit.browser.flicker import Flicker, meet_online, whose_turn
from tests.kit.browser.visitor import BOT_PATIENCE_MS, Visitor
from tumbletrip.tumblin.setup import MAX_SEATS

pytestmark = pytest.mark.slow

CROWD = tuple(f"Player {number}" for number in range(1, MAX_SEATS + 1))


def _standing(guest: Visitor, name: str) -> Locator:
    """Somebody's place in the strip over the board."""
    return guest.page.get_by_role("list", name=guest.says("td_standings")).locator("li", has_text=name)


def _in_sight(guest: Visitor, target: Locator) -> None:
    """Wait until something is on the screen, but for a pixel, and the page is not wider than the screen."""
    expect(target).to_be_in_viewport(ratio=0.95)
    guest.expect_to_fit()


def test_a_bot_stands_in_for_somebody_who_left_until_they_are_back(tmp_path: Path, welcome: Welcome) -> None:
    with app_server(tmp_path, "--away-after", "0") as server:
        ada, bob = welcome(server), welcome(server, phone=False)
        players = [Flicker(ada), Flicker(bob)]
        for one in players:
            one.choose_board(flat=True)
        meet_online(*players, preset="duel-nine")  # so many dice that the round is not over meanwhile
        dice = 0
        if whose_turn(players) is players[0]:
            players[0].swipe()
            dice += 1
            players[1].expect_turn()
        table = bob.page.url
        bob.visit("/rules")  # away, in the middle of his own turn

        expect(_standing(ada, "Bob")).to_contain_text(ada.says("state.away"))
        ada.page.get_by_role("button", name=f"{ada.says('stand_in')}: Bob").click()
        expect(_standing(ada, "Bob")).to_contain_text(ada.says("bot"))
        for _ in range(2):
            players[0].expect_turn()
            dice += 1  # the bot's
            players[0].expect_dice(dice + 1)  # and the one in Ada's hand
            players[0].swipe()
            dice += 1
        players[0].expect_turn()  # the bot has answered again, and it is not Bob's turn
        dice += 1
        seen = players[0].expect_dice(dice + 1)

        bob.page.goto(table)
        expect(bob.page.get_by_text(bob.says("stood_in", name="Bob"))).to_be_visible()
        expect(players[1].hand).to_have_count(0)
        bob.press("come_back")
        expect(bob.usable("come_back")).to_have_count(0)
        expect(_standing(ada, "Bob")).not_to_contain_text(ada.says("bot"))
        on_board = dict(list(seen.items())[:dice])
        players[1].expect_places(on_board)  # everything that was flicked meanwhile lies there for Bob too
        players[0].swipe()
        players[1].expect_turn()
        players[1].press_flick()
        players[0].expect_turn()
        players[0].expect_dice(dice + 3)

        bob.press("menu")
        bob.press("leave")  # for good this time: nobody has to ask for the bot
        bob.press("leave_yes")
        expect(bob.usable("come_back")).to_be_visible()
        expect(_standing(ada, "Bob")).to_contain_text(ada.says("bot"))
        players[0].swipe()
        players[0].expect_turn()


def test_sixteen_around_one_phone_see_whose_turn_it_is_and_every_sheet(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    player = Flicker(ada)
    player.choose_board(flat=True)
    player.set_up(*CROWD, preset="throng")
    expect(ada.page.get_by_role("button", name=ada.says("add_seat"), exact=True)).to_be_disabled()
    _in_sight(ada, ada.page.get_by_role("button", name=ada.says("open_table"), exact=True))
    ada.press("open_table")
    ada.press("td_roll_all")
    expect(ada.page.locator(".rolls svg").nth(MAX_SEATS - 1)).to_be_visible()  # a die for everybody
    player.roll_for_order()  # of sixteen with six faces some tie
    current = ada.page.locator("li[aria-current=true]")
    for number in (1, 2, 3):
        player.expect_turn()
        player.expect_dice(number)
        name = ada.page.locator(".prompt").inner_text().split(":")[0]
        expect(current).to_contain_text(name)
        _in_sight(ada, current)
        _in_sight(ada, player.hand)
        player.swipe(sideways=0.1 * (number - 2))
    player.expect_turn()
    player.expect_dice(4)

    dice_each = 3
    launch = {"azimuth": 0.1, "speed_mps": 1.3}
    player.flick_without_looking([launch] * (dice_each * MAX_SEATS - 3))
    expect(ada.page.get_by_role("heading", name=ada.says("td_round_over", round=1))).to_be_visible(
        timeout=BOT_PATIENCE_MS
    )
    sheets = ada.page.locator(".sheet table")
    expect(sheets).to_have_count(MAX_SEATS)
    last = sheets.last.locator("tbody tr").last
    last.scroll_into_view_if_needed()
    _in_sight(ada, last)
    ada.press("td_go_on")
    expect(ada.page.get_by_role("heading", name=ada.says("td_round", round=2))).to_be_visible()
    _in_sight(ada, current)
