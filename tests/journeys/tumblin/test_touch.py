"""The board under fingers: an answer at once, swipes from anywhere, two that look, a die that is lifted."""

import time
from collections.abc import Sequence
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import BOT_PATIENCE_MS

pytestmark = pytest.mark.slow

LIFTED_M = 0.01
TURNED_PX = 8.0
Place = tuple[float, float]

POSE = "() => document.querySelector('[role=application] canvas').stage.shown.at(-1).pose"
DRAWN = "() => document.querySelector('[role=application] canvas').stage.cost.calls > 0"
SEEN = "() => document.querySelector('[role=application] canvas').stage.screen(0.4, 0.1, 0.03)"
HIGHER = (
    """height => document.querySelector('[role=application] canvas').stage.shown.at(-1).pose[2] > height"""
)
FARTHER = """x => document.querySelector('[role=application] canvas').stage.shown.at(-1).pose[0] > x"""
FIRST = """() => {
  const {stage} = document.querySelector('[role=application] canvas');
  return stage.screen(...stage.shown[0].pose.slice(0, 3));
}"""
STILL = """async () => {
  const {stage} = document.querySelector('[role=application] canvas');
  const seen = () => stage.screen(0.4, 0.1, 0.03).join();
  const before = seen();
  for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
  return seen() === before;
}"""
TURNED = """([x, y, far]) => {
  const [u, v] = document.querySelector('[role=application] canvas').stage.screen(0.4, 0.1, 0.03);
  return Math.hypot(u - x, v - y) > far;
}"""
BACK = """([x, y]) => {
  const [u, v] = document.querySelector('[role=application] canvas').stage.screen(0.4, 0.1, 0.03);
  return Math.hypot(u - x, v - y) < 1;
}"""
# Notes whether an arrow is ever on the board while nobody here has a die in the hand.
WATCH_AIMS = """() => {
  window.watched = false;
  new MutationObserver(() => {
    if (document.querySelector('path.aim') && !document.querySelector('.hand')) window.watched = true;
  }).observe(document.body, {childList: true, subtree: true});
}"""


def test_a_thumb_is_answered_at_once_and_two_fingers_never_flick(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server, is_still=False)
    player = Flicker(ada)
    player.choose_board(flat=False, effects="plain")
    ada.visit("/practice")
    player.expect_turn()
    player.expect_board()
    player.expect_dice(1)
    asked: list[Any] = []
    held = Event()

    def hold_back(route: Route) -> None:
        asked.append(route.request.post_data_json)
        if not held.is_set():
            pending.append(route)
        else:
            route.continue_()

    pending: list[Route] = []
    ada.page.route("**/api/practice", hold_back)
    player.until(DRAWN)
    start = ada.page.evaluate(POSE)
    canvas = ada.page.locator("canvas").bounding_box()
    assert canvas is not None

    # A swipe begun below and beside the die flicks; the die leaves before anybody has answered.
    x, y = player.grip()
    thumb(player, [[(x + 60 + 3 * step, y + 45 - 13 * step)] for step in range(9)], seconds=0.12)
    player.until(FARTHER, start[0] + 0.004)
    assert [one["by"] for one in asked] == ["gesture"]
    assert ada.page.locator("canvas").bounding_box() == canvas
    held.set()
    pending[0].continue_()
    expect(ada.page.locator(".landing b")).to_be_visible(timeout=BOT_PATIENCE_MS)
    player.expect_turn()
    player.expect_dice(2)
    assert ada.page.locator("canvas").bounding_box() == canvas

    # The camera comes to rest with the die in the picture; tapping that die bends over it, for a while.
    player.until(STILL)
    ahead = ada.page.evaluate(SEEN)
    x, y = ada.page.evaluate(FIRST)
    thumb(player, [[(x, y)]], seconds=0.03)
    expect(ada.page.locator(".worth")).to_be_visible()
    player.until(TURNED, [*ahead, TURNED_PX])
    player.until(BACK, ahead)
    expect(ada.page.locator(".worth")).to_have_count(0)
    x, y = player.grip()

    # Two fingers turn the view and flick nothing; two taps look ahead again.
    pinch = [[(120.0, y - 6 * step), (260.0 + 4 * step, y - 6 * step)] for step in range(9)]
    thumb(player, pinch, seconds=0.3)
    player.until(TURNED, [*ahead, TURNED_PX])
    tapped = time.time()
    for start_of_tap in (tapped, tapped + 0.15):
        thumb(player, [[(40.0, canvas["y"] + 60)]], seconds=0.03, start=start_of_tap)
    player.until(BACK, ahead)
    assert len(asked) == 1

    # A finger that stays lifts the die, visibly, and lays it elsewhere.
    resting = ada.page.evaluate(POSE)
    x, y = player.grip()
    began = time.time()
    send(player, "touchStart", [(x, y)], began)
    player.until(HIGHER, resting[2] + LIFTED_M)
    send(player, "touchMove", [(x - 30, y - 10)], began + 1.0)
    send(player, "touchEnd", [], began + 1.1)
    player.until(f"height => !({HIGHER})(height)", resting[2] + LIFTED_M)
    assert ada.page.evaluate(POSE)[1] > resting[1] + 0.004
    assert len(asked) == 1


def test_a_bot_takes_aim_before_it_flicks_and_its_points_are_told(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server, is_still=False)
    player = Flicker(ada)
    player.choose_board(flat=True)
    ada.page.set_viewport_size({"width": 844, "height": 390})  # a phone on its side
    player.sit_down("Ada", bots=1)
    player.expect_turn()
    board, panel = (ada.page.locator(part).bounding_box() for part in ("main", ".panel"))
    assert board is not None
    assert panel is not None
    assert board["x"] + board["width"] <= panel["x"]
    assert board["height"] > 300
    ada.page.evaluate(WATCH_AIMS)
    player.swipe()
    expect(ada.page.locator(".landing b")).to_be_visible(timeout=BOT_PATIENCE_MS)
    player.until("() => window.watched")
    player.expect_turn()
    player.until("() => document.querySelectorAll('[data-die]').length >= 3")


def thumb(
    player: Flicker, path: Sequence[Sequence[Place]], seconds: float, start: float | None = None
) -> None:
    """One or more fingers along their ways, with the times that they would take."""
    start = time.time() if start is None else start
    for number, places in enumerate(path):
        at = start + seconds * number / max(len(path) - 1, 1)
        send(player, "touchMove" if number else "touchStart", places, at)
    send(player, "touchEnd", [], start + seconds)


def send(player: Flicker, kind: str, places: Sequence[Place], at: float) -> None:
    """One event of the touch screen."""
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    player.touch(type=kind, touchPoints=points, timestamp=at)
