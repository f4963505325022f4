"""Tumblin-Dice in a browser: matches by gesture on one device and online, bots, teams, presets, keyboard."""

import json
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import FloatRect, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer
from tests.kit.browser.flicker import Flicker, meet_online, whose_turn
from tests.kit.browser.visitor import Visitor
from tumbletrip.core.texts import say
from tumbletrip.tumblin.setup import PRESETS, Preset

pytestmark = pytest.mark.slow

READABLE_PX = 44  # of a name in the strip, however many play
NAMES = tuple(f"Player {number}" for number in range(1, 17))


def _at_board(guest: Visitor, *, flat: bool) -> Flicker:
    player = Flicker(guest)
    player.choose_board(flat=flat)
    return player


def _sheets_add_up(guest: Visitor, dice: int) -> None:
    for sheet in guest.page.locator(".sheet table").all():
        points = [int(cell) for cell in sheet.locator("tbody td:last-child").all_inner_texts()]
        assert len(points) == dice
        assert sum(points) == int(sheet.locator("caption b").inner_text())


def test_a_whole_match_on_one_device_by_gestures_with_bonus_dice_and_a_rematch(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server, keeps_app=True)
    player = _at_board(ada, flat=False)
    player.sit_down("Ada", "Bob", preset="duel-bonus", house=["target=1"])
    bonus = ada.page.get_by_role("button", name=ada.says("td_bonus_die", colour="", kind="").split(",")[0])
    for number in range(1, 13):
        player.expect_turn()
        if number > 10:
            expect(bonus).to_have_count(0)  # the last die is the bonus die, without a choice
        elif number < 3:
            bonus.click()  # TD09: it is flicked when its owner likes
        player.swipe(sideways=(number % 5 - 2) * 0.12, pixels=90 + 5 * number)
        player.expect_dice(number + 1 if number < 12 else 12)
    expect(ada.page.get_by_role("heading", name=ada.says("td_match_over"))).to_be_visible()
    expect(ada.page.locator(".ranking li")).to_have_count(2)
    _sheets_add_up(ada, dice=6)
    ada.page.reload()
    lying = player.expect_dice(12)
    _expect_painted_board(ada, lying)
    ada.press("td_see_board")
    expect(ada.page.locator(".ranking")).to_be_hidden()
    ada.press("td_see_results")
    ada.press("again")
    player.roll_for_order()
    player.expect_turn()
    assert len(player.dice()) == 1


def _expect_painted_board(guest: Visitor, lying: dict[str, tuple[float, float]]) -> None:
    """The board is seen above the results, with its dice: no layer of the page hides it."""
    assert lying
    board, panel = (guest.page.locator(part).bounding_box() for part in ("main", ".panel"))
    assert board is not None
    assert panel is not None
    high = FloatRect(x=board["width"] / 2, y=(board["y"] + panel["y"]) / 2, width=60, height=40)
    painted = guest.page.screenshot(clip=high)
    guest.page.locator("canvas").evaluate("one => (one.style.visibility = 'hidden')")
    assert guest.page.screenshot(clip=high) != painted
    guest.page.locator("canvas").evaluate("one => (one.style.visibility = '')")


def test_an_online_match_shows_everybody_the_same_dice_to_the_end(
    server: AppServer, welcome: Welcome
) -> None:
    ada, bob, watcher = welcome(server), welcome(server, phone=False), welcome(server)
    players = [_at_board(ada, flat=False), _at_board(bob, flat=True)]
    onlooker = _at_board(watcher, flat=True)
    meet_online(*players, house=["target=1"])
    watcher.page.goto(ada.page.url)
    for number in range(1, 11):
        mover = whose_turn(players)
        if mover is players[0]:
            mover.swipe(sideways=0.1 * (number % 3 - 1))
        else:
            mover.pull(sideways=0.1 * (number % 3 - 1))
        seen = onlooker.expect_dice(number)
        for one in players:
            one.expect_places(seen)
    for guest in (ada, bob, watcher):
        expect(guest.page.locator(".ranking li")).to_have_count(2)
    assert ada.page.locator(".ranking").inner_text() == watcher.page.locator(".ranking").inner_text()
    expect(watcher.page.get_by_role("button", name=watcher.says("again"), exact=True)).to_have_count(0)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS.keys())
