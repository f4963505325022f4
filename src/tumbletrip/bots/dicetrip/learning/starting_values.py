"""Weights made by hand, for any board: where learning starts, and what bots use on untrained boards."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tumbletrip.bots.dicetrip.city_order import city_order
from tumbletrip.bots.dicetrip.kernels.board_arrays import BoardArrays, board_arrays
from tumbletrip.bots.dicetrip.learning.value_weights import (
    EMPTY,
    FREE,
    LENGTHS,
    MARKS,
    PLAYED,
    ROAD_STAGES,
    Layout,
    Mind,
    Weights,
    layout,
)
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.fast.kernels import CITIES, SERIES_BY_LENGTH

FILL_RATE = 0.07  # per round, for a gap with as many fitting numbers as cities; 0.05 to 0.15 play alike
# What a series of a length is worth with rounds to come: its points and a share of the next step (DT12).
SERIES_HOPE = (0.0, 0.0, 0.3, 0.9, 2.3, 3.3, 4.6, 6.2, 6.6, 7.2, *[9.0] * 16)
ZONE_HOPE = (0.0, 3.6, 6.3, 8.2)  # DT13, less the danger of a late cross
COLOUR_HOPE = 0.75  # an empty coloured city gets its own die about that often
POWER_HOPE = (0.0, 1.3, 1.5, 2.6)  # none, doubled die, re-roll, both


@cache
def starting_mind(edition: Edition) -> Mind:
    """A mind made by hand, for any board."""
    board = board_arrays(edition, city_order(edition))
    lay = layout(board)
    return Mind(lay, board, starting_weights(lay, board))


@cache
def shortsighted_mind(edition: Edition) -> Mind:
    """A mind that sees what stands on the sheet, and nothing of what may still come."""
    lay, board, weights = starting_mind(edition)
    weights = weights.copy()
    weights[lay.gap :] = 0.0
    weights[lay.city : lay.road] = 0.0
    weights[lay.lengths : lay.zones].reshape(PLAYED, LENGTHS, LENGTHS)[:] = SERIES_BY_LENGTH
    return Mind(lay, board, weights)


def starting_weights(lay: Layout, board: BoardArrays) -> Weights:
    """Weights made by hand: any board can be played with them, and learning starts here."""
    weights = np.zeros(lay.size, np.float32)
    weights[lay.gap :].reshape(PLAYED, LENGTHS, FREE)[:] = _gap_hope()
    weights[lay.lengths : lay.zones].reshape(PLAYED, LENGTHS, LENGTHS)[:] = SERIES_HOPE
    clean = np.array([ZONE_HOPE[zones.bit_count()] for zones in range(8)])
    weights[lay.zones : lay.powers].reshape(PLAYED, 8, LENGTHS)[:] = clean[:, None]
    weights[lay.powers : lay.doubles].reshape(PLAYED, 4)[:] = POWER_HOPE
    cities = weights[lay.city : lay.road].reshape(ROAD_STAGES, CITIES, MARKS)
    cities[:, board.colour >= 0, EMPTY] = COLOUR_HOPE
    tens = weights[lay.tens : lay.gap].reshape(PLAYED, 7, 9)
    for missing in range(7):
        for coloured in range(9):
            tens[:, missing, coloured] = 0.8 * max(0, coloured - missing) * max(0.0, 1.0 - 0.1 * missing)
    return weights


def _gap_hope() -> NDArray[np.float64]:
    """How many of a gap's cities will join the road, by rounds played, empty cities and numbers that fit."""
    played, empty, free = np.ogrid[0:PLAYED, 0:LENGTHS, 0:FREE]
    filled = 1.0 - np.exp(-FILL_RATE * (13 - played) * free / np.maximum(empty, 1))
    return np.asarray(np.minimum(empty, free) * filled)
