"""The roll for the order of play (TD03)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.tumblin.table import after, begun, duel, flat, flick
from tumbletrip.tumblin.house_rules import HouseRules
from tumbletrip.tumblin.order import may_roll, must_roll, turn_order
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.rules import Match, Phase, RollForOrder, decide, new_match
from tumbletrip.tumblin.setup import PRESETS, from_preset, table


def rolled(match: Match, *rolls: tuple[int, int]) -> Match:
    return after(match, *(RollForOrder(seat, face) for seat, face in rolls))


def test_TD03_the_order_follows_the_rolls_from_highest_to_lowest() -> None:
    match = rolled(new_match(table(["A", "B", "C"], 4)), (0, 2), (1, 6), (2, 4))
    assert (match.order, match.phase, match.turn) == ((1, 2, 0), Phase.FLICK, 1)
    assert match.rolls == ((2,), (6,), (4,))  # they stay to be seen


def test_TD03_tied_players_roll_again_among_themselves() -> None:
    match = rolled(new_match(table(["A", "B", "C", "D"], 4)), (0, 5), (1, 3), (2, 5), (3, 6))
    assert match.rolling == (0, 2)
    assert decide(match, RollForOrder(1, 6)) is No.ALREADY_ROLLED
    match = rolled(match, (2, 1), (0, 1))
    assert match.rolling == (0, 2)  # tied again
    match = rolled(match, (0, 2), (2, 6))
    assert match.order == (3, 2, 0, 1)  # a second roll never lifts them above the six


def test_TD03_two_ties_are_settled_apart() -> None:
    match = rolled(new_match(table(["A", "B", "C", "D"], 4)), (0, 5), (1, 2), (2, 5), (3, 2))
    assert match.rolling == (0, 1, 2, 3)
    match = rolled(match, (1, 6), (0, 1), (3, 1), (2, 4))
    assert match.order == (2, 0, 1, 3)


def test_TD03_a_player_who_rolled_again_waits_for_the_others_of_the_tie() -> None:
    match = rolled(new_match(table(["A", "B", "C"], 4)), (0, 4), (1, 4), (2, 4), (0, 4))
    assert match.rolling == (1, 2)
    assert decide(match, RollForOrder(0, 6)) is No.ALREADY_ROLLED


def test_TD03_those_who_tie_wait_until_everybody_has_rolled() -> None:
    match = rolled(new_match(table(["A", "B", "C"], 4)), (0, 4), (1, 4))
    assert match.rolling == (2,)
    assert rolled(match, (2, 6)).rolling == (0, 1)


def test_TD03_records_in_which_a_tie_did_not_wait_can_still_be_read() -> None:
    match = rolled(new_match(table(["A", "B", "C"], 4)), (0, 4), (1, 4), (0, 2), (1, 3), (2, 6))
    assert match.order == (2, 1, 0)


def test_TD03_players_may_roll_in_any_order_and_with_a_d6_only() -> None:
    match = rolled(new_match(table(["A", "B", "C"], 4)), (2, 1))
    assert decide(match, RollForOrder(0, 7)) is No.IMPOSSIBLE_FACE
    assert decide(match, RollForOrder(0, 0)) is No.IMPOSSIBLE_FACE
    assert decide(match, RollForOrder(2, 3)) is No.ALREADY_ROLLED


def test_TD03_in_team_games_the_teams_alternate_from_the_team_of_the_highest_roll() -> None:
    # Teams: seats 0 and 2 against 1 and 3. Seat 3 has the six; seat 0 beats seat 2.
    match = rolled(
        new_match(from_preset(PRESETS["pairs"], ["A", "B", "C", "D"])), (0, 5), (1, 1), (2, 4), (3, 6)
    )
    assert match.order == (3, 0, 1, 2)


def test_TD03_four_teams_take_turns() -> None:
    rolls = [(6, n) for n in range(16)]
    order = turn_order(rolls, [tuple(range(first, 16, 4)) for first in range(4)])
    assert [seat % 4 for seat in order] == [3, 2, 1, 0] * 4
    assert order[:4] == (15, 14, 13, 12)


def test_TD03_the_order_holds_for_the_whole_match() -> None:
    match = begun(duel(dice=1), order=(1, 0))
    assert _starters(match, rounds=3) == [1, 1, 1]


def test_TD03_a_table_may_pass_the_start_on_each_round() -> None:
    match = begun(table(["A", "B", "C"], 1, house=HouseRules(pass_the_start=True)), order=(2, 0, 1))
    assert _starters(match, rounds=4) == [2, 0, 1, 2]


def _starters(match: Match, rounds: int) -> list[int | None]:
    """Who begins each round, while nobody scores anything."""
    starters: list[int | None] = []
    for _ in range(rounds):
        starters.append(match.turn)
        for _ in range(match.setup.flicks_per_round):
            assert match.turn is not None
            key = match.dice_in_hand(match.turn)[0].key
            match = after(match, flick(match, key, {key: flat("off", 1)}))
    return starters


Rolls = Sequence[tuple[int, ...]]


@given(st.lists(st.lists(st.integers(1, 6), max_size=4).map(tuple), min_size=2, max_size=16))
def test_TD03_whoever_need_not_roll_has_a_place_of_their_own(rolls: Rolls) -> None:
    waiting = [seat for seat in range(len(rolls)) if seat not in may_roll(rolls)]
    assert len({rolls[seat] for seat in waiting}) == len(waiting)
    is_everybody_heard = all(rolls)
    assert set(must_roll(rolls)) == set(may_roll(rolls)) or not is_everybody_heard


@pytest.mark.parametrize("seats", [2, 16])
def test_TD03_at_first_everyone_rolls(seats: int) -> None:
    assert must_roll([()] * seats) == tuple(range(seats))
