"""The bots' kernels agree with the readable rules, and their shortcuts with the long way."""

from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.sheets import COMPILED, rolls, sheets
from tumbletrip.bots.dicetrip.kernels import search
from tumbletrip.bots.dicetrip.kernels.plays import NOTHING
from tumbletrip.bots.dicetrip.kernels.roads import gap_features, road_hope
from tumbletrip.bots.dicetrip.kernels.sheet_arrays import entries, faces, sheet_arrays
from tumbletrip.bots.dicetrip.kernels.sheets import (
    ALL_NUMBERS,
    PLAY_SLOTS,
    best_last_pair,
    last_scores,
    play,
    take_back,
)
from tumbletrip.bots.dicetrip.kernels.values import (
    FEATURES,
    new_desk,
    place_value,
    shared_gain,
    sheet_gains,
    sheet_value,
)
from tumbletrip.bots.dicetrip.learning.starting_values import starting_mind
from tumbletrip.bots.dicetrip.learning.value_weights import (
    CROSSED,
    EMPTY,
    FREE,
    LENGTHS,
    ROUND,
    Mind,
    SheetArrays,
)
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.options import all_entries
from tumbletrip.dicetrip.rules import fill, refuse_entries
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
FEW = settings(COMPILED, max_examples=40)


@cache
def any_mind(edition: Edition) -> Mind:
    """A mind whose tables are full of noise, so that no table can be forgotten without a test noticing."""
    lay, board, weights = starting_mind(edition)
    noise = np.random.default_rng(1).normal(0.0, 0.1, weights.size).astype(np.float32)
    noise[lay.gap :] = np.abs(noise[lay.gap :])  # a gap never takes away
    return Mind(lay, board, weights + noise)


def told(arrays: SheetArrays) -> list[list[int]]:
    """Arrays as lists, to be compared."""
    return [arrays.cities.tolist(), arrays.pos.tolist(), arrays.facts.tolist()]


def slow_road_hope(mind: Mind, sheet: Sheet, played: int) -> float:
    """The readable twin of `road_hope`: try every numbered city next, over every walk through empty ones."""
    cities, _, _ = sheet_arrays(sheet)
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
    mind = any_mind(sheet.edition)
    played = min(sheet.round, 12)
    assert road_hope(mind, sheet_arrays(sheet), played) == pytest.approx(
        slow_road_hope(mind, sheet, played), abs=1e-4
    )


@FEW
@given(sheets())
def test_the_gaps_of_the_main_road_add_up_to_it(sheet: Sheet) -> None:
    mind, arrays = any_mind(sheet.edition), sheet_arrays(sheet)
    touched = np.zeros(FEATURES, np.int64)
    count = gap_features(mind, arrays, 5, touched, 0)
    hope = mind.weights[touched[:count]].sum() + count - 1  # every gap but the last leads to a numbered city
    assert hope == pytest.approx(road_hope(mind, arrays, 5), abs=1e-3)


@FEW
@given(sheets(), rolls(), st.integers(0, 2**32 - 1))
def test_a_play_fills_the_sheet_as_the_rules_do(sheet: Sheet, roll: Roll, seed: int) -> None:
    assume(sheet.round < LAST_ROUND)
    mind, before = any_mind(sheet.edition), sheet_arrays(sheet)
    values, plays = np.empty(30), np.empty((30, PLAY_SLOTS), np.int64)
    search.candidates(mind, sheet_arrays(sheet), faces(roll), values, plays)
    move = plays[Random(seed).randrange(int(np.count_nonzero(values > NOTHING)))]
    written = entries(sheet.edition, move)
    assert refuse_entries(sheet, roll, written) is None
    after = sheet_arrays(sheet)
    play(mind.board, after, faces(roll), move)
    assert told(after) == told(sheet_arrays(fill(sheet, roll, written)))
    take_back(after, before.facts, faces(roll), move)
    assert told(after) == told(before)


