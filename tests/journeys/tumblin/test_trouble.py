"""Tumblin-Dice when something goes wrong: a line cut in the middle of a flick, a server killed under one."""

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import Visitor

pytestmark = pytest.mark.slow


class Scissors:
    """Cuts a table's socket once, when the command has gone out and before anything has come back."""

    def __init__(self) -> None:
        """Sharp, but closed."""
        self.is_open = False
        self.cuts = 0

    def join(self, page_end: WebSocketRoute) -> None:
        """Stand between a page and the server."""
        server_end = page_end.connect_to_server()
        lost: list[bool] = []

        def out(message: str | bytes) -> None:
            server_end.send(message)
            if self.is_open and json.loads(message)["type"] == "command":
                self.is_open = False
                lost.append(True)

        def back(message: str | bytes) -> None:
            if not lost:
                page_end.send(message)
            elif not self.cuts:
                self.cuts += 1  # the server has taken the flick; its film is lost on the way
                page_end.close()

        page_end.on_message(out)
        server_end.on_message(back)


def _two_on_one_device(guest: Visitor, *, flat: bool) -> Flicker:
    player = Flicker(guest)
    player.choose_board(flat=flat)
    player.sit_down("Ada", "Bob")
    player.expect_turn()
    return player


def test_a_line_cut_between_flick_and_film_loses_nothing_and_shows_the_film_later(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server, is_still=False)
    scissors = Scissors()
    ada.page.route_web_socket("**/socket", scissors.join)
    player = _two_on_one_device(ada, flat=True)
    scissors.is_open = True
    ada.page.evaluate(
        """() => {
          window.places = new Set();
          const look = () => {
            const die = document.querySelector('[data-die]');
            if (die) window.places.add(die.getAttribute('transform'));
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    player.press_flick()
    expect(ada.page.locator("p.hidden[role=status]")).to_contain_text("metres per second")
    player.expect_turn()
    player.expect_dice(2)  # the flicked one, and the next one in the hand
    assert scissors.cuts == 1
    assert ada.page.evaluate("window.places.size") > 2  # it moved: the film was shown after all
    seen = player.dice()
    ada.page.reload()
    player.expect_turn()
    assert player.expect_dice(2) == seen


def test_a_server_killed_under_a_flick_comes_back_with_that_flick_exactly_once(
    own_server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(own_server)
    player = _two_on_one_device(ada, flat=True)
    player.press_flick()
    own_server.kill()
    ribbon = ada.page.locator("p.ribbon")  # what it says depends on whether the flick was answered before
    expect(ribbon).to_be_visible()
    own_server.start()
    expect(ribbon).to_have_count(0)
    player.expect_turn()
    player.expect_dice(2)  # the flicked one, and the next one in the hand
    seen = player.dice()
    ada.page.reload()
    player.expect_turn()
    assert player.expect_dice(2) == seen
