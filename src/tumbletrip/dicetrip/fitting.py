"""What fits where: numbers into an empty city, and a number of the roll into each of them (DT09 to DT14)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TypeAlias

from tumbletrip.dicetrip.dice import Pair, Roll
from tumbletrip.dicetrip.editions import CityId
from tumbletrip.dicetrip.numbers import NUMBERS, Number
from tumbletrip.dicetrip.rules import Entry, fill
from tumbletrip.dicetrip.scoring import Score, longest_road, score
from tumbletrip.dicetrip.sheet import Sheet

_RoadThrough: TypeAlias = Callable[[CityId, Number], int]


@dataclass(frozen=True, slots=True)
class Fit:
    """Free numbers in a row that would all put the city on an ascending road of so many cities."""

    lowest: Number
    highest: Number
    road: int


@dataclass(frozen=True, slots=True)
class Placing:
    """A number in a city: the points that each line of the score would gain at once, and whether it blocks.

    It blocks a city that could make the longest road longer, with another number than this one.
    """

    city: CityId
    bonus: int
    road: int
    series: int
    tens: int
    blocks: bool

    @property
    def total(self) -> int:
        """All that it would bring."""
        return self.bonus + self.road + self.series + self.tens


def fits(sheet: Sheet, city: CityId) -> tuple[Fit, ...]:
    """What the free numbers would do in a city, 11 first; numbers that join no road are left out."""
    found = []
    for road, numbers in groupby(_free_numbers(sheet), key=partial(_road_through(sheet), city)):
        row = list(numbers)
        if road > 1:
            found.append(Fit(row[0], row[-1], road))
    return tuple(found)


def placings(sheet: Sheet, roll: Roll, pair: Pair) -> Iterator[Placing]:
    """What the number of two dice would bring in each empty city."""
    before, number = score(sheet), pair.number(roll)
    road_through, longest, free = _road_through(sheet), len(longest_road(sheet)), _free_numbers(sheet)
    for city in sheet.open_cities:
        after = score(fill(sheet, roll, (Entry(city, pair),)))
        may_lengthen = any(road_through(city, other) > longest for other in free)
        blocks = may_lengthen and road_through(city, number) <= longest
        yield _placing(city, before, after, blocks=blocks)


def _placing(city: CityId, before: Score, after: Score, *, blocks: bool) -> Placing:
    return Placing(
        city,
        bonus=after.bonus - before.bonus,
        road=after.road_points - before.road_points,
        series=after.series_points - before.series_points,
        tens=after.tens - before.tens,
        blocks=blocks,
    )


def _free_numbers(sheet: Sheet) -> list[Number]:
    """DT04: the numbers that may still be written."""
    used = set(sheet.numbers.values())
    return [number for number in NUMBERS if number not in used]


def _road_through(sheet: Sheet) -> _RoadThrough:
    """How many cities the longest ascending road through an empty city has, by the number written there."""
    before = _longest(sheet, sorted(sheet.numbers.values()))
    after = _longest(sheet, sorted(sheet.numbers.values(), reverse=True))

    def road(city: CityId, number: Number) -> int:
        linked = [sheet.numbers[other] for other in sheet.edition.neighbours[city] if other in sheet.numbers]
        below = max((before[other] for other in linked if other < number), default=0)
        above = max((after[other] for other in linked if other > number), default=0)
        return below + 1 + above

    return road


def _longest(sheet: Sheet, order: Iterable[Number]) -> dict[Number, int]:
    """The length of the longest chain that ends at each number, among those that come earlier in an order."""
    city_of = {number: city for city, number in sheet.numbers.items()}
    length: dict[Number, int] = {}
    for number in order:
        linked = (sheet.numbers.get(other) for other in sheet.edition.neighbours[city_of[number]])
        length[number] = 1 + max((length[other] for other in linked if other in length), default=0)
    return length
