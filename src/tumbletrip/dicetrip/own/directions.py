"""What zones are called: by the direction in which they lie, in every language."""

from collections.abc import Sequence
from functools import partial
from math import atan2, degrees, hypot
from typing import Final, NamedTuple

from tumbletrip.dicetrip.own.coasts import Point

Names = dict[str, str]


class Direction(NamedTuple):
    """A direction: its id, its name, and its sign on the map."""

    id: str
    names: Names
    signs: Names


# By direction, clockwise from the north: what a zone is called, and its sign on the map.
DIRECTIONS: Final = (
    Direction(
        "N",
        {"en": "North", "fr": "Nord", "de": "Norden", "nl": "Noord"},
        {"en": "N", "fr": "N", "de": "N", "nl": "N"},
    ),
    Direction(
        "NE",
        {"en": "North-East", "fr": "Nord-Est", "de": "Nordosten", "nl": "Noordoost"},
        {"en": "NE", "fr": "NE", "de": "NO", "nl": "NO"},
    ),
    Direction(
        "E",
        {"en": "East", "fr": "Est", "de": "Osten", "nl": "Oost"},
        {"en": "E", "fr": "E", "de": "O", "nl": "O"},
    ),
    Direction(
        "SE",
        {"en": "South-East", "fr": "Sud-Est", "de": "Südosten", "nl": "Zuidoost"},
        {"en": "SE", "fr": "SE", "de": "SO", "nl": "ZO"},
    ),
    Direction(
        "S",
        {"en": "South", "fr": "Sud", "de": "Süden", "nl": "Zuid"},
        {"en": "S", "fr": "S", "de": "S", "nl": "Z"},
    ),
    Direction(
        "SW",
        {"en": "South-West", "fr": "Sud-Ouest", "de": "Südwesten", "nl": "Zuidwest"},
        {"en": "SW", "fr": "SO", "de": "SW", "nl": "ZW"},
    ),
    Direction(
        "W",
        {"en": "West", "fr": "Ouest", "de": "Westen", "nl": "West"},
        {"en": "W", "fr": "O", "de": "W", "nl": "W"},
    ),
    Direction(
        "NW",
        {"en": "North-West", "fr": "Nord-Ouest", "de": "Nordwesten", "nl": "Noordwest"},
        {"en": "NW", "fr": "NO", "de": "NW", "nl": "NW"},
    ),
)
MIDDLE: Final = Direction(
    "C",
    {"en": "Centre", "fr": "Centre", "de": "Mitte", "nl": "Midden"},
    {"en": "C", "fr": "C", "de": "M", "nl": "M"},
)
NEAR_THE_MIDDLE: Final = 0.09  # of the size of the board
PLAIN_ENOUGH: Final = 30.0  # degrees: the four plain winds are kinder words, taken if they are nearly as near


def directions(cities: Sequence[Point], groups: Sequence[Sequence[int]]) -> list[Direction]:
    """A different direction for each zone, as seen from the middle of all cities."""
    middle = _middle(cities)
    size = max(max(side) - min(side) for side in zip(*cities, strict=True)) if cities else 0.0
    ways = [_way(middle, _middle([cities[city] for city in group]) if group else middle) for group in groups]
    found: dict[int, Direction] = {}
    for zone in sorted(range(len(groups)), key=lambda zone: -hypot(*ways[zone])):
        x, y = ways[zone]
        is_central = hypot(x, y) < NEAR_THE_MIDDLE * size and MIDDLE not in found.values()
        wanted = [MIDDLE] if is_central else _nearest(degrees(atan2(x, -y)) % 360)
        found[zone] = next(way for way in wanted if way not in found.values())
    return [found[zone] for zone in range(len(groups))]


def _nearest(turn: float) -> list[Direction]:
    """All directions, the one that fits best first."""
    nearest = sorted(DIRECTIONS, key=partial(_off, turn))
    plain = [way for way in nearest[:2] if len(way.id) == 1]
    return [*plain, *nearest] if plain and _off(turn, plain[0]) < PLAIN_ENOUGH else nearest


def _off(turn: float, way: Direction) -> float:
    return abs((turn - 45 * DIRECTIONS.index(way) + 180) % 360 - 180)


def _middle(places: Sequence[Point]) -> Point:
    count = len(places) or 1
    return sum(x for x, _ in places) / count, sum(y for _, y in places) / count


def _way(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]
