"""The last rounds in imagination: exact where they can be, fair to everybody at the table."""

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from numpy.testing import assert_array_less

from tests.kit.dicetrip import kernel_probes as probes
from tests.kit.dicetrip.bot_games import play_rounds
from tests.kit.dicetrip.kernel_probes import SheetInMemory, at
from tests.kit.dicetrip.sheets import COMPILED, rolls, sheets
from tumbletrip.bots.dicetrip.candidate_plays import candidate_plays
from tumbletrip.bots.dicetrip.endings import all_sheets, chances_of_rerolls, final_worths
from tumbletrip.bots.dicetrip.learning.starting_values import starting_mind
from tumbletrip.bots.dicetrip.machine.places import NOBODY, SCORE_SHARE, THEY, TIE, WE
from tumbletrip.bots.dicetrip.machine.sheet_block import entries
from tumbletrip.bots.dicetrip.players import ValueBot
from tumbletrip.bots.dicetrip.protocol import Budget, Position
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.options import all_entries
from tumbletrip.dicetrip.rules import fill, new_game
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
FRANCE = builtin_edition("france")
MIND = starting_mind(FRANCE)
PLENTY = Budget(1.0)
ROLL = Roll(red=4, blue=2, green=6, yellow=1)


def sheet_before(round_number: int, seed: int = 1) -> Sheet:
    """A sheet that a bot filled up to a round; its powers are spent."""
    bot = ValueBot(mind=starting_mind, careful_throws=0)
    sheet = play_rounds(new_game(FRANCE, 1), [bot], seed, before=round_number).sheets[0]
    return replace(sheet, may_reroll=False, may_double=False)


def table(round_number: int, *sheets: Sheet, rerolls: bool = False) -> Position:
    """The question to the first of several players, who rolls in this round and in the last one."""
    return Position(0, sheets, round_number, 0, ROLL, may_reroll_now=rerolls)


def worth(position: Position, *, to_win: bool, budget: Budget = PLENTY) -> list[float] | None:
    """What the best four plays are worth in the end."""
    _, plays = candidate_plays(MIND, position.sheet, ROLL, 4)
    return final_worths(MIND, position, plays, 12, to_win, budget, Random(1))


def test_round_12_counts_the_last_round_exactly() -> None:
    """Some of the 1296 rolls are answered by the readable rules, the mean is over all."""
    position = table(12, sheet_before(12), sheet_before(12))  # the other one rolls last: no re-roll for us
    _, plays = candidate_plays(MIND, position.sheet, ROLL, 1)
    after = fill(position.sheet, ROLL, entries(FRANCE, plays[0]))
    ours, here = np.empty(6**4), SheetInMemory(after)
    probes.last_round_values(MIND.address, here.address, 0, at(ours))
    some = Random(1).sample(list(enumerate(all_rolls())), 60)
    assert [ours[number] for number, _ in some] == [best_last_score(after, roll) for _, roll in some]
    found = worth(position, to_win=False)
    assert found is not None
    assert found[0] == pytest.approx(ours.mean())


def all_rolls() -> list[Roll]:
    """All 1296 rolls, in the kernels' order."""
    return [Roll(*faces) for faces in product(DIGITS, repeat=4)]


def best_last_score(sheet: Sheet, roll: Roll) -> int:
    """Round 13, by the readable rules."""
    return max(score(fill(sheet, roll, each)).total for each in all_entries(sheet, roll))


@pytest.mark.parametrize("round_number", [10, 11, 12])
def test_a_rival_with_the_same_sheet_ties_with_us_on_the_same_dice(round_number: int) -> None:
    """Rivals are thought to write what brings most points, as we might, and all meet the same rolls."""
    sheet = sheet_before(round_number)
    position = table(round_number, sheet, sheet, sheet)
    points, chances = worth(position, to_win=False), worth(position, to_win=True)
    assert points is not None
    assert chances is not None
    same = chances[int(np.argmax(points))]
    assert same == pytest.approx(TIE + SCORE_SHARE * max(points))


def test_a_full_road_wins_against_an_empty_one_and_the_other_way_round() -> None:
    strong = sheet_before(12)
    weak = crossed_out(12)
    ahead, behind = worth(table(12, strong, weak), to_win=True), worth(table(12, weak, strong), to_win=True)
    assert ahead is not None
    assert behind is not None
    assert min(ahead) > 1.0  # every roll wins, and points count a little
    assert max(behind) < 0.05


def crossed_out(round_number: int) -> Sheet:
    """A sheet of somebody who crossed out two cities in every round."""
    sheet = Sheet(FRANCE)
    while sheet.round < round_number:
        crosses = (each for each in all_entries(sheet, ROLL) if all(entry.pair is None for entry in each))
        sheet = fill(sheet, ROLL, next(crosses))
    return sheet


def test_without_time_no_ending_is_imagined_but_the_last_round_is_always_counted() -> None:
    hurry = Budget(0.002)
    assert worth(table(11, sheet_before(11)), to_win=False, budget=hurry) is None
    assert worth(table(12, sheet_before(12)), to_win=False, budget=hurry) is not None


def test_our_reroll_never_hurts_us_and_theirs_never_helps() -> None:
    worths = np.random.default_rng(3).random(6**4)
    ours, theirs, kept = np.empty(6**4), np.empty(6**4), np.empty(6**4)
    for who, best in ((WE, ours), (THEY, theirs), (NOBODY, kept)):
        probes.after_last_reroll(at(worths), who, at(best))
    assert_array_less(worths, ours + 1e-9)
    assert_array_less(theirs, worths + 1e-9)
    assert kept.tolist() == worths.tolist()


@settings(COMPILED, max_examples=20)
@given(sheets(most_open=1), rolls())
def test_DT07_in_the_last_round_keeping_is_worth_the_win_that_it_is(sheet: Sheet, roll: Roll) -> None:
    assume(not sheet.is_full)
    rival = rival_of(sheet)
    position = Position(0, (sheet, rival), LAST_ROUND, 0, roll, may_reroll_now=True)
    ours, theirs = best_last_score(sheet, roll), best_last_score(rival, roll)
    outcome = TIE if ours == theirs else float(ours > theirs)
    kept = chances_of_rerolls(starting_mind(sheet.edition), position)[0]
    assert kept == pytest.approx(outcome + SCORE_SHARE * ours)


def rival_of(sheet: Sheet) -> Sheet:
    """Another sheet on the same board with one open city."""
    bot = ValueBot(mind=starting_mind, careful_throws=0)
    return play_rounds(new_game(sheet.edition, 1), [bot], 5, before=LAST_ROUND).sheets[0]


def test_all_sheets_begin_with_the_own_one() -> None:
    own, other = sheet_before(3), sheet_before(5)
    position = Position(1, (other, own), 3, 0, ROLL, may_reroll_now=False)
    assert all_sheets(position) == [own, other]
