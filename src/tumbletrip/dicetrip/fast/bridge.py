"""The bridge between the readable rules and the kernels: boards, sheets, rolls and moves, both ways."""

from collections.abc import Iterable
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Colour, Roll
from tumbletrip.dicetrip.editions import CityId, Edition
from tumbletrip.dicetrip.fast import kernels
from tumbletrip.dicetrip.fast.fields import board_masks, city_mask
from tumbletrip.dicetrip.fast.kernels import CROSS, NO_CITY, Board, Bytes, Ints
from tumbletrip.dicetrip.numbers import NUMBERS, is_double, place_on_tracker
from tumbletrip.dicetrip.rules import Entries, Entry
from tumbletrip.dicetrip.sheet import CROSSED, Mark, Sheet, Written


class SheetArrays(NamedTuple):
    """A sheet as the kernels read and change it."""

    pos: Bytes
    state: Ints


@lru_cache(maxsize=64)
def board_arrays(edition: Edition) -> Board:
    """An edition as masks of cities; the same array for the same edition, so nobody may change it."""
    return np.array(board_masks(edition), dtype=np.int64)


def roll_index(roll: Roll) -> int:
    """A roll as the kernels count rolls: its digits in base six."""
    index = 0
    for face in roll:
        index = 6 * index + face - 1
    return index


def roll_of(index: int) -> Roll:
    """The roll of an index."""
    return Roll(*(index // 6**place % 6 + 1 for place in (3, 2, 1, 0)))


def dice_mask(dice: Iterable[Colour]) -> int:
    """A set of dice as a mask, for `kernels.rerolled`."""
    return sum(1 << COLOURS.index(colour) for colour in dice)


def dice_of(mask: int) -> frozenset[Colour]:
    """The dice of a mask."""
    return frozenset(colour for die, colour in enumerate(COLOURS) if mask >> die & 1)


def sheet_arrays(sheet: Sheet) -> SheetArrays:
    """A sheet for the kernels: fresh arrays, free to be changed."""
    pos = np.full(len(NUMBERS), NO_CITY, dtype=np.int8)
    for city, number in sheet.numbers.items():
        pos[place_on_tracker(number)] = sheet.edition.city_ids.index(city)
    written = {city: mark for city, mark in sheet.marks.items() if isinstance(mark, Written)}
    in_colour = [city for city, mark in written.items() if mark.in_colour]
    bonus = [city for city, mark in written.items() if mark.in_colour or is_double(mark.number)]
    state = np.zeros(kernels.FIELDS, dtype=np.int64)
    state[kernels.USED] = sum(1 << place_on_tracker(mark.number) for mark in written.values())
    state[kernels.OPEN] = city_mask(sheet.edition, sheet.open_cities)
    state[kernels.CROSSED] = city_mask(sheet.edition, sheet.crossed)
    state[kernels.IN_COLOUR] = city_mask(sheet.edition, in_colour)
    state[kernels.BONUS] = city_mask(sheet.edition, bonus)
    state[kernels.POWERS] = kernels.REROLL * sheet.may_reroll + kernels.DOUBLE * sheet.may_double
    state[kernels.TENS] = _tens_field(sheet)
    return SheetArrays(pos, state)


def _tens_field(sheet: Sheet) -> int:
    if sheet.tens_bonus is not None:
        return sheet.tens_bonus
    return kernels.TENS_OPEN if sheet.tens_variant else kernels.TENS_OFF


def sheet_of(edition: Edition, pos: Bytes, state: Ints) -> Sheet:
    """The readable sheet of a pair of arrays."""
    marks: dict[CityId, Mark] = {}
    for number, city in zip(NUMBERS, pos.tolist(), strict=True):
        if city != NO_CITY:
            in_colour = bool(state[kernels.IN_COLOUR] >> city & 1)
            marks[edition.city_ids[city]] = Written(number, in_colour)
    for index, city_id in enumerate(edition.city_ids):
        if state[kernels.CROSSED] >> index & 1:
            marks[city_id] = CROSSED
    tens = int(state[kernels.TENS])
    return Sheet(
        edition,
        MappingProxyType(marks),
        may_reroll=bool(state[kernels.POWERS] & kernels.REROLL),
        may_double=bool(state[kernels.POWERS] & kernels.DOUBLE),
        tens_variant=tens != kernels.TENS_OFF,
        tens_bonus=tens if tens >= 0 else None,
    )


def move_of(edition: Edition, entries: Entries) -> Bytes:
    """A round's entries as a move."""
    move = np.array([NO_CITY, CROSS, NO_CITY, CROSS], dtype=np.int8)
    for turn, entry in enumerate(entries):
        move[2 * turn] = edition.city_ids.index(entry.city)
        move[2 * turn + 1] = PAIRS.index(entry.pair) if entry.pair else CROSS
    return move


def entries_of(edition: Edition, move: Bytes) -> Entries:
    """The entries of a move, in the order of writing."""
    turns = (move[:2].tolist(), move[2:].tolist())
    return tuple(
        Entry(edition.city_ids[city], None if pair == CROSS else PAIRS[pair])
        for city, pair in turns
        if city != NO_CITY
    )
