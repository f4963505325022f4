"""The lines of the lead are found again in games that were made by them."""

import pytest

from bench.analysis_lead import Row, Second, fitted, left_by_game
from tumbletrip.analysis.dicetrip.outlook import Outlook
from tumbletrip.bots.dicetrip.levels import LEVELS
from tumbletrip.dicetrip.sheet import LAST_ROUND

BOARDS = ("france", "germany")
GAIN = {"france": 0.2, "germany": 0.3}  # of the best answer over the guide's, in every round
POWER = 0.5  # what the best way to throw again brings beyond the guide's
THROWN_IN = 8


def outlook(mean: float) -> Outlook:
    return Outlook([mean - 1, mean + 1])


def a_row(board: str, game: int, at: int) -> Row:
    """Sheets of all kinds; every second player throws again in round 8, the others never."""
    worth, level = 30.0 + game, list(LEVELS)[game % len(LEVELS)]
    throws = bool(game % 2) and at == THROWN_IN
    power = not game % 2 or at <= THROWN_IN
    wrote = outlook(worth + GAIN[board])
    second = Second(0, wrote, outlook(worth)) if throws else None
    ways = (outlook(worth + POWER),) if throws else ()
    return Row(board, game, level, at, power, outlook(worth), outlook(worth), wrote, ways, second)


def test_what_the_best_answers_gain_each_round_adds_up_to_the_lead() -> None:
    rows = [a_row(board, game, at) for board in BOARDS for game in range(20) for at in range(1, LAST_ROUND)]
    leads = fitted(rows)
    for board in BOARDS:
        for at in range(THROWN_IN + 1, LAST_ROUND):
            line = leads[board].lines[at]
            assert line.lead == pytest.approx(GAIN[board] * (LAST_ROUND - at))
            assert (line.slope, line.power) == pytest.approx((0, 0), abs=1e-9)
    left = left_by_game(leads, rows)
    for board in BOARDS:
        games = [rounds for (where, _, _), rounds in left.items() if where == board]
        for rounds in zip(*games, strict=True):
            assert abs(sum(rounds)) / len(rounds) < 0.005  # a round is fitted four times, not for ever
