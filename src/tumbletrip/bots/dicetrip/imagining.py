"""Rolls that a bot samples to look ahead, and how many of them its budget allows."""

from random import Random

import numpy as np

from tumbletrip.bots.dicetrip.protocol import Budget
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.fast.kernels import Ints

# The best answer to an imagined roll takes 0.05 to 0.1 ms on an idle core, twice that on a busy one. A fixed
# figure, not a clock, so that the same seed gives the same game on every machine.
ANSWERS_PER_SECOND = 6_000
FEWEST_ROLLS = 6  # each face of each die once; fewer tell less than the plain value


def affordable(budget: Budget) -> int:
    """How many sampled rolls the budget allows to answer."""
    return int(budget.seconds * ANSWERS_PER_SECOND)


def next_rolls(count: int, rng: Random) -> Ints:
    """Rolls of the next round; each die shows every face equally often, in random company."""
    sixth = [face for face in range(6) for _ in range(-(-count // 6))]
    return np.array([rng.sample(sixth, count) for _ in COLOURS], np.int64).T.copy()
