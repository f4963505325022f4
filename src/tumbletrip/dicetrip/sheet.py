"""A player's sheet: what stands in each city, which powers are left, and the tens bonus."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from tumbletrip.core.errors import Problem, problem
from tumbletrip.dicetrip.editions import CityId, Edition
from tumbletrip.dicetrip.numbers import DIGITS, Number, tens

LAST_ROUND: Final = 13
CROSSED: Final = "x"


@dataclass(frozen=True, slots=True)
class Written:
    """A number in a city, and whether the die of the city's own colour helped to make it (DT09)."""

    number: Number
    in_colour: bool = False


Mark: TypeAlias = Written | Literal["x"]


@dataclass(frozen=True)
class Sheet:
    """One player's map at one moment; never changed, always replaced."""

    edition: Edition
    marks: Mapping[CityId, Mark] = field(default_factory=lambda: MappingProxyType({}))
    may_reroll: bool = True  # DT07
    may_double: bool = True  # DT08
    tens_variant: bool = False  # DT14
    tens_bonus: int | None = None  # the points, once the six tens are complete
    tens_city: CityId | None = field(default=None, compare=False)  # the write that completed them, if known

    def __hash__(self) -> int:
        """Sheets that are equal hash alike, so that different ones can be counted and views kept."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Cities and numbers apart: plain values hash several times as fast as marks do.
        written, filled = frozenset(self.numbers.items()), frozenset(self.marks)
        return hash((self.edition, written, filled, self.may_double, self.tens_bonus))

    @cached_property
    def open_cities(self) -> tuple[CityId, ...]:
        """The cities that are still empty, in the order of the edition."""
        marks = self.marks
        return tuple([city for city in self.edition.city_ids if city not in marks])

    @cached_property
    def numbers(self) -> Mapping[CityId, Number]:
        """The numbers written so far, by city."""
        return {city: mark.number for city, mark in self.marks.items() if isinstance(mark, Written)}

    @cached_property
    def crossed(self) -> tuple[CityId, ...]:
        """The cities crossed out, in the order of the edition."""
        crossed = {city for city, mark in self.marks.items() if not isinstance(mark, Written)}
        return tuple([city for city in self.edition.city_ids if city in crossed]) if crossed else ()

    @property
    def round(self) -> int:
        """The round this sheet is in: each fills two cities (DT05), and a full sheet stays in the last."""
        return len(self.marks) // 2 + 1

    @property
    def is_full(self) -> bool:
        """Whether all cities are written or crossed out."""
        return len(self.marks) == len(self.edition.cities)

    def with_mark(self, city: CityId, mark: Mark) -> "Sheet":
        """The sheet after one city was filled, with the tens bonus if this write completed the six (DT14)."""
        # `|` of a proxy copies its dictionary at once; `{**marks}` would ask for every city by itself.
        marks = MappingProxyType(MappingProxyType(self.marks) | {city: mark})
        filled = Sheet(  # not `replace`, which takes several times as long: bots and tables write a lot
            self.edition,
            marks,
            self.may_reroll,
            self.may_double,
            self.tens_variant,
            self.tens_bonus,
            self.tens_city,
        )
        if not self.tens_variant or self.tens_bonus is not None or not isinstance(mark, Written):
            return filled
        bonus = _tens_bonus(filled)
        return filled if bonus is None else replace(filled, tens_bonus=bonus, tens_city=city)


def _tens_bonus(sheet: Sheet) -> int | None:
    """DT14: the coloured cities still empty, if the sheet now holds a number of each of the six tens."""
    if {tens(number) for number in sheet.numbers.values()} != set(DIGITS):
        return None
    return sum(city not in sheet.marks for city in sheet.edition.coloured_cities)


def possible_tens(edition: Edition, marks: Mapping[CityId, Mark]) -> range | None:
    """DT14: the points that these marks can have earned; None if a number of some ten is missing.

    At least the coloured cities that are empty now; at most all but one for each ten that stands in coloured
    cities only.
    """
    coloured = set(edition.coloured_cities)
    homes: dict[int, list[CityId]] = {digit: [] for digit in DIGITS}
    for city, mark in marks.items():
        if isinstance(mark, Written):
            homes[tens(mark.number)].append(city)
    if not all(homes.values()):
        return None
    needed = sum(coloured.issuperset(cities) for cities in homes.values())
    return range(sum(city not in marks for city in coloured), len(coloured) - needed + 1)


def tens_problem(edition: Edition, marks: Mapping[CityId, Mark], points: int) -> Problem | None:
    """DT14: why these points cannot have been earned with these marks; None if they can."""
    possible = possible_tens(edition, marks)
    if possible is None:
        return problem("sheet.tens_incomplete")
    if points not in possible:
        return problem("sheet.tens_points", found=points, fewest=possible[0], most=possible[-1])
    return None
