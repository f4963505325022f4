"""How strong each level is, and what the champion aims at."""

from collections.abc import Sequence

from bench.tumblin.contests import FIELD, HEADING, contest
from tumbletrip.bots.tumblin.levels import bot_by_name
from tumbletrip.tumblin.board import Board


def ladder(board: Board, levels: Sequence[str], rounds: int, budget: float) -> None:
    """Print each level's rounds against the same field."""
    print(HEADING)
    if len(levels) > 1:
        print(contest(board, FIELD, FIELD, rounds, budget).line("constant shot"), flush=True)
    for level in levels:
        print(contest(board, bot_by_name(level), FIELD, rounds, budget).line(level), flush=True)
