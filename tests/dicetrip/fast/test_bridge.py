"""Nothing is lost on the bridge between the readable rules and the kernels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.dicetrip.sheets import COMPILED, editions, rolls, sheets
from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Colour, Pair, Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.fast import bridge, kernels
from tumbletrip.dicetrip.fast.fields import ROLLS
from tumbletrip.dicetrip.numbers import NUMBERS
from tumbletrip.dicetrip.rules import Entry
from tumbletrip.dicetrip.sheet import Sheet
from tumbletrip.dicetrip.splits import DOUBLED_SPLITS, PLAIN_SPLITS, Split

# A failing example prints a whole board, which Hypothesis finds long.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")


@COMPILED
@given(sheets())
def test_a_sheet_comes_back_as_it_went(sheet: Sheet) -> None:
    assert bridge.sheet_of(sheet.edition, *bridge.sheet_arrays(sheet)) == sheet


@COMPILED
@given(sheets())
def test_the_round_is_the_same_on_both_sides(sheet: Sheet) -> None:
    assert kernels.round_of(bridge.sheet_arrays(sheet).state) == sheet.round


def test_every_roll_has_its_own_index() -> None:
    assert [bridge.roll_index(bridge.roll_of(index)) for index in range(ROLLS)] == list(range(6**4))
    assert bridge.roll_of(0) == Roll(1, 1, 1, 1)
    assert bridge.roll_of(1) == Roll(1, 1, 1, 2)


@COMPILED
@given(rolls(), st.sampled_from(PAIRS))
def test_the_table_of_numbers_reads_the_dice_as_pairs_do(roll: Roll, pair: Pair) -> None:
    place = kernels.ROLL_NUMBERS[bridge.roll_index(roll), PAIRS.index(pair)]
    assert NUMBERS[place] == pair.number(roll)


def test_DT03_DT08_the_splits_stand_in_the_order_of_the_readable_rules() -> None:
    splits = [Split(PAIRS[first], PAIRS[second]) for first, second in kernels.SPLIT_PAIRS]
    assert tuple(splits) == PLAIN_SPLITS + DOUBLED_SPLITS


@COMPILED
@given(rolls(), rolls(), st.sets(st.sampled_from(COLOURS)))
def test_DT07_a_reroll_changes_the_chosen_dice_only(roll: Roll, again: Roll, dice: set[Colour]) -> None:
    mask = bridge.dice_mask(dice)
    after = kernels.rerolled(bridge.roll_index(roll), bridge.roll_index(again), mask)
    assert bridge.dice_of(mask) == dice
    assert bridge.roll_of(after) == roll.with_faces({colour: again.shows(colour) for colour in dice})


@COMPILED
@given(
    editions(),
    st.lists(st.tuples(st.integers(0, 24), st.sampled_from((None, *PAIRS))), min_size=1, max_size=2),
)
def test_entries_come_back_as_they_went(edition: Edition, turns: list[tuple[int, Pair | None]]) -> None:
    entries = tuple(Entry(edition.city_ids[city], pair) for city, pair in turns)
    assert bridge.entries_of(edition, bridge.move_of(edition, entries)) == entries


@COMPILED
@given(editions())
def test_a_board_is_made_once(edition: Edition) -> None:
    board = bridge.board_arrays(edition)
    assert board is bridge.board_arrays(edition)
    assert board.dtype == np.int64
