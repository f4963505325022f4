"""Points and their evidence (TD06 to TD09, TD12, TD13, TD15, TD16), and an independent slow count."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.tumblin.houses import houses
from tests.kit.tumblin.table import at_rest, die, random_pose
from tumbletrip.core.outcomes import Reason
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D8, D20, KINDS
from tumbletrip.tumblin.house_rules import (
    ALL_ABOARD,
    CLASSIC,
    FALLING_COSTS,
    ROUNDS_WON,
    YOUNG_PLAYERS,
    HouseRules,
)
from tumbletrip.tumblin.ports import LEVEL, OFF, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.scoring import RoundSheet, Why, outcome_of, rounds_won, score_die, score_round, totals

ALONE = ((0,), (1,))


def points(house: HouseRules, rest: Rest) -> tuple[int, Why]:
    score = score_die(house, rest)
    return score.points, score.why


@pytest.mark.parametrize(
    ("place", "face", "expected"), [("1x", 5, 5), ("2x", 4, 8), ("3x", 6, 18), ("4x", 1, 4)]
)
def test_TD08_a_die_scores_its_face_times_its_zone(place: str, face: int, expected: int) -> None:
    assert points(CLASSIC, at_rest("a1", place, face)) == (expected, Why.COUNTS)


def test_TD08_a_die_is_worth_24_at_most() -> None:
    rests = [at_rest("a1", place, face) for place in ("1x", "2x", "3x", "4x") for face in range(1, 7)]
    assert max(points(CLASSIC, rest)[0] for rest in rests) == 24


@pytest.mark.parametrize("place", ["track", LEVEL])
@pytest.mark.parametrize("house", [CLASSIC, YOUNG_PLAYERS, FALLING_COSTS, ALL_ABOARD])
def test_TD07_a_die_before_the_line_counts_nothing_in_any_variant(place: str, house: HouseRules) -> None:
    assert points(house, at_rest("a1", place, 6)) == (0, Why.BEFORE_LINE)


def test_TD06_a_die_off_the_board_scores_nothing() -> None:
    assert points(CLASSIC, at_rest("a1", OFF, 6)) == (0, Why.OFF)


def test_TD12_young_players_add_the_zone_to_the_face() -> None:
    assert points(YOUNG_PLAYERS, at_rest("a1", "4x", 5)) == (9, Why.COUNTS)
    assert points(YOUNG_PLAYERS, at_rest("a1", OFF, 5)) == (0, Why.OFF)


def test_TD12_young_players_may_use_odd_dice() -> None:
    assert points(YOUNG_PLAYERS, at_rest("a1", "3x", 17, D20)) == (20, Why.COUNTS)


def test_TD13_a_fallen_die_costs_its_face() -> None:
    assert points(FALLING_COSTS, at_rest("a1", OFF, 4)) == (-4, Why.FELL)
    assert points(replace(YOUNG_PLAYERS, falling_costs=True), at_rest("a1", OFF, 4)) == (-4, Why.FELL)
    assert points(FALLING_COSTS, at_rest("a1", OFF, 20, D20)) == (-20, Why.FELL)


def test_TD09_a_bonus_die_counts_double_and_costs_double_when_it_falls() -> None:
    assert points(CLASSIC, at_rest("a*", "3x", 5)) == (30, Why.COUNTS)
    assert points(YOUNG_PLAYERS, at_rest("a*", "3x", 5)) == (16, Why.COUNTS)
    assert points(FALLING_COSTS, at_rest("a*", OFF, 5)) == (-10, Why.FELL)
    assert points(CLASSIC, at_rest("a*", OFF, 5)) == (0, Why.OFF)


def test_TD17_odd_dice_score_as_the_others_do() -> None:
    assert points(CLASSIC, at_rest("a1", "4x", 20, D20)) == (80, Why.COUNTS)
    assert points(CLASSIC, at_rest("a1", "2x", 7, D8)) == (14, Why.COUNTS)


def test_a_sheet_holds_the_evidence_of_every_die_by_seat() -> None:
    sheet = score_round(
        CLASSIC, ALONE, [at_rest("b1", "2x", 3), at_rest("a1", OFF, 6), at_rest("a2", "1x", 4)]
    )
    assert [(score.die.key, score.face, score.zone, score.points, score.why) for score in sheet.dice] == [
        ("a1", 6, 0, 0, Why.OFF),
        ("a2", 4, 1, 4, Why.COUNTS),
        ("b1", 3, 2, 6, Why.COUNTS),
    ]
    assert (sheet.seats, sheet.sides, sheet.winner) == ((4, 6), (4, 6), 1)


def test_TD10_team_points_are_added() -> None:
    dice = [at_rest("a1", "4x", 6), at_rest("b1", "1x", 1), at_rest("c1", "2x", 2), at_rest("d1", "3x", 3)]
    sheet = score_round(CLASSIC, ((0, 2), (1, 3)), dice)
    assert (sheet.seats, sheet.sides) == ((24, 1, 4, 9), (28, 10))


@pytest.mark.parametrize("bonus", [10, 20, 7])
def test_TD16_a_player_whose_dice_are_all_on_the_board_gets_the_bonus(bonus: int) -> None:
    house = HouseRules(all_aboard=bonus)
    dice = [at_rest("a1", "2x", 3), at_rest("a2", LEVEL, 6), at_rest("b1", "4x", 6), at_rest("b2", OFF, 1)]
    sheet = score_round(house, ALONE, dice)
    assert (sheet.aboard, sheet.sides) == ((bonus, 0), (6 + bonus, 24))  # before the line is on the board


def test_TD16_the_bonus_may_double_the_points_of_the_round() -> None:
    house = HouseRules(all_aboard="double")
    dice = [at_rest("a1", "2x", 3), at_rest("a*", "1x", 2), at_rest("b1", "4x", 6), at_rest("b*", OFF, 1)]
    sheet = score_round(house, ALONE, dice)
    assert (sheet.aboard, sheet.sides) == ((10, 0), (20, 24))  # 6 + 2·2, twice


def test_TD16_the_bonus_is_the_players_own_in_team_games() -> None:
    dice = [at_rest("a1", "1x", 1), at_rest("b1", "1x", 1), at_rest("c1", OFF, 1), at_rest("d1", "1x", 1)]
    sheet = score_round(ALL_ABOARD, ((0, 2), (1, 3)), dice)
    assert sheet.sides == (11, 22)


def won_by(*sides: int) -> RoundSheet:
    """A round with these points of the sides."""
    return RoundSheet((), (0,) * len(sides), sides, sides)


def test_TD15_a_tied_round_is_won_by_nobody() -> None:
    sheets = [won_by(5, 5, 3), won_by(6, 5, 3), won_by(0, 0, 0)]
    assert [sheet.winner for sheet in sheets] == [None, 0, None]
    assert rounds_won(sheets, 3) == (1, 0, 0)


def test_TD15_the_first_to_win_n_rounds_wins_the_match() -> None:
    sheets = [won_by(9, 5), won_by(9, 5), won_by(1, 50), won_by(2, 2), won_by(9, 8)]
    assert outcome_of(ROUNDS_WON, sheets, 2) is None
    ended = outcome_of(ROUNDS_WON, [*sheets, won_by(3, 2)], 2)
    assert ended is not None
    assert (ended.reason, ended.ranking) == (Reason.ROUNDS_WON, ((0,), (1,)))  # although 1 has more points


def test_TD11_the_match_ends_when_somebody_has_reached_301() -> None:
    assert outcome_of(CLASSIC, [won_by(300, 2)], 2) is None
    ended = outcome_of(CLASSIC, [won_by(300, 2), won_by(1, 0)], 2)
    assert ended is not None
    assert (ended.reason, ended.winners) == (Reason.TARGET_REACHED, (0,))


def test_TD11_of_several_who_reach_it_the_highest_total_wins() -> None:
    ended = outcome_of(CLASSIC, [won_by(305, 310, 12)], 3)
    assert ended is not None
    assert ended.ranking == ((1,), (0,), (2,))


def test_TD11_equal_highest_totals_share_the_win() -> None:
    ended = outcome_of(CLASSIC, [won_by(305, 12, 305)], 3)
    assert ended is not None
    assert ended.winners == (0, 2)


@pytest.mark.parametrize("target", [1, 100, 501, 999])
def test_TD14_any_target_may_be_set(target: int) -> None:
    house = HouseRules(target=target)
    assert outcome_of(house, [won_by(target - 1, 0)], 2) is None
    assert outcome_of(house, [won_by(target, 0)], 2) is not None


# An independent slow count: one long table of cases instead of the rules' own steps.


def slow_count(house: HouseRules, sides: Sequence[Sequence[int]], rests: Sequence[Rest]) -> list[int]:
    counted = []
    for side in sides:
        side_points = 0
        for seat in side:
            own = [rest for rest in rests if rest.die.seat == seat]
            seat_points = 0
            for rest in own:
                worth = rest.face * int(rest.tier[0]) if rest.tier[0] in "1234" else 0
                if worth and "young" in house.words:
                    worth = rest.face + int(rest.tier[0])
                if rest.tier == "off" and "falling" in house.words:
                    worth = -rest.face
                seat_points += worth + (worth if rest.die.key.endswith("*") else 0)
            if "off" not in [rest.tier for rest in own]:
                word = next((word for word in house.words if word.startswith("aboard=")), "aboard=0")
                extra = word.removeprefix("aboard=")
                seat_points += seat_points if extra == "double" else int(extra)
            side_points += seat_points
        counted.append(side_points)
    return counted


@given(house=houses(), seed=st.integers(0, 2**32), seats=st.integers(2, 6), dice=st.integers(1, 4))
def test_TD08_scores_equal_an_independent_slow_count(
    house: HouseRules, seed: int, seats: int, dice: int
) -> None:
    rng = Random(seed)
    kinds = list(KINDS.values())
    keys = [f"{'abcdef'[seat]}{number or '*'}" for seat in range(seats) for number in range(dice)]
    thrown = [die(key, rng.choice(kinds)) for key in keys]
    rests = [read(builtin_board("classic"), one, random_pose(rng, one.kind)) for one in thrown]
    teams = rng.choice([seats, 2]) if seats % 2 == 0 else seats
    sides = tuple(tuple(range(first, seats, teams)) for first in range(teams))
    sheet = score_round(house, sides, rests)
    assert list(sheet.sides) == slow_count(house, sides, rests)
    assert sum(sheet.seats) == sum(sheet.sides)
    assert totals([sheet, sheet], teams) == tuple(2 * side for side in sheet.sides)
