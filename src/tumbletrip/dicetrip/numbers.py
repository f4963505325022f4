"""The 36 numbers of the tracker, from 11 to 66, all of whose digits are on a die."""

from typing import TypeAlias

Number: TypeAlias = int

DIGITS = range(1, 7)
NUMBERS: tuple[Number, ...] = tuple(10 * tens + units for tens in DIGITS for units in DIGITS)
_PLACE = {number: place for place, number in enumerate(NUMBERS)}


def is_number(value: object) -> bool:
    """Whether a value stands on the tracker."""
    return isinstance(value, int) and not isinstance(value, bool) and value in _PLACE


def tens(number: Number) -> int:
    """The first digit: which ten a number belongs to."""
    return number // 10


def is_double(number: Number) -> bool:
    """Whether both digits are the same."""
    return number // 10 == number % 10


def place_on_tracker(number: Number) -> int:
    """Where a number stands on the ribbon, 11 first; 16 and 21 touch (DT12)."""
    return _PLACE[number]
