"""The same rounds of one level against another, imagined with the kernels and with MuJoCo."""

from collections.abc import Sequence
from statistics import fmean, stdev

from bench.tumblin.contests import HEADING, Tally, contest
from tumbletrip.bots.tumblin.levels import bot_by_name
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.physics.engines.native import NativeEngine
from tumbletrip.tumblin.physics.stepping import using


def duel(board: Board, levels: Sequence[str], rounds: int, budget: float, seed: int) -> None:
    """Print rounds of the first level against the second; kernels first, then MuJoCo in the same seconds."""
    first, second = map(bot_by_name, levels)
    print(HEADING)
    fast = contest(board, first, second, rounds, budget, seed)
    print(fast.line("kernels"), flush=True)
    with using(NativeEngine()):  # another engine than the one that kernels stand in for
        slow = contest(board, first, second, rounds, budget, seed)
    print(slow.line("MuJoCo"))
    print(_paired(fast, slow))


def _paired(one: Tally, other: Tally) -> str:
    gains = [a - b for a, b in zip(one.leads, other.leads, strict=True)]
    half = 1.96 * stdev(gains) / len(gains) ** 0.5
    return f"lead with kernels beyond that with MuJoCo: {fmean(gains):.1f} ± {half:.1f} (95 %)"
