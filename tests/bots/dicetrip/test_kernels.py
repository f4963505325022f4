"""The bots' kernels agree with the readable rules, and their shortcuts with the long way."""

from array import array
from dataclasses import dataclass
from functools import cache
from math import isfinite
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.kit.dicetrip import kernel_probes as probes
from tests.kit.dicetrip.kernel_probes import SheetInMemory, at
from tests.kit.dicetrip.sheets import COMPILED, rolls, sheets
from tumbletrip.bots.dicetrip.kernels.sheets import ALL_NUMBERS
from tumbletrip.bots.dicetrip.kernels.values import FEATURES
from tumbletrip.bots.dicetrip.learning.starting_values import (
    board_and_layout,
    starting_mind,
    starting_weights,
)
from tumbletrip.bots.dicetrip.learning.value_weights import (
    CROSSED,
    EMPTY,
    FREE,
    LENGTHS,
    MARKS,
    ROUND,
    Layout,
)
from tumbletrip.bots.dicetrip.machine import questions
from tumbletrip.bots.dicetrip.machine.board_tables import BoardTables
from tumbletrip.bots.dicetrip.machine.mind_block import mind_block
from tumbletrip.bots.dicetrip.machine.questions import Mind, mind_in_memory
from tumbletrip.bots.dicetrip.machine.running import machine
from tumbletrip.bots.dicetrip.machine.sheet_block import entries
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import Edition, builtin_edition
from tumbletrip.dicetrip.options import all_entries
from tumbletrip.dicetrip.rules import fill, refuse_entries
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
FEW = settings(COMPILED, max_examples=40)


@dataclass(frozen=True)
class Known:
    """A mind, and what was laid into memory for it."""

    layout: Layout
    board: BoardTables
    weights: NDArray[np.float32]
    mind: Mind

    @property
    def address(self) -> int:
        return self.mind.address


@cache
def any_mind(edition: Edition) -> Known:
    """A mind whose tables are full of noise, so that no table can be forgotten without a test noticing."""
    board, lay = board_and_layout(edition)
    noise = np.random.default_rng(1).normal(0.0, 0.1, lay.size).astype(np.float32)
    noise[lay.gap :] = np.abs(noise[lay.gap :])  # a gap never takes away
    weights = np.array(starting_weights(lay, board)) + noise
    mind = mind_in_memory(machine(), mind_block(lay, board, array("f", weights)))
    return Known(lay, board, weights, mind)


def slow_road_hope(mind: Known, sheet: Sheet, played: int) -> float:
    """The readable twin of `road_hope`: try every numbered city next, over every walk through empty ones."""
    cities = SheetInMemory(sheet).cities
    marks = [int(cities[city]) for city in mind.board.order]
    unused = [n for n in range(36) if n + 2 not in marks]
    table = mind.weights[mind.layout.gap :].reshape(13, LENGTHS, FREE)[played]

    def gap(empty: int, low: int, high: int) -> float:
        return float(table[empty, sum(low < n < high for n in unused)])

    def leads(start: int, place: int) -> bool:
        return start < 0 or bool(mind.board.before[place] >> start & 1)

    @cache
    def most(start: int, place: int) -> int:
        """The most empty cities between a start and a place; very few if no walk leads there."""
        direct = 0 if leads(start, place) else -99
        return max([direct, *(most(start, via) + 1 for via in range(start + 1, place)
                              if marks[via] == EMPTY and leads(via, place))])  # fmt: skip

    def onward(start: int, low: int) -> float:
        ends = [most(start, via) + 1 for via in range(start + 1, 25) if marks[via] == EMPTY]
        best = gap(max([0, *ends]), low, 36)
        for place in range(start + 1, 25):
            number = marks[place] - 2
            if number > low and marks[place] > CROSSED and most(start, place) >= 0:
                best = max(best, gap(most(start, place), low, number) + 1 + onward_from(place))
        return best

    @cache
    def onward_from(place: int) -> float:
        return onward(place, marks[place] - 2)

    return onward(-1, -1)


@FEW
@given(sheets())
def test_the_main_road_is_the_best_walk(sheet: Sheet) -> None:
    mind, here = any_mind(sheet.edition), SheetInMemory(sheet)
    played = min(sheet.round, 12)
    assert probes.road_hope(mind.address, here.address, played) == pytest.approx(
        slow_road_hope(mind, sheet, played), abs=1e-4
    )


@FEW
@given(sheets())
def test_the_gaps_of_the_main_road_add_up_to_it(sheet: Sheet) -> None:
    mind, here = any_mind(sheet.edition), SheetInMemory(sheet)
    touched = np.zeros(FEATURES, np.int64)
    count = probes.gap_features(mind.address, here.address, 5, at(touched))
    hope = mind.weights[touched[:count]].sum() + count - 1  # every gap but the last leads to a numbered city
    assert hope == pytest.approx(probes.road_hope(mind.address, here.address, 5), abs=1e-3)