def test_every_preset_starts_from_the_setup_screen(
    server: AppServer, welcome: Welcome, preset: Preset
) -> None:
    ada = welcome(server)
    player = _at_board(ada, flat=True)
    players = preset.players[0]
    player.set_up(*NAMES[:players], preset=preset.key)
    ada.press("open_table")
    expect(ada.page.locator(".rolls li")).to_have_count(players)
    sides = preset.teams or players
    expect(ada.page.get_by_role("list", name=ada.says("td_standings")).locator("li")).to_have_count(sides)
    play = _view(server, ada)["play"]
    assert len(play["sides"]) == sides
    assert len(play["dice"]) == players * (preset.dice + preset.has_bonus)
    names = ada.page.get_by_role("list", name=ada.says("td_standings")).locator(".who b")
    assert min(name.evaluate("one => one.clientWidth") for name in names.all()) >= READABLE_PX
    if players == len(NAMES):
        ada.press("td_roll_all")  # so many links at once are no flood, and none is left out
        for row in ada.page.locator(".rolls li").all():
            expect(row.locator("svg").first).to_be_visible()
        expect(ada.page.get_by_role("button", name=say("fair.red"), exact=True)).to_have_count(0)


def _view(server: AppServer, guest: Visitor) -> dict[str, Any]:
    """The table as the server sees it."""
    table = guest.page.url.rsplit("/", 1)[1]
    with urllib.request.urlopen(f"{server.url}/api/tables/{table}", timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)["view"]
    return found


def test_what_cannot_be_played_cannot_be_picked_and_says_why(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    player = _at_board(ada, flat=True)
    player.set_up("Ada", "Bob", house=["target=50"])
    rounds = ada.page.get_by_role("checkbox", name=say("tumblin.variant.rounds.title"))
    expect(rounds).to_be_disabled()
    expect(ada.page.get_by_text(say("tumblin/target_and_rounds"))).to_be_visible()
    ada.page.get_by_text(ada.says("td_other_presets")).click()
    pairs = ada.page.get_by_role("radio", name=say("tumblin.preset.pairs.title"))
    expect(pairs).to_be_disabled()
    expect(
        ada.page.get_by_text(ada.says("td_preset_seats", fewest=5, most=12, count=2)).first
    ).to_be_visible()
    begin = ada.page.get_by_role("button", name=ada.says("open_table"), exact=True)
    for number, refusal in (("0", "tumblin/impossible_target"), ("soon", "tumblin/impossible_target")):
        player.choose_variant("target", number)
        expect(ada.page.get_by_role("alert")).to_have_text(say(refusal))
        expect(begin).to_be_disabled()
    player.choose_variant("target", "50")
    ada.page.get_by_label(ada.says("name_of", number=2)).fill("Ada")
    expect(ada.page.get_by_role("alert")).to_have_text(say("tumblin/same_name"))
    ada.page.get_by_label(ada.says("name_of", number=2)).fill("Bob")
    begin.click()
    player.roll_for_order()
    assert _view(server, ada)["play"]["target"] == 50


def test_a_round_by_keyboard_alone_on_the_flat_board_tells_every_flick_in_words(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server, phone=False)
    player = _at_board(ada, flat=True)
    player.sit_down("Ada", "Bob")
    keys = ada.page.keyboard
    ada.tab_to(player.board)
    for number in range(1, 11):
        player.expect_turn()
        name = ada.page.locator(".prompt").inner_text().split(":")[0]
        for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowRight", "q", "f")[: number % 6]:
            keys.press(key)
        keys.press("Enter")  # the meter swings
        keys.press("Enter")  # and is stopped
        player.expect_dice(number + 1 if number < 10 else 10)
        told = ada.page.locator("p.hidden[role=status]")
        expect(told).to_contain_text(f"{name}, ")
        expect(told).to_contain_text("metres per second")
    expect(ada.page.get_by_role("heading", name=ada.says("td_round_over", round=1))).to_be_visible()
    _sheets_add_up(ada, dice=5)
    ada.reach("td_go_on")
    keys.press("Enter")
    expect(ada.page.get_by_role("heading", name=ada.says("td_round", round=2))).to_be_visible()


def test_without_WebGL_the_board_is_flat_and_takes_the_same_gestures(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.page.add_init_script(
        "const of = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...more) {"
        " return kind.startsWith('webgl') ? null : of.call(this, kind, ...more); }"
    )
    player = Flicker(ada)
    player.sit_down("Ada", "Bob")
    for number in (1, 2, 3):
        player.expect_turn()
        expect(ada.page.locator("[data-die]")).to_have_count(number)
        player.swipe()
        player.expect_dice(number + 1)
    assert all("WebGL" in complaint for complaint in ada.complaints)
    ada.complaints.clear()  # the browser says that there is none, and that is what this is about


def test_bots_flick_in_their_seats_and_teams_count_together(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    player = _at_board(ada, flat=True)
    player.sit_down("Ada", preset="pairs", bots=3)
    expect(ada.page.get_by_role("list", name=ada.says("td_standings")).locator("li")).to_have_count(2)
    for _ in range(2):
        player.expect_turn()
        before = len(_view(server, ada)["play"]["rests"])
        player.swipe()
        player.expect_turn()
        assert len(_view(server, ada)["play"]["rests"]) >= before + 4  # one's own and three bots'
