"""What a sheet is worth, with the evidence for every point (DT09 to DT14)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tumbletrip.dicetrip.editions import CityId, ZoneId
from tumbletrip.dicetrip.numbers import NUMBERS, Number, is_double
from tumbletrip.dicetrip.sheet import Sheet, Written

Chain: TypeAlias = tuple[CityId, ...]
# A chain as it compares, its length below zero before its numbers: the least is the longest and lowest.
_Rank: TypeAlias = tuple[int, ...]

LINES = ("bonus", "crossed", "road", "series", "zones", "tens")  # of the score column, from top to bottom
ZONE_POINTS = (0, 4, 7, 9)  # DT13, by the number of clean zones
LONGEST_PAID_SERIES = 10
SERIES_POINTS = (0, 0, 0, 0, 2, 3, 4, 6, 6, 6, 9)  # DT12, by length; ten or more pay the last

_NOWHERE: _Rank = (0,)


@dataclass(frozen=True, slots=True)
class Rate:
    """How many cities or zones pay how many points; None as the most means: or any number above."""

    fewest: int
    most: int | None
    points: int


def rates(points: tuple[int, ...], *, is_open: bool) -> tuple[Rate, ...]:
    """Points by count as rows of a printed table: equal ones together, what pays nothing left out."""
    counts = {paid: [n for n, each in enumerate(points) if each == paid] for paid in sorted(set(points))}
    last = len(points) - 1
    return tuple(
        Rate(found[0], None if is_open and found[-1] == last else found[-1], paid)
        for paid, found in counts.items()
        if paid
    )


SERIES_RATES = rates(SERIES_POINTS, is_open=True)
ZONE_RATES = rates(ZONE_POINTS, is_open=False)


class BonusReason(StrEnum):
    """Why a city pays its bonus point."""

    DOUBLE = "double"
    COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class BonusCity:
    """A city that pays one point, and why."""

    city: CityId
    reason: BonusReason


@dataclass(frozen=True, slots=True)
class Score:
    """The score column of a sheet: for every line the cities or zones that earn it, and the points."""

    bonus_cities: tuple[BonusCity, ...]
    crossed_cities: tuple[CityId, ...]
    road: Chain
    series: Chain
    clean_zones: tuple[ZoneId, ...]
    tens_bonus: int | None
    tens_city: CityId | None = None  # DT14: the city whose number completed the six, if it is known
    tens_cities: tuple[
        CityId, ...
    ] = ()  # DT14: the coloured cities that were still empty then, one point each

    @property
    def bonus(self) -> int:
        """DT09: one point per bonus city."""
        return len(self.bonus_cities)

    @property
    def crossed(self) -> int:
        """DT10: one point less per crossed-out city."""
        return -len(self.crossed_cities)

    @property
    def road_points(self) -> int:
        """DT11: one point per city of the longest road."""
        return len(self.road)

    @property
    def series_points(self) -> int:
        """DT12: the points of the longest series."""
        return SERIES_POINTS[min(len(self.series), LONGEST_PAID_SERIES)]

    @property
    def zones(self) -> int:
        """DT13: the points for clean zones."""
        return ZONE_POINTS[len(self.clean_zones)]

    @property
    def tens(self) -> int:
        """DT14: the points of the variant, 0 when it is off or not reached."""
        return self.tens_bonus or 0

    @property
    def lines(self) -> dict[str, int]:
        """The points of each line of the column, by its name in `LINES`."""
        points = self.bonus, self.crossed, self.road_points, self.series_points, self.zones, self.tens
        return dict(zip(LINES, points, strict=True))

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return self.bonus + self.crossed + self.road_points + self.series_points + self.zones + self.tens


def score(sheet: Sheet) -> Score:
    """The score of a sheet, finished or as it would count now."""
    return Score(
        bonus_cities=bonus_cities(sheet),
        crossed_cities=sheet.crossed,
        road=longest_road(sheet),
        series=longest_series(sheet),
        clean_zones=clean_zones(sheet),
        tens_bonus=sheet.tens_bonus,
        tens_city=sheet.tens_city,
        tens_cities=tens_cities(sheet),
    )


def bonus_cities(sheet: Sheet) -> tuple[BonusCity, ...]:
    """DT09: the cities with a double or with their own colour; a city pays once even if it has both."""
    reasons = {
        city: BonusReason.DOUBLE if is_double(mark.number) else BonusReason.COLOUR
        for city, mark in sheet.marks.items()
        if isinstance(mark, Written) and (mark.in_colour or is_double(mark.number))
    }
    return tuple([BonusCity(city, reasons[city]) for city in sheet.edition.city_ids if city in reasons])


def tens_cities(sheet: Sheet) -> tuple[CityId, ...]:
    """DT14: the coloured cities that were empty when the six tens were complete; none if it is not known."""
    if sheet.tens_city is None:
        return ()
    marked = list(sheet.marks)  # in the order of writing
    filled = marked[: marked.index(sheet.tens_city) + 1]
    return tuple([city for city in sheet.edition.coloured_cities if city not in filled])


def clean_zones(sheet: Sheet) -> tuple[ZoneId, ...]:
    """DT13: the zones without a crossed-out city."""
    crossed = {sheet.edition.by_id[city].zone for city in sheet.crossed}
    return tuple([zone.id for zone in sheet.edition.zones if zone.id not in crossed])


def longest_road(sheet: Sheet) -> Chain:
    """DT11: the longest chain of linked cities with ascending numbers; a lone city is no road.

    Among equals it is the one with the lowest numbers, read from its start.
    """
    city_of, neighbours = _cities_by_number(sheet), sheet.edition.neighbours
    best_from: dict[CityId, _Rank] = {}  # of the cities with higher numbers, which come first
    for number in sorted(city_of, reverse=True):
        city, best = city_of[number], _NOWHERE
        for linked in neighbours[city]:
            if linked in best_from and best_from[linked] < best:
                best = best_from[linked]
        best_from[city] = (best[0] - 1, number, *best[1:])
    _, *road = min(best_from.values(), default=_NOWHERE)
    return tuple(city_of[number] for number in road) if len(road) > 1 else ()


def longest_series(sheet: Sheet) -> Chain:
    """DT12: the longest chain of linked cities whose numbers follow each other on the tracker."""
    city_of, neighbours = _cities_by_number(sheet), sheet.edition.neighbours
    longest: Chain = ()
    series: Chain = ()
    for number in NUMBERS:
        city = city_of.get(number)
        if city is None:
            series = ()
            continue
        series = (*series, city) if series and city in neighbours[series[-1]] else (city,)
        if len(series) > len(longest):  # the first of equals has the lowest numbers
            longest = series
    return longest if len(longest) > 1 else ()


def _cities_by_number(sheet: Sheet) -> dict[Number, CityId]:
    """DT04: a number stands at most once on a sheet."""
    return {number: city for city, number in sheet.numbers.items()}
