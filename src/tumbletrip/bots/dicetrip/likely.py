"""The plays that are worth a thought: the best few by value, for a sheet and a roll."""

import numpy as np

from tumbletrip.bots.dicetrip.play_kernels import NOTHING
from tumbletrip.bots.dicetrip.search_kernels import candidates
from tumbletrip.bots.dicetrip.sheet_kernels import PLAY_SLOTS, Floats
from tumbletrip.bots.dicetrip.sheetarrays import faces, sheet_arrays
from tumbletrip.bots.dicetrip.tables import Mind
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.fast.kernels import Ints
from tumbletrip.dicetrip.sheet import Sheet

RANKED = 24  # plays valued in full to find the best few: sums of gains miss marks that help each other


def likely(mind: Mind, sheet: Sheet, roll: Roll, count: int) -> tuple[Floats, Ints]:
    """The values of the best plays and the plays themselves, best first."""
    room = max(count, RANKED)
    values, plays = np.empty(room), np.empty((room, PLAY_SLOTS), np.int64)
    candidates(mind, sheet_arrays(sheet), faces(roll), values, plays)
    known = min(count, int(np.count_nonzero(values > NOTHING)))
    return values[:known], plays[:known]
