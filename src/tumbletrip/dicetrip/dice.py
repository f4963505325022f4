"""The four coloured dice, and the pairs of dice that make a number."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from tumbletrip.dicetrip.numbers import DIGITS, Number


class Colour(StrEnum):
    """A die's colour; two cities of every board wear it (DT01)."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"

    @property
    def letter(self) -> str:
        """The colour in notation: r, b, g or y."""
        return self[0]


COLOURS: tuple[Colour, ...] = tuple(Colour)
BY_NAME: Mapping[str, Colour] = {colour.value: colour for colour in COLOURS}  # faster than `Colour(name)`
BY_LETTER: Mapping[str, Colour] = {colour.letter: colour for colour in COLOURS}

_PLACE = {colour: place for place, colour in enumerate(COLOURS)}


class Roll(NamedTuple):
    """What the four dice show."""

    red: int
    blue: int
    green: int
    yellow: int

    def shows(self, colour: Colour) -> int:
        """The digit on one die."""
        return self[_PLACE[colour]]

    def with_faces(self, faces: Mapping[Colour, int]) -> "Roll":
        """The roll after some dice were thrown again."""
        return Roll(*(faces.get(colour, self.shows(colour)) for colour in COLOURS))

    def is_possible(self) -> bool:
        """Whether every die shows one of its faces."""
        return all(face in DIGITS for face in self)


class Pair(NamedTuple):
    """Two dice that make a number: the tens die first."""

    tens: Colour
    units: Colour

    def number(self, roll: Roll) -> Number:
        """The number these two dice make."""
        return 10 * roll.shows(self.tens) + roll.shows(self.units)

    def text(self, roll: Roll) -> str:
        """The pair in notation, each die with its digit: `r4b2`."""
        return "".join(f"{colour.letter}{roll.shows(colour)}" for colour in self)


PAIRS: tuple[Pair, ...] = tuple(Pair(tens, units) for tens in COLOURS for units in COLOURS if tens != units)