@FEW
@given(sheets(), rolls(), st.integers(0, 2**32 - 1))
def test_a_play_fills_the_sheet_as_the_rules_do(sheet: Sheet, roll: Roll, seed: int) -> None:
    assume(sheet.round < LAST_ROUND)
    mind, before, after = any_mind(sheet.edition), SheetInMemory(sheet), SheetInMemory(sheet)
    move = Random(seed).choice(questions.candidates(mind.mind, sheet, roll, 30)[1])
    written = entries(sheet.edition, move)
    assert refuse_entries(sheet, roll, written) is None
    dice, slots = np.array(roll) - 1, np.array(move)
    probes.play(mind.address, after.address, at(dice), at(slots))
    assert after.told() == SheetInMemory(fill(sheet, roll, written)).told()
    probes.take_back(after.address, at(before.facts), at(dice), at(slots))
    assert after.told() == before.told()


@FEW
@given(sheets(), rolls())
def test_the_value_of_a_play_is_the_value_of_the_sheet_it_leads_to(sheet: Sheet, roll: Roll) -> None:
    assume(sheet.round < LAST_ROUND)
    mind = any_mind(sheet.edition).mind
    values, plays = questions.candidates(mind, sheet, roll, 12)
    assert values == sorted(values, reverse=True)
    for value, move in zip(values, plays, strict=True):
        after = fill(sheet, roll, entries(sheet.edition, move))
        assert value == pytest.approx(questions.value_of_sheet(mind, after), abs=1e-2)


@FEW
@given(sheets(), st.integers(0, 2**32 - 1))
def test_place_gains_of_two_marks_and_what_they_share_add_up(sheet: Sheet, seed: int) -> None:
    assume(sheet.round < LAST_ROUND)
    mind, here, chance = any_mind(sheet.edition).address, SheetInMemory(sheet), Random(seed)
    one, other = chance.sample([c for c in range(25) if here.cities[c] == EMPTY], 2)
    mark, mark_other = chance.sample([n + 2 for n in range(36) if here.pos[n] < 0], 2)
    gains, played = np.zeros((25, MARKS)), int(here.facts[ROUND])
    probes.place_gains(mind, here.address, at(gains))
    base = probes.place_value(mind, here.address, played)
    added = gains[one, mark] + gains[other, mark_other]
    added += probes.shared_gain(mind, here.address, one, mark, other, mark_other)
    points = sum((m - 2) % 7 == 0 for m in (mark, mark_other))
    here.cities[one], here.cities[other] = mark, mark_other
    then = probes.place_value(mind, here.address, played)
    assert base + added == pytest.approx(then + points, abs=1e-3)


@FEW
@given(sheets(most_open=1), rolls())
def test_DT06_the_last_round_is_played_for_the_most_points(sheet: Sheet, roll: Roll) -> None:
    assume(not sheet.is_full)
    move = questions.last_play(starting_mind(sheet.edition), sheet, roll)
    best = max(score(fill(sheet, roll, each)).total for each in all_entries(sheet, roll))
    assert score(fill(sheet, roll, entries(sheet.edition, move))).total == best


def test_throwing_dice_again_averages_over_their_faces() -> None:
    values, means = np.random.default_rng(2).normal(size=6**4), np.empty(6**4)
    probes.thrown_again(at(values), 0b0101, at(means))  # the first and the third die
    cube, again = values.reshape(6, 6, 6, 6), means.reshape(6, 6, 6, 6)
    assert again[3, 1, 4, 2] == pytest.approx(cube[:, 1, :, 2].mean())


@FEW
@given(sheets(most_open=1), rolls())
def test_DT07_a_reroll_in_the_last_round_is_worth_its_exact_mean(sheet: Sheet, roll: Roll) -> None:
    assume(not sheet.is_full)
    means = questions.last_reroll_means(starting_mind(sheet.edition), sheet, roll)
    outcomes = [roll._replace(blue=face) for face in range(1, 7)]
    slow = [max(score(fill(sheet, each, e)).total for e in all_entries(sheet, each)) for each in outcomes]
    assert means[0b0010] == pytest.approx(sum(slow) / 6)


def test_sets_of_dice_that_are_no_finalists_are_never_chosen() -> None:
    france = builtin_edition("france")
    means = questions.reroll_means(starting_mind(france), Sheet(france), Roll(1, 1, 1, 1), 4, 12, 2, random=7)
    assert sum(map(isfinite, means)) == 3
    assert max(means) > means[0]  # four ones make one number only: nobody keeps them


def test_all_numbers_are_on_the_tracker() -> None:
    assert ALL_NUMBERS.bit_count() == 36