@FEW
@given(sheets(), rolls())
def test_the_value_of_a_play_is_the_value_of_the_sheet_it_leads_to(sheet: Sheet, roll: Roll) -> None:
    assume(sheet.round < LAST_ROUND)
    mind = any_mind(sheet.edition)
    values, plays = np.empty(12), np.empty((12, PLAY_SLOTS), np.int64)
    search.candidates(mind, sheet_arrays(sheet), faces(roll), values, plays)
    assert values.tolist() == sorted(values.tolist(), reverse=True)
    for value, move in zip(values, plays, strict=True):
        if value > NOTHING:
            after = fill(sheet, roll, entries(sheet.edition, move))
            assert value == pytest.approx(sheet_value(mind, sheet_arrays(after)), abs=1e-2)


@FEW
@given(sheets(), st.integers(0, 2**32 - 1))
def test_place_gains_of_two_marks_and_what_they_share_add_up(sheet: Sheet, seed: int) -> None:
    assume(sheet.round < LAST_ROUND)
    mind, arrays, chance = any_mind(sheet.edition), sheet_arrays(sheet), Random(seed)
    one, other = chance.sample([c for c in range(25) if arrays.cities[c] == EMPTY], 2)
    mark, mark_other = chance.sample([n + 2 for n in range(36) if arrays.pos[n] < 0], 2)
    desk, touched, played = new_desk(), np.zeros(FEATURES, np.int64), int(arrays.facts[ROUND])
    sheet_gains(mind, arrays, 0, desk)  # no numbers: gains of places and points only
    base = place_value(mind, arrays, played, touched)
    added = desk.gains[one, mark] + desk.gains[other, mark_other]
    added += shared_gain(mind, arrays, one, mark, other, mark_other)
    points = sum((m - 2) % 7 == 0 for m in (mark, mark_other))
    arrays.cities[one], arrays.cities[other] = mark, mark_other
    assert base + added == pytest.approx(place_value(mind, arrays, played, touched) + points, abs=1e-3)


@FEW
@given(sheets(most_open=1), rolls())
def test_DT06_the_last_round_is_played_for_the_most_points(sheet: Sheet, roll: Roll) -> None:
    assume(not sheet.is_full)
    mind, scores = starting_mind(sheet.edition), np.empty(37, np.int64)
    city = last_scores(mind.board, sheet_arrays(sheet), scores)
    pair, total = best_last_pair(mind.board, city, scores, faces(roll))
    best = max(score(fill(sheet, roll, each)).total for each in all_entries(sheet, roll))
    chosen = entries(sheet.edition, np.array([pair, city, -1, -1, 0]))
    assert total == best == score(fill(sheet, roll, chosen)).total


def test_throwing_dice_again_averages_over_their_faces() -> None:
    values = np.random.default_rng(2).normal(size=6**4)
    cube = values.reshape(6, 6, 6, 6)
    again = search.thrown_again(values, 0b0101).reshape(6, 6, 6, 6)  # the first and the third die
    assert again[3, 1, 4, 2] == pytest.approx(cube[:, 1, :, 2].mean())


@FEW
@given(sheets(most_open=1), rolls())
def test_DT07_a_reroll_in_the_last_round_is_worth_its_exact_mean(sheet: Sheet, roll: Roll) -> None:
    assume(not sheet.is_full)
    mind, means, dice = starting_mind(sheet.edition), np.empty(16), faces(roll)
    search.last_reroll_means(mind.board, sheet_arrays(sheet), dice, means)
    outcomes = [roll._replace(blue=face) for face in range(1, 7)]
    slow = [max(score(fill(sheet, each, e)).total for e in all_entries(sheet, each)) for each in outcomes]
    assert means[0b0010] == pytest.approx(sum(slow) / 6)


def test_sets_of_dice_that_are_no_finalists_are_never_chosen() -> None:
    from tumbletrip.dicetrip.editions import builtin_edition

    mind, means = starting_mind(builtin_edition("france")), np.empty(16)
    sheet = sheet_arrays(Sheet(builtin_edition("france")))
    search.reroll_means(mind, sheet, faces(Roll(1, 1, 1, 1)), 4, 12, 2, np.array([7], np.uint64), means)
    assert np.isfinite(means).sum() == 3
    assert means.argmax() > 0  # four ones make one number only: nobody keeps them


def test_all_numbers_are_on_the_tracker() -> None:
    assert ALL_NUMBERS.bit_count() == 36
