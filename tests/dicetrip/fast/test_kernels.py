"""The kernels say what the readable rules say: scores, legal moves, counts and filled sheets."""

from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.sheets import COMPILED, editions, rolls, sheets
from tumbletrip.dicetrip.dice import PAIRS, Roll
from tumbletrip.dicetrip.editions import Edition, builtin_edition
from tumbletrip.dicetrip.fast import bridge, kernels
from tumbletrip.dicetrip.options import all_entries, options, successors
from tumbletrip.dicetrip.perft import PerftCase, parse_perft
from tumbletrip.dicetrip.rules import fill, refuse_entries
from tumbletrip.dicetrip.scoring import longest_road, longest_series, score
from tumbletrip.dicetrip.sheet import CROSSED, LAST_ROUND, Sheet
from tumbletrip.dicetrip.splits import DOUBLED_SPLITS, PLAIN_SPLITS

# A failing example prints a whole board, which Hypothesis finds long.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")


@settings(COMPILED, max_examples=2000)
@given(sheets())
def test_DT09_to_DT14_every_line_of_the_score_is_the_same(sheet: Sheet) -> None:
    board, (pos, state) = bridge.board_arrays(sheet.edition), bridge.sheet_arrays(sheet)
    parts = np.empty(len(kernels.PARTS), dtype=np.int64)
    kernels.score_parts(board, pos, state, parts)
    truth = score(sheet)
    lines = (truth.bonus, truth.crossed, truth.road_points, truth.series_points, truth.zones, truth.tens)
    assert tuple(parts.tolist()) == lines
    assert kernels.score(board, pos, state) == truth.total


@settings(COMPILED, max_examples=1000)
@given(sheets())
def test_DT11_DT12_roads_and_series_have_the_same_length(sheet: Sheet) -> None:
    pos, state = bridge.sheet_arrays(sheet)
    lengths = kernels.chain_lengths(bridge.board_arrays(sheet.edition), pos, state[kernels.USED])
    assert lengths == (len(longest_road(sheet)), len(longest_series(sheet)))


@settings(COMPILED, max_examples=300)
@given(sheets(most_open=7), rolls())
def test_the_listed_moves_are_those_of_the_rules_in_their_order(sheet: Sheet, roll: Roll) -> None:
    state, index = bridge.sheet_arrays(sheet).state, bridge.roll_index(roll)
    moves = [bridge.entries_of(sheet.edition, move) for move in kernels.list_moves(state, index)]
    assert moves == list(all_entries(sheet, roll))
    assert kernels.count_moves(state, index) == len(moves)


@settings(COMPILED, max_examples=100)
@given(sheets(most_open=5), rolls())
def test_the_different_sheets_after_a_round_are_as_many(sheet: Sheet, roll: Roll) -> None:
    pos, state = bridge.sheet_arrays(sheet)
    board = bridge.board_arrays(sheet.edition)
    counted = kernels.count_successors(board, pos, state, bridge.roll_index(roll))
    assert counted == len(successors(sheet, roll))


@pytest.mark.parametrize(
    ("may_double", "moves", "sheets_after"),
    [
        # 12 splits and 12 pairs beside a cross, in 25·24 places and two orders; 25·24/2 times two crosses.
        (False, 2 * (12 + 12) * 600 + 300, 14_700),
        # The power adds 48 splits to the same.
        (True, 2 * (60 + 12) * 600 + 300, 14_700 + 48 * 600),
    ],
)
def test_DT08_an_empty_sheet_has_the_known_number_of_moves(
    may_double: bool, moves: int, sheets_after: int
) -> None:
    sheet = Sheet(builtin_edition("france"), may_double=may_double)
    pos, state = bridge.sheet_arrays(sheet)
    roll = bridge.roll_index(Roll(1, 2, 3, 4))
    assert len(kernels.list_moves(state, roll)) == moves
    assert kernels.count_successors(bridge.board_arrays(sheet.edition), pos, state, roll) == sheets_after


