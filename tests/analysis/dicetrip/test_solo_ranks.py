"""Solo results against those of our own bots."""

import json
from importlib.resources import files

import pytest

from tumbletrip.analysis.dicetrip.solo_ranks import FOLDER, relaxed_par, solo_rank
from tumbletrip.games.dicetrip.kit import DAILY_BOARDS

DAILY = DAILY_BOARDS[-1][1]


@pytest.mark.parametrize("board", DAILY)
@pytest.mark.parametrize("tens", [False, True])
def test_every_board_of_the_day_has_games_to_compare_with(board: str, *, tens: bool) -> None:
    worst, best = solo_rank(board, -25, tens=tens), solo_rank(board, 200, tens=tens)
    assert worst
    assert best
    assert (worst.beaten, best.beaten) == (0, best.games)
    assert best.games >= 500


def test_a_total_beats_the_lower_ones_and_not_its_equals() -> None:
    stored = json.loads(
        files("tumbletrip.analysis.dicetrip").joinpath(FOLDER, "france.json").read_text("utf-8")
    )
    total = 42
    better, same = solo_rank("france", total + 1), solo_rank("france", total)
    assert better
    assert same
    assert better.beaten - same.beaten == stored["plain"][str(total)]


def test_a_board_that_nobody_played_in_bulk_has_no_rank() -> None:
    assert solo_rank("nowhere", 40) is None


def test_a_relaxed_par_is_the_median_of_relaxed_games() -> None:
    assert [relaxed_par(board) for board in DAILY] == [29, 29]
    assert relaxed_par("nowhere") is None
