"""Which numbers fit into an empty city: how long a road each of them would put it on (DT11)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from tumbletrip.dicetrip.editions import CityId
from tumbletrip.dicetrip.numbers import NUMBERS, Number
from tumbletrip.dicetrip.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Fit:
    """Free numbers in a row that would all put the city on an ascending road of so many cities."""

    lowest: Number
    highest: Number
    road: int


def fits(sheet: Sheet, city: CityId) -> tuple[Fit, ...]:
    """What the free numbers would do in a city, 11 first; numbers that join no road are left out."""
    used = set(sheet.numbers.values())
    free = [number for number in NUMBERS if number not in used]
    found = []
    for road, numbers in groupby(free, key=_road_through(sheet, city)):
        row = list(numbers)
        if road > 1:
            found.append(Fit(row[0], row[-1], road))
    return tuple(found)


def _road_through(sheet: Sheet, city: CityId) -> Callable[[Number], int]:
    """How many cities the longest ascending road through a city has, by the number written there."""
    linked = [sheet.numbers[other] for other in sheet.edition.neighbours[city] if other in sheet.numbers]
    before = _longest(sheet, sorted(sheet.numbers.values()))
    after = _longest(sheet, sorted(sheet.numbers.values(), reverse=True))

    def road(number: Number) -> int:
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
