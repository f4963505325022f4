"""A sheet as the arrays that value kernels read, and their plays as entries."""

import numpy as np
from numpy.typing import NDArray

from tumbletrip.bots.dicetrip.learning.value_weights import (
    CROSSED,
    CROSSES,
    DOUBLE,
    EMPTY,
    FACTS,
    OPEN,
    POINTS,
    REROLL,
    ROUND,
    TENS,
    USED,
    SheetArrays,
)
from tumbletrip.dicetrip.dice import PAIRS, Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.fast.kernels import CITIES, NUMBERS
from tumbletrip.dicetrip.numbers import is_double, place_on_tracker
from tumbletrip.dicetrip.rules import Entries, Entry
from tumbletrip.dicetrip.sheet import Sheet, Written


def sheet_arrays(sheet: Sheet) -> SheetArrays:
    """The arrays of a sheet, fresh: kernels may change them."""
    cities = np.full(CITIES, EMPTY, np.int8)
    pos = np.full(NUMBERS, -1, np.int8)
    facts = np.zeros(FACTS, np.int64)
    for index, city in enumerate(sheet.edition.city_ids):
        mark = sheet.marks.get(city)
        if isinstance(mark, Written):
            number = place_on_tracker(mark.number)
            cities[index] = number + 2
            pos[number] = index
            facts[USED] |= 1 << number
            facts[POINTS] += mark.in_colour or is_double(mark.number)
        elif mark is None:
            facts[OPEN] |= 1 << index
        else:
            cities[index] = CROSSED
            facts[CROSSES] |= 1 << index
            facts[POINTS] -= 1
    facts[POINTS] += sheet.tens_bonus or 0
    facts[TENS] = sheet.tens_variant and sheet.tens_bonus is None
    facts[REROLL] = sheet.may_reroll
    facts[DOUBLE] = sheet.may_double
    facts[ROUND] = sheet.round
    return SheetArrays(cities, pos, facts)


def faces(roll: Roll) -> NDArray[np.int64]:
    """A roll with faces from 0 to 5."""
    return np.array(roll, np.int64) - 1


def entries(edition: Edition, move: NDArray[np.int64]) -> Entries:
    """A kernel's play as entries in writing order."""
    pairs, cities = move[0:4:2].tolist(), move[1:4:2].tolist()
    return tuple(
        Entry(edition.city_ids[city], PAIRS[pair] if pair >= 0 else None)
        for pair, city in zip(pairs, cities, strict=True)
        if city >= 0
    )
