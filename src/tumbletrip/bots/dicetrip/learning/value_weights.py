"""The weights by which bots value a sheet: one flat vector, and where each group of weights starts in it."""

from typing import NamedTuple

from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS

EMPTY, CROSSED = 0, 1  # what stands in a city; number n (0 for 11 … 35 for 66) is mark n + 2
MARKS = NUMBERS + 2
PLAYED = 13  # rounds played: 0 to 12
LENGTHS = CITIES + 1  # of roads, series and gaps, and counts of crosses
FREE = NUMBERS + 1  # counts of unused numbers

ROAD_BINS = 14  # what a road sees of its ends: empty, crossed, or one of twelve groups of three numbers
CHAIN_BINS = 8  # what a chain of two roads sees of a city: empty, crossed, or a group of six numbers
CHAIN_SIZE = CHAIN_BINS**3
ROAD_SIZE = ROAD_BINS**2
ROAD_STAGES, CHAIN_STAGES = 6, 4

# The slots of a sheet's `facts`. POINTS are bonus cities, crosses and the tens bonus so far; TENS is 1 while
# that bonus is still to be won (DT14).
USED, OPEN, CROSSES, REROLL, DOUBLE, POINTS, TENS, ROUND = range(8)
FACTS = 8


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


def layout(roads: int, chains: int) -> Layout:
    """The layout for a board with so many roads and chains of two roads."""
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
