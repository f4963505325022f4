"""Who sees what the last players of a round can do knows which leads are safe."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from tumbletrip.bots.tumblin.experience import Experience
from tumbletrip.bots.tumblin.foreseeing import FEW, Foresight, foresee, is_foreseeable
from tumbletrip.bots.tumblin.imagination import BotImagination
from tumbletrip.bots.tumblin.levels import LEVELS
from tumbletrip.bots.tumblin.shots import SPEEDS_MPS, straight
from tumbletrip.bots.tumblin.winning import dice_to_come
from tumbletrip.tumblin.board import USUAL_BOARD, builtin_board
from tumbletrip.tumblin.dice import D6
from tumbletrip.tumblin.hands import PRACTISED, Hand
from tumbletrip.tumblin.house_rules import CLASSIC, ROUNDS_WON, HouseRules
from tumbletrip.tumblin.ports import Pose
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.rules import Match, RolledForOrder, evolve, new_match
from tumbletrip.tumblin.setup import PRESETS, from_preset

BOARD = builtin_board(USUAL_BOARD)
STEADY = LEVELS["champion"].hand


@cache
def experience(hand: Hand = STEADY, house: HouseRules = ROUNDS_WON) -> Experience:
    return Experience(BotImagination(BOARD), house, D6, hand, 128)


def with_dice_left(left: int, preset: str = "duel", house: HouseRules = ROUNDS_WON) -> Match:
    """A round in which all dice but so many were lost."""
    names = ("Ada", "Bo", "Cleo", "Dan")[: 4 if preset == "pairs" else 3 if preset == "individual" else 2]
    setup = from_preset(PRESETS[preset], names, house=house, board=BOARD)
    match = new_match(setup)
    for seat in range(len(names)):
        match = evolve(match, RolledForOrder(seat, 6 - seat))
    while len(match.rests) < setup.flicks_per_round - left:
        assert match.turn is not None
        die = match.dice_in_hand(match.turn)[0]
        match = replace(match, rests=(*match.rests, read(BOARD, die, Pose(2.0, 0.0, 0.008))))
    return match


def foreseen(match: Match) -> Foresight:
    """By somebody with a steady hand, whose rivals have a practised one."""
    assert match.turn is not None
    die, house = match.dice_in_hand(match.turn)[0], match.setup.house
    assert is_foreseeable(match, die)
    return foresee(match, die, experience(STEADY, house), experience(PRACTISED, house))


def test_the_dice_to_come_are_known_in_their_order() -> None:
    match = with_dice_left(4, "duel-bonus")
    assert match.turn == 0
    flicked, saved = match.dice_in_hand(0)
    assert [die.key for die in dice_to_come(match, flicked)] == ["b5", saved.key, "b*"]


def test_a_lead_is_safe_if_no_die_can_make_it_up_and_not_before() -> None:
    view = foreseen(with_dice_left(2))
    chances = [view.chance(float(lead), 0.0) for lead in range(-1, 26)]
    assert all(later >= earlier for earlier, later in pairwise(chances))
    nothing, seven, fourteen, most = (view.chance(float(lead), 0.0) for lead in (0, 7, 14, 25))
    assert nothing < 0.05  # the rival needs any die that counts
    assert (
        0.1 < seven < 0.4
    )  # a rival of the champion's kind puts most dice on 2x, and keeps most sixes there
    assert 0.3 < fourteen < 0.8  # a six on 3x, or 4x: a normal rival die would make it in one of eight
    assert most > 0.99


def test_the_rest_of_a_round_is_worked_out_as_slow_arithmetic_says() -> None:
    match = with_dice_left(3)
    view = foreseen(match)
    own, rivals = (experience(hand).spreads(1) for hand in (STEADY, PRACTISED))

    def after_two(lead: int) -> float:
        """With the own last die to come, and nothing else."""
        return max(sum(share * view.bare.won(lead + more, 0.0) for more, share in s.items()) for s in own)

    for lead in (-20, -7, 0, 3, 12, 30):
        left = min(sum(share * after_two(lead - more) for more, share in s.items()) for s in rivals)
        assert view.chance(float(lead), 0.0) == pytest.approx(left, abs=1e-3)


def test_who_flicks_last_has_the_better_of_it() -> None:
    rival_last, own_last = foreseen(with_dice_left(2)), foreseen(with_dice_left(3))
    assert own_last.chance(0.0, 0.0) > 0.4 > rival_last.chance(9.0, 0.0)


def test_doubt_about_faces_blurs_a_chance() -> None:
    view = foreseen(with_dice_left(2))
    assert view.chance(25.0, 60.0) < view.chance(25.0, 0.0) - 0.05
    assert view.chance(0.0, 60.0) > view.chance(0.0, 0.0) + 0.05


def test_where_points_are_added_up_a_point_stays_a_point() -> None:
    view = foreseen(with_dice_left(2, house=CLASSIC))
    low, middle, high = (view.chance(points, 0.0) for points in (0.0, 8.0, 16.0))
    assert high - middle == pytest.approx(middle - low, rel=0.05)


@pytest.mark.parametrize(
    "match",
    [
        pytest.param(with_dice_left(1), id="the last die"),
        pytest.param(with_dice_left(FEW + 2), id="many dice to come"),
        pytest.param(with_dice_left(2, "individual"), id="three sides"),
    ],
)
def test_elsewhere_nothing_is_foreseen(match: Match) -> None:
    assert match.turn is not None
    assert not is_foreseeable(match, match.dice_in_hand(match.turn)[0])


def test_two_teams_are_foreseen_as_two_players_are() -> None:
    match = with_dice_left(3, "pairs")
    assert match.turn is not None
    side_of = match.setup.side_of
    die = match.dice_in_hand(match.turn)[0]
    assert [side_of[one.seat] == side_of[die.seat] for one in dice_to_come(match, die)] == [False, True]
    assert foreseen(match).chance(0.0, 0.0) > 0.4


def test_experience_knows_how_points_spread_and_their_mean() -> None:
    spreads = experience().spreads(1)
    assert all(sum(one.values()) == pytest.approx(1.0) for one in spreads)
    means = [sum(points * share for points, share in one.items()) for one in spreads]
    shots = [straight(BOARD, with_dice_left(1).setup.seats[0].dice[0], speed) for speed in SPEEDS_MPS]
    for shot in shots:
        assert min(abs(experience().worth(shot) - mean) for mean in means) < 1e-9
    doubled = experience().spreads(2)
    assert [{2 * points: share for points, share in one.items()} for one in spreads] == doubled
