"""The few plays that a bot compares: the best by value, for a sheet and a roll."""

import numpy as np

from tumbletrip.bots.dicetrip.kernels.plays import NOTHING
from tumbletrip.bots.dicetrip.kernels.search import candidates
from tumbletrip.bots.dicetrip.kernels.sheet_arrays import faces, sheet_arrays
from tumbletrip.bots.dicetrip.kernels.sheets import PLAY_SLOTS, Floats
from tumbletrip.bots.dicetrip.learning.value_weights import Mind
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.fast.kernels import Ints
from tumbletrip.dicetrip.sheet import Sheet

RANKED = 24  # plays valued in full to find the best few: sums of gains miss marks that help each other


def candidate_plays(mind: Mind, sheet: Sheet, roll: Roll, count: int) -> tuple[Floats, Ints]:
    """The values of the best plays and the plays themselves, best first."""
    room = max(count, RANKED)
    values, plays = np.empty(room), np.empty((room, PLAY_SLOTS), np.int64)
    candidates(mind, sheet_arrays(sheet), faces(roll), values, plays)
    known = min(count, int(np.count_nonzero(values > NOTHING)))
    return values[:known], plays[:known]
