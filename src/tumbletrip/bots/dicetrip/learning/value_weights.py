"""The weights by which bots value a sheet: one flat vector, and where each group of weights starts in it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tumbletrip.bots.dicetrip.kernels.board_arrays import CHAIN_BINS, BoardArrays
from tumbletrip.dicetrip.fast.kernels import CITIES, NUMBERS, Ints

EMPTY, CROSSED = 0, 1  # what stands in a city; number n (0 for 11 … 35 for 66) is mark n + 2
MARKS = NUMBERS + 2
PLAYED = 13  # rounds played: 0 to 12
LENGTHS = CITIES + 1  # of roads, series and gaps, and counts of crosses
FREE = NUMBERS + 1  # counts of unused numbers

ROAD_BINS = 14  # what a road sees of its ends: empty, crossed, or one of twelve groups of three numbers
ROAD_BIN = np.array([0, 1, *(2 + n // 3 for n in range(NUMBERS))], np.int64)
CHAIN_BIN = np.array([0, 1, *(2 + n // 6 for n in range(NUMBERS))], np.int64)
CHAIN_SIZE = CHAIN_BINS**3
ROAD_SIZE = ROAD_BINS**2

ROAD_STAGE = np.array([0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5], np.int64)  # by rounds played
CHAIN_STAGE = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], np.int64)
ROAD_STAGES, CHAIN_STAGES = 6, 4

Weights = NDArray[np.float32]


class Layout(NamedTuple):
    """Where each group of weights starts in the flat vector; comments name what a group is indexed by."""

    roads: int
    chains: int
    city: int  # stage, city, mark
    road: int  # stage, road, bin of one end, bin of the other
    chain: int  # stage, chain of two roads, bins of its three cities
    lengths: int  # rounds played, longest road, longest series
    zones: int  # rounds played, mask of clean zones, crosses
    powers: int  # rounds played, re-roll left, doubled die left
    doubles: int  # rounds played, mask of doubles used
    tracker: int  # stage, ten, mask of its numbers used
    tens: int  # rounds played, tens without a number, coloured cities still empty (only while DT14 is open)
    gap: int  # rounds played, empty cities in a gap of the main road, unused numbers that fit
    size: int


def layout(board: BoardArrays) -> Layout:
    """The layout for a board."""
    roads, chains = len(board.roads), len(board.chains)
    city = 0
    road = city + ROAD_STAGES * CITIES * MARKS
    chain = road + ROAD_STAGES * roads * ROAD_SIZE
    lengths = chain + CHAIN_STAGES * chains * CHAIN_SIZE
    zones = lengths + PLAYED * LENGTHS * LENGTHS
    powers = zones + PLAYED * 8 * LENGTHS
    doubles = powers + PLAYED * 4
    tracker = doubles + PLAYED * 64
    tens = tracker + ROAD_STAGES * 6 * 64
    gap = tens + PLAYED * 7 * 9
    size = gap + PLAYED * LENGTHS * FREE
    return Layout(roads, chains, city, road, chain, lengths, zones, powers, doubles, tracker, tens, gap, size)


class Mind(NamedTuple):
    """What a bot knows about a board: its arrays, and the weights by which it values sheets."""

    layout: Layout
    board: BoardArrays
    weights: Weights


class SheetArrays(NamedTuple):
    """A sheet for the kernels: what stands in each city, where each number stands, and the `facts`."""

    cities: NDArray[np.int8]
    pos: NDArray[np.int8]
    facts: Ints


# The slots of `facts`. POINTS are bonus cities, crosses and the tens bonus so far; TENS is 1 while that
# bonus is still to be won (DT14).
USED, OPEN, CROSSES, REROLL, DOUBLE, POINTS, TENS, ROUND = range(8)
FACTS = 8