PERFT_CASES = [
    case
    for path in sorted(Path(__file__).parents[2].joinpath("perft").glob("*.perft"))
    for case in parse_perft(path.read_text("utf-8"))
    if len(case.rolls) == 1
]


@pytest.mark.parametrize("case", PERFT_CASES, ids=lambda case: case.id)
def test_the_counts_of_the_perft_files_hold(case: PerftCase) -> None:
    board, (pos, state) = bridge.board_arrays(case.sheet.edition), bridge.sheet_arrays(case.sheet)
    roll = bridge.roll_index(case.rolls[0])
    assert kernels.count_successors(board, pos, state, roll) == case.expected


# Attempts that may well be illegal: taken cities, repeated numbers, the same dice twice.
attempts = st.lists(st.tuples(st.integers(0, 24), st.integers(-1, 11)), min_size=1, max_size=2)


@settings(COMPILED, max_examples=1000)
@given(sheets(), rolls(), attempts)
def test_DT03_to_DT08_what_the_rules_refuse_is_illegal_and_nothing_else(
    sheet: Sheet, roll: Roll, attempt: list[tuple[int, int]]
) -> None:
    move = np.array([*chain(*attempt), kernels.NO_CITY, kernels.CROSS][:4], dtype=np.int8)
    entries = bridge.entries_of(sheet.edition, move)
    legal = kernels.is_legal(bridge.sheet_arrays(sheet).state, bridge.roll_index(roll), move)
    assert legal == (refuse_entries(sheet, roll, entries) is None)


@pytest.mark.parametrize(
    "move", [(25, -1, 0, -1), (0, 12, 1, -1), (0, -2, 1, -1), (-2, -1, 1, -1), (0, -1, 1, 99)]
)
def test_cities_and_pairs_that_do_not_exist_are_illegal(move: tuple[int, ...]) -> None:
    state = bridge.sheet_arrays(Sheet(builtin_edition("germany"))).state
    assert not kernels.is_legal(state, 0, np.array(move, dtype=np.int8))


@settings(COMPILED, max_examples=1000)
@given(sheets(most_open=23), rolls(), st.floats(0, 1, exclude_max=True))
def test_DT05_to_DT14_any_legal_move_leads_to_the_same_sheet(sheet: Sheet, roll: Roll, choice: float) -> None:
    (pos, state), index = bridge.sheet_arrays(sheet), bridge.roll_index(roll)
    moves = kernels.list_moves(state, index)
    if len(moves) == 0:
        assert sheet.is_full
        return
    move = moves[int(choice * len(moves))]
    assert kernels.is_legal(state, index, move)
    filled = fill(sheet, roll, bridge.entries_of(sheet.edition, move))
    kernels.fill(bridge.board_arrays(sheet.edition), pos, state, index, move)
    assert bridge.sheet_of(sheet.edition, pos, state) == filled
    arrays = bridge.sheet_arrays(filled)
    assert np.array_equal(arrays.pos, pos)
    assert np.array_equal(arrays.state, state)


@COMPILED
@given(sheets(), rolls())
def test_the_factors_of_a_choice_are_those_of_the_readable_options(sheet: Sheet, roll: Roll) -> None:
    state, index = bridge.sheet_arrays(sheet).state, bridge.roll_index(roll)
    choice = options(sheet, roll)
    free_pairs = {PAIRS.index(single.pair) for single in choice.singles if single.is_free}
    free_splits = {number for number, split in enumerate(choice.splits) if split.may_write_both}
    assert _places(kernels.free_pairs(state, index)) == free_pairs
    assert _places(kernels.free_splits(state, index)) == free_splits


def _places(mask: int) -> set[int]:
    return {place for place in range(64) if mask >> place & 1}


@COMPILED
@given(editions())
def test_DT06_DT08_the_last_round_has_no_splits(edition: Edition) -> None:
    sheet = Sheet(edition, dict.fromkeys(edition.city_ids[:24], CROSSED))
    assert sheet.round == LAST_ROUND
    assert kernels.free_splits(bridge.sheet_arrays(sheet).state, 0) == 0
    assert len(PLAIN_SPLITS + DOUBLED_SPLITS) == kernels.SPLITS
