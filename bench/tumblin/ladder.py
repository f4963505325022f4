"""How strong each level is."""

from collections.abc import Sequence

from bench.tumblin.contests import FIELD, HEADING, contest
from tumbletrip.bots.tumblin.levels import bot_by_name
from tumbletrip.tumblin.board import Board


def ladder(board: Board, levels: Sequence[str], rounds: range, budget: float, seed: int) -> None:
    """Print each level's rounds against the same field."""
    print(HEADING)
    if len(levels) > 1:
        print(contest(board, FIELD, FIELD, rounds, budget, seed).line("constant shot"), flush=True)
    for level in levels:
        print(contest(board, bot_by_name(level), FIELD, rounds, budget, seed).line(level), flush=True)
