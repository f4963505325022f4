"""A paper sheet of Dice Trip as somebody copied it.

What can be true is counted; what cannot is named with the cities where it stands, and counts nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tumbletrip.core.errors import InputError, Problem, problem
from tumbletrip.dicetrip.editions import City, CityId, Edition
from tumbletrip.dicetrip.numbers import is_number
from tumbletrip.dicetrip.sheet import CROSSED, LAST_ROUND, Mark, Sheet, Written, tens_problem

IN_COLOUR: Final = "*"  # as in the notation: made with the die of the city's own colour


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """What stands on the paper: texts in cities, boxes, and the rounds that were played."""

    edition: Edition
    texts: Mapping[CityId, str]  # "34", "34*" with the city's own colour, "x"
    rounds: int = LAST_ROUND
    may_reroll: bool = True
    may_double: bool = True
    tens_variant: bool = False
    tens_bonus: int | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something that cannot be, and the cities where it stands; none if it concerns the whole sheet."""

    problem: Problem
    cities: tuple[CityId, ...] = ()


@dataclass(frozen=True, slots=True)
class Copied:
    """A paper sheet after checking: what of it counts, what is wrong, and how many cities are missing."""

    sheet: Sheet
    mistakes: tuple[Mistake, ...]
    missing: int


def check(paper: PaperSheet) -> Copied:
    """Read a copied sheet; a city with a mistake counts as empty."""
    for city in paper.texts:
        if city not in paper.edition.by_id:
            raise InputError(problem("sheet.unknown_city", city=city, edition=paper.edition.id))
    marks, mistakes = _marks(paper)
    twice = list(_repeated(paper.edition, marks))
    doubtful = {city for mistake in twice for city in mistake.cities}
    good = {city: mark for city, mark in marks.items() if city not in doubtful}
    wrong_tens = _tens_mistake(paper, marks)
    sheet = Sheet(
        paper.edition,
        MappingProxyType(good),
        paper.may_reroll,
        paper.may_double,
        paper.tens_variant,
        paper.tens_bonus if paper.tens_variant and not wrong_tens else None,
    )
    mistakes += [*twice, *_too_many(paper), *wrong_tens]
    missing = max(0, cities_after(paper.edition, paper.rounds) - len(paper.texts))
    return Copied(sheet, tuple(mistakes), missing)


def cities_after(edition: Edition, rounds: int) -> int:
    """The cities that are filled after so many rounds: two in each, and one in the last (DT05, DT06)."""
    return min(2 * rounds, len(edition.cities))


def _marks(paper: PaperSheet) -> tuple[dict[CityId, Mark], list[Mistake]]:
    """What the texts say, in the order of the edition, and those that say nothing possible."""
    marks: dict[CityId, Mark] = {}
    mistakes: list[Mistake] = []
    for city in paper.edition.cities:
        if city.id not in paper.texts:
            continue
        mark = _mark(city, paper.texts[city.id])
        if isinstance(mark, Problem):
            mistakes.append(Mistake(mark, (city.id,)))
        else:
            marks[city.id] = mark
    return marks, mistakes


def _mark(city: City, text: str) -> Mark | Problem:
    if text == CROSSED:
        return CROSSED
    digits, in_colour = text.removesuffix(IN_COLOUR), text.endswith(IN_COLOUR)
    if not (len(digits) == 2 and digits.isascii() and digits.isdecimal() and is_number(int(digits))):
        return problem("companion.no_number", city=city.name, text=digits)
    if in_colour and city.colour is None:
        return problem("companion.no_colour", city=city.name)
    return Written(int(digits), in_colour)


def _repeated(edition: Edition, marks: Mapping[CityId, Mark]) -> Iterator[Mistake]:
    """DT04: a number stands at most once; which of the cities is wrong, only the paper can tell."""
    places: dict[int, list[CityId]] = {}
    for city, mark in marks.items():
        if isinstance(mark, Written):
            places.setdefault(mark.number, []).append(city)
    for number, cities in places.items():
        if len(cities) > 1:
            names = ", ".join(edition.by_id[city].name for city in cities)
            yield Mistake(problem("companion.twice", number=number, cities=names), tuple(cities))


def _too_many(paper: PaperSheet) -> Iterator[Mistake]:
    """DT05: two cities in a round, so neither crosses nor all cities together can be more."""
    most = cities_after(paper.edition, paper.rounds)
    filled = tuple(city for city in paper.edition.city_ids if city in paper.texts)
    crossed = tuple(city for city in filled if paper.texts[city] == CROSSED)
    if len(crossed) > most:
        yield Mistake(
            problem("companion.too_many_crosses", count=paper.rounds, most=most, found=len(crossed)), crossed
        )
    elif len(filled) > most:
        yield Mistake(problem("companion.too_many_cities", count=paper.rounds, most=most, found=len(filled)))


def _tens_mistake(paper: PaperSheet, marks: Mapping[CityId, Mark]) -> list[Mistake]:
    """DT14: points that no order of writing could have brought."""
    if not paper.tens_variant or paper.tens_bonus is None:
        return []
    wrong = tens_problem(paper.edition, marks, paper.tens_bonus)
    return [Mistake(wrong)] if wrong else []
