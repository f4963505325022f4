"""What a flick changed: the die itself, the dice it pushed, and those it knocked off."""

import pytest

from tests.kit.command_line import ROOT
from tests.kit.tumblin.table import at_rest, duel
from tumbletrip.analysis.tumblin.analysis import flicks_in
from tumbletrip.analysis.tumblin.swings import Swing, swing
from tumbletrip.tumblin.house_rules import ALL_ABOARD, FALLING_COSTS
from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.replays import replay
from tumbletrip.tumblin.setup import table

ADA = 0


def test_a_die_that_touches_nothing_brings_what_it_counts() -> None:
    before = [at_rest("b1", "4x", 6)]
    after = [*before, at_rest("a1", "3x", 5)]
    assert swing(duel(), ADA, before, after) == Swing(own=15, others=0)


def test_TD05_knocking_a_rival_off_brings_what_it_counted() -> None:
    before = [at_rest("b1", "4x", 6)]
    after = [at_rest("b1", "off", 6), at_rest("a1", "1x", 2)]
    found = swing(duel(), ADA, before, after)
    assert found == Swing(own=2, others=-24)
    assert found.lead == 26


def test_TD05_pushing_an_own_die_on_brings_the_difference() -> None:
    before = [at_rest("a1", "2x", 3)]
    after = [at_rest("a1", "4x", 3), at_rest("a2", "2x", 1)]
    assert swing(duel(dice=2), ADA, before, after) == Swing(own=4 * 3 - 2 * 3 + 2 * 1, others=0)


def test_pushing_a_rival_on_costs() -> None:
    before = [at_rest("b1", "1x", 4)]
    after = [at_rest("b1", "3x", 4), at_rest("a1", "1x", 1)]
    assert swing(duel(), ADA, before, after).lead == 1 - 8


def test_TD13_a_rival_who_falls_pays_on_top() -> None:
    before = [at_rest("b1", "2x", 5)]
    after = [at_rest("b1", "off", 4), at_rest("a1", "1x", 1)]
    assert swing(duel(FALLING_COSTS), ADA, before, after) == Swing(own=1, others=-10 - 4)


def test_TD16_the_first_die_off_the_board_loses_the_bonus_and_the_second_nothing_more() -> None:
    off = at_rest("a1", "off", 3)
    assert swing(duel(ALL_ABOARD, dice=2), ADA, [], [off]) == Swing(own=-10, others=0)
    assert swing(duel(ALL_ABOARD, dice=2), ADA, [off], [off, at_rest("a2", "off", 1)]) == Swing(0, 0)


def test_TD10_a_team_mate_s_die_counts_as_an_own_one() -> None:
    pairs = table(["Ada", "Ben", "Cleo", "Dan"], dice=1, teams=2)
    (mate,) = (seat for seat in pairs.sides[pairs.side_of[ADA]] if seat != ADA)
    key = pairs.seats[mate].dice[0].key
    after = [at_rest(key, "3x", 2), at_rest("a1", "1x", 1)]
    assert swing(pairs, ADA, [at_rest(key, "1x", 2)], after) == Swing(own=4 + 1, others=0)


def test_of_several_rivals_the_mean_counts() -> None:
    three = table(["Ada", "Ben", "Cleo"], dice=1)
    before = [at_rest("b1", "2x", 6)]
    after = [at_rest("b1", "off", 6), at_rest("a1", "2x", 2)]
    assert swing(three, ADA, before, after) == Swing(own=4, others=-6)


@pytest.mark.parametrize("record", ["duel_mujoco", "duel_bonus_falling", "pairs_rounds_young"])
def test_between_two_sides_all_swings_add_up_to_the_final_lead(record: str) -> None:
    played = parse_record((ROOT / f"tests/golden/{record}.tumble").read_text("utf-8"))
    ours, theirs = replay(played).final.totals
    leads = [(seen.seat, seen.swing.lead) for seen in flicks_in(played)]
    by_side = [0.0, 0.0]
    for seat, lead in leads:
        by_side[played.setup.side_of[seat]] += lead
    assert by_side[0] - by_side[1] == ours - theirs
