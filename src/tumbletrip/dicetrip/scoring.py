"""What a sheet is worth, with the evidence for every point (DT09 to DT14)."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tumbletrip.dicetrip.editions import CityId, ZoneId
from tumbletrip.dicetrip.numbers import Number, follows, is_double
from tumbletrip.dicetrip.sheet import Sheet, Written

Chain: TypeAlias = tuple[CityId, ...]
Continues: TypeAlias = Callable[[Number, Number], bool]  # (number, the one before it on the chain)

ZONE_POINTS = (0, 4, 7, 9)  # DT13, by the number of clean zones
LONGEST_PAID_SERIES = 10
SERIES_POINTS = (0, 0, 0, 0, 2, 3, 4, 6, 6, 6, 9)  # DT12, by length; ten or more pay the last


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
    )


def bonus_cities(sheet: Sheet) -> tuple[BonusCity, ...]:
    """DT09: the cities with a double or with their own colour; a city pays once even if it has both."""
    reasons = ((city, _bonus_reason(sheet.marks.get(city))) for city in sheet.edition.city_ids)
    return tuple(BonusCity(city, reason) for city, reason in reasons if reason)


def _bonus_reason(mark: object) -> BonusReason | None:
    if not isinstance(mark, Written):
        return None
    if is_double(mark.number):
        return BonusReason.DOUBLE
    return BonusReason.COLOUR if mark.in_colour else None


def clean_zones(sheet: Sheet) -> tuple[ZoneId, ...]:
    """DT13: the zones without a crossed-out city."""
    crossed = set(sheet.crossed)
    return tuple(zone.id for zone in sheet.edition.zones if not crossed & set(zone.cities))


def longest_road(sheet: Sheet) -> Chain:
    """DT11: the longest chain of linked cities with ascending numbers; a lone city is no road."""
    return _longest_chain(sheet, operator.gt)


def longest_series(sheet: Sheet) -> Chain:
    """DT12: the longest chain of linked cities whose numbers follow each other on the tracker."""
    return _longest_chain(sheet, follows)


def _longest_chain(sheet: Sheet, may_continue: Continues) -> Chain:
    """The longest ascending chain; among equals the one with the lowest numbers, read from its start."""
    numbers = sheet.numbers
    city_of = {number: city for city, number in numbers.items()}
    neighbours = sheet.edition.neighbours
    best_from: dict[Number, tuple[Number, ...]] = {}  # the best chain that starts at a number
    for number in sorted(city_of, reverse=True):
        linked = [numbers[city] for city in neighbours[city_of[number]] if city in numbers]
        ahead = [best_from[nxt] for nxt in linked if nxt in best_from and may_continue(nxt, number)]
        best_from[number] = (number, *_longest_then_lowest(ahead))
    chain = _longest_then_lowest(list(best_from.values()))
    return tuple(city_of[number] for number in chain) if len(chain) > 1 else ()


def _longest_then_lowest(chains: list[tuple[Number, ...]]) -> tuple[Number, ...]:
    return min(chains, key=lambda chain: (-len(chain), chain), default=())
