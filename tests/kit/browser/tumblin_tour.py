"""A tour of the Tumblin-Dice screens, for pictures and for the checks that each screen must pass."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from playwright.sync_api import expect

from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import BOT_PATIENCE_MS, Visitor

KINDS: Final = ("d6", "d8", "d10", "d12", "d20")


def _launch(y: float, azimuth: float, speed: float, face: int, yaw: float = 0.3) -> Mapping[str, float]:
    return {"y": y, "azimuth": azimuth, "speed_mps": speed, "face_up": face, "yaw": yaw}


# A round in which most dice count, all over the board.
ROUND: Final[Sequence[Mapping[str, float]]] = (
    _launch(0.02, 0.10, 1.25, 5),
    _launch(-0.01, -0.22, 1.30, 3),
    _launch(0.0, 0.28, 1.15, 6, 0.8),
    _launch(-0.03, -0.05, 1.38, 4),
    _launch(0.01, -0.34, 1.10, 2, 0.1),
    _launch(0.03, 0.18, 1.42, 6),
    _launch(-0.02, -0.12, 0.95, 1, 0.5),
    _launch(0.0, 0.02, 1.33, 5),
    _launch(0.02, 0.36, 1.22, 4, 1.0),
    _launch(-0.01, 0.06, 1.05, 3),
)


def tumblin_tour(guest: Visitor, effects: str = "auto") -> Iterator[str]:
    """Go from screen to screen; at each the screen's name is given and the page can be looked at."""
    player = Flicker(guest)
    player.choose_board(flat=False, effects=effects)
    yield from _set_up(player)
    yield from _round(player)
    yield from _end(player)
    yield from _puzzle(player)
    yield from _practice(player)
    yield from _flat(player)


def _set_up(player: Flicker) -> Iterator[str]:
    player.set_up("Ada", "Bob", house=["target=101", "falling"])
    yield "tumblin-new"


def _round(player: Flicker) -> Iterator[str]:
    guest = player.guest
    player.set_up("Ada", "Bob")
    guest.press("open_table")
    expect(guest.page.locator(".rolls button").first).to_be_visible()
    yield "tumblin-order"
    player.roll_for_order()
    player.expect_turn()
    player.expect_dice(1)
    yield "tumblin-empty"
    player.flick_without_looking(ROUND[:8])
    player.expect_turn()
    player.expect_dice(9)
    yield "tumblin-crowded"
    guest.press("td_replay")
    guest.page.get_by_role("slider", name=guest.says("td_moment")).fill("0.25")
    yield "tumblin-flight"
    guest.press("close")
    guest.press("menu")
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    yield "tumblin-menu"
    guest.press("close")
    player.flick_without_looking(ROUND[8:])
    expect(guest.page.locator(".sheet table")).to_have_count(2)
    yield "tumblin-round-sheet"


def _end(player: Flicker) -> Iterator[str]:
    guest = player.guest
    player.sit_down("Ada", "Bob", house=["target=1"])
    player.flick_without_looking(ROUND)
    expect(guest.page.locator(".ranking li")).to_have_count(2)
    yield "tumblin-end"
    guest.page.get_by_role("link", name=guest.says("replay")).click()
    guest.page.get_by_role("button", name=guest.says("td_flick_after")).click()
    player.choose_view("td_camera.follow")
    guest.page.get_by_role("slider", name=guest.says("td_moment")).fill("0.3")
    yield "tumblin-replay"
    guest.page.get_by_role("link", name=guest.says("analysis")).click()
    hands = guest.page.get_by_role("heading", name=guest.says("analysis.hands"))
    expect(hands).to_be_visible(timeout=BOT_PATIENCE_MS)
    yield "tumblin-analysis"


def _practice(player: Flicker) -> Iterator[str]:
    guest = player.guest
    guest.visit("/practice")
    for number, kind in enumerate(KINDS, start=1):
        guest.page.get_by_label(guest.says("td_kind")).select_option(kind)
        player.expect_turn()
        player.press_flick()
        player.expect_dice(number + 1)
    yield "tumblin-practice"


def _puzzle(player: Flicker) -> Iterator[str]:
    guest = player.guest
    guest.visit("/puzzle")
    player.expect_turn()
    yield "tumblin-puzzle"
    player.press_flick()
    expect(guest.page.locator(".result b")).to_be_visible(timeout=BOT_PATIENCE_MS)
    yield "tumblin-puzzle-solved"
    guest.visit("/daily")
    expect(guest.page.locator(".points b")).to_be_visible()
    guest.page.locator("#puzzle").scroll_into_view_if_needed()
    yield "tumblin-puzzle-day"


def _flat(player: Flicker) -> Iterator[str]:
    guest = player.guest
    player.choose_view("td_flat")
    expect(guest.page.locator("[data-die]")).to_have_count(len(KINDS) + 1)
    yield "tumblin-flat"
