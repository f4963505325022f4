"""A sheet as the block of memory that kernels read, and their plays as entries."""

import struct
from typing import TypeAlias

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
)
from tumbletrip.bots.dicetrip.machine.places import FACTS_AT, POS_AT, SHEET_BYTES
from tumbletrip.dicetrip.dice import PAIRS
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS
from tumbletrip.dicetrip.numbers import is_double, place_on_tracker
from tumbletrip.dicetrip.rules import Entries, Entry
from tumbletrip.dicetrip.sheet import Sheet, Written

_FORM = struct.Struct(f"<{CITIES}b{NUMBERS}b3x{FACTS}q")
assert (CITIES, CITIES + NUMBERS + 3, _FORM.size) == (POS_AT, FACTS_AT, SHEET_BYTES)

Play: TypeAlias = tuple[int, ...]  # its slots, see `places`


def sheet_block(sheet: Sheet) -> bytes:
    """The block of a sheet."""
    cities = [EMPTY] * CITIES
    pos = [-1] * NUMBERS
    facts = [0] * FACTS
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
    return _FORM.pack(*cities, *pos, *facts)


def entries(edition: Edition, move: Play) -> Entries:
    """A kernel's play as entries in writing order."""
    return tuple(
        Entry(edition.city_ids[city], PAIRS[pair] if pair >= 0 else None)
        for pair, city in (move[0:2], move[2:4])
        if city >= 0
    )
