"""Points are a means: what a thinking bot wants is to win."""

from dataclasses import replace
from random import Random

import pytest

from tumbletrip.bots.tumblin.levels import LEVELS
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.winning import Outlook, outlook
from tumbletrip.tumblin.board import USUAL_BOARD, builtin_board
from tumbletrip.tumblin.dice import D6, face_up
from tumbletrip.tumblin.house_rules import CLASSIC, ROUNDS_WON, HouseRules
from tumbletrip.tumblin.ports import Die, Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.rules import Match, RolledForOrder, evolve, new_match
from tumbletrip.tumblin.scoring import RoundSheet
from tumbletrip.tumblin.setup import PRESETS, from_preset

BOARD = builtin_board(USUAL_BOARD)
CHAMPION = LEVELS["champion"].head(LEVELS["champion"].hand)


def last_die(own: int, rival: int, zone: int = 2, house: HouseRules = ROUNDS_WON) -> Match:
    """A duel before its last flick: all dice are lost but an own one on 2x, and a rival's in some zone."""
    setup = from_preset(PRESETS["duel"], ("Ada", "Bo"), house=house, board=BOARD)
    match = new_match(setup)
    for event in (RolledForOrder(0, 1), RolledForOrder(1, 6)):
        match = evolve(match, event)
    first, second = (seat.dice for seat in setup.seats)
    lying = (lie(first[0], 2, -0.15, own), lie(second[0], zone, 0.13, rival))
    lost = [read(BOARD, die, Pose(2.0, 0.0, 0.008)) for die in (*first[1:4], *second[1:])]
    return replace(match, rests=(*lying, *lost))


def lie(die: Die, zone: int, y: float, face: int) -> Rest:
    tier = BOARD.tiers[zone]
    return read(BOARD, die, Pose(sum(tier.boxes[0].x) / 2, y, tier.top + 0.008, *face_up(D6, face)))


def flicked(match: Match) -> Die:
    assert match.turn == 0
    return match.dice_in_hand(0)[0]


def chances(view: Outlook, *positions: float) -> list[float]:
    return [view.chance(position, 0.0) for position in positions]


def test_with_the_last_die_only_the_lead_counts() -> None:
    match = last_die(own=2, rival=6)
    view = outlook(match, flicked(match))
    assert (view.lead, view.unsure) == (-8, 0)
    short, even, enough, plenty = chances(view, *(view.lying + points for points in (6, 8, 10, 24)))
    assert short < 0.01
    assert even == pytest.approx(0.5, abs=0.001)
    assert 0.99 < enough < plenty < 1.01  # a point is still worth a trifle


def test_far_from_the_end_every_point_counts_alike() -> None:
    match = last_die(own=2, rival=6, house=CLASSIC)
    view = outlook(match, flicked(match))
    low, middle, high = chances(view, *(view.lying + points for points in (0, 8, 16)))
    assert high - middle == pytest.approx(middle - low, rel=0.05)


def test_points_of_rounds_before_count_where_points_are_added_up() -> None:
    plain = last_die(own=2, rival=6, house=CLASSIC)
    sheet = RoundSheet(dice=(), aboard=(0, 0), seats=(50, 20), sides=(50, 20))
    later = replace(plain, sheets=(sheet,))
    views = [outlook(match, flicked(plain)) for match in (plain, later)]
    assert views[1].lead - views[0].lead == 30
    assert views[1].unsure < views[0].unsure


@pytest.mark.parametrize(
    ("own", "rival", "zone", "slowest", "fastest"),
    [
        pytest.param(4, 5, 2, 1.0, 1.3, id="two points behind: nearly any die on 2x will do"),
        pytest.param(2, 6, 3, 1.3, 2.0, id="fourteen behind: even a six on 2x would not"),
        pytest.param(1, 6, 4, 1.5, 2.0, id="twenty-two behind: 4x, or the rival's die off it"),
    ],
)
def test_the_champion_aims_at_what_it_needs(
    own: int, rival: int, zone: int, slowest: float, fastest: float
) -> None:
    aim = CHAMPION.aim(last_die(own, rival, zone), Budget(0.3), Random(1))
    assert slowest <= aim.speed_mps <= fastest
