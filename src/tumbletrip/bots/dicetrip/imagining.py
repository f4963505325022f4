"""Rolls that a bot samples to look ahead, and how many of them its budget allows."""

from collections.abc import Sequence
from math import fsum
from random import Random

from tumbletrip.bots.dicetrip.machine.questions import Future
from tumbletrip.bots.dicetrip.protocol import Budget
from tumbletrip.dicetrip.dice import COLOURS

# The best answer to an imagined roll takes 0.05 to 0.1 ms on an idle core, twice that on a busy one. A fixed
# figure, not a clock, so that the same seed gives the same game on every machine.
ANSWERS_PER_SECOND = 6_000
FEWEST_ROLLS = 6  # each face of each die once; fewer tell less than the plain value


def affordable(budget: Budget) -> int:
    """How many sampled rolls the budget allows to answer."""
    return int(budget.seconds * ANSWERS_PER_SECOND)


def next_rolls(count: int, rng: Random) -> list[tuple[int, ...]]:
    """Rolls of the next round; each die shows every face equally often, in random company."""
    sixth = [face for face in range(6) for _ in range(-(-count // 6))]
    return list(zip(*(rng.sample(sixth, count) for _ in COLOURS), strict=True))


def imagined(count: int, rounds: int, rng: Random) -> list[Future]:
    """So many ways in which the dice of some rounds may fall."""
    if not rounds:
        return [()] * count
    return list(zip(*(next_rolls(count, rng) for _ in range(rounds)), strict=True))


def means_of(rows: Sequence[Sequence[float]]) -> list[float]:
    """The mean of each row, rounded once: `sum` rounds differently from one Python to the next."""
    return [fsum(row) / len(row) for row in rows]


def best_of(worths: Sequence[float]) -> int:
    """The place of the highest worth, the first of equals."""
    return max(range(len(worths)), key=worths.__getitem__)
