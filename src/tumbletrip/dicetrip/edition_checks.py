"""What makes a board a board: every check names the field, the value and what would be right (DT01)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from tumbletrip.core.errors import Problem, is_showable, problem
from tumbletrip.dicetrip.dice import COLOURS

CITY_COUNT = 25
ZONE_COUNT = 3
ZONE_SIZES = (8, 9)
CITIES_PER_COLOUR = 2
# Ids are words of the notation: no space, no dot, no character that means something there.
ID = re.compile(r"[a-z][a-z0-9_-]*\Z")

# What a draft may have wrong while everything in it can be looked at.
COUNTS = frozenset(
    ("city_count", "zone_size", "two_per_colour", "zone_connected", "connected", "no_crossing")
)

FARTHEST = 1_000_000  # for coordinates: any unit will do, but drawings must not run out of numbers

Point: TypeAlias = tuple[float, float]


def problems_of(document: object) -> list[Problem]:
    """All that is wrong with an edition document; an empty list means it can be played on.

    Later checks lean on earlier ones (a road cannot be followed between unknown cities),
    so each group speaks only when the groups before it found nothing.
    """
    return next((found for check in _CHECKS if (found := list(check(document)))), [])


def flaws_of(document: Any) -> list[Problem]:
    """All that is wrong with a draft: counts that are not right yet keep no later check from speaking."""
    flaws: list[Problem] = []
    for check in _CHECKS:
        found = list(check(document))
        flaws += found
        is_too_much = check is _cities and len(document["cities"]) > CITY_COUNT
        if is_too_much or any(right_of(flaw) not in COUNTS for flaw in found):
            break
    return flaws


def right_of(flaw: Problem) -> str:
    """What would be right, by its name in the catalogue."""
    right: Problem = dict(flaw.values)["right"]
    return right.key.removeprefix("edition.right.")


def wrong(field: str, value: object, right: str, *, at: Sequence[str] = (), **values: Any) -> Problem:
    """One problem: where, what stands there, what would be right (a catalogue key), and at which cities."""
    shown = "–" if value is None else str(value)
    return problem(
        "edition.field", field=field, value=shown[:60], right=problem(right, **values), at=tuple(at)
    )


def _shape(document: object) -> Iterator[Problem]:
    if not isinstance(document, Mapping):
        yield wrong("(top)", type(document).__name__, "edition.right.object")
        return
    if not _is_id(document.get("id")):
        yield wrong("id", document.get("id"), "edition.right.id")
    for field in ("name", "sources"):
        if not _is_texts(document.get(field, {})):
            yield wrong(field, document[field], "edition.right.names")
    for field in ("cities", "roads", "zones"):
        if not isinstance(document.get(field), list):
            yield wrong(field, document.get(field), "edition.right.list")


def _cities(document: Mapping[str, Any]) -> Iterator[Problem]:
    cities = document["cities"]
    if len(cities) != CITY_COUNT:
        yield wrong("cities", len(cities), "edition.right.city_count", count=CITY_COUNT)
    for index, city in enumerate(cities):
        yield from _city(f"cities[{index}]", city)
    ids = [city.get("id") for city in cities if isinstance(city, Mapping)]
    for repeated in _repeated(str(city) for city in ids):
        yield wrong("cities.id", repeated, "edition.right.unique")


def _city(field: str, city: object) -> Iterator[Problem]:
    if not isinstance(city, Mapping):
        yield wrong(field, city, "edition.right.object")
        return
    if not _is_id(city.get("id")):
        yield wrong(f"{field}.id", city.get("id"), "edition.right.id")
    if not _is_text(city.get("name", "")):
        yield wrong(f"{field}.name", city.get("name"), "edition.right.text")
    if city.get("colour") is not None and city.get("colour") not in COLOURS:
        yield wrong(f"{field}.colour", city.get("colour"), "edition.right.colour", colours=", ".join(COLOURS))
    for axis in ("x", "y"):
        if not _is_coordinate(city.get(axis)):
            yield wrong(f"{field}.{axis}", city.get(axis), "edition.right.coordinate", most=FARTHEST)


def _zones(document: Mapping[str, Any]) -> Iterator[Problem]:
    zones = document["zones"]
    if len(zones) != ZONE_COUNT:
        yield wrong("zones", len(zones), "edition.right.zone_count", count=ZONE_COUNT)
    for index, zone in enumerate(zones):
        yield from _zone(f"zones[{index}]", zone)
    if not all(isinstance(zone, Mapping) and isinstance(zone.get("cities"), list) for zone in zones):
        return
    for repeated in _repeated(str(zone.get("id")) for zone in zones):
        yield wrong("zones.id", repeated, "edition.right.unique")
    yield from _zone_membership(document)


def _zone(field: str, zone: object) -> Iterator[Problem]:
    if not isinstance(zone, Mapping):
        yield wrong(field, zone, "edition.right.object")
        return
    if not _is_text(zone.get("id")) or not zone["id"]:
        yield wrong(f"{field}.id", zone.get("id"), "edition.right.text")
    if not _is_texts(zone.get("names", {})):
        yield wrong(f"{field}.names", zone.get("names"), "edition.right.names")
    if not isinstance(zone.get("cities"), list):
        yield wrong(f"{field}.cities", zone.get("cities"), "edition.right.list")
    elif len(zone["cities"]) not in ZONE_SIZES:
        own = list(map(str, zone["cities"]))
        yield wrong(f"{field}.cities", len(own), "edition.right.zone_size", at=own)


def _zone_membership(document: Mapping[str, Any]) -> Iterator[Problem]:
    known = {city["id"] for city in document["cities"]}
    listed = [str(city) for zone in document["zones"] for city in zone["cities"]]
    for city in sorted(set(listed) - known):
        yield wrong("zones.cities", city, "edition.right.known_city")
    for city in _repeated(listed):
        yield wrong("zones.cities", city, "edition.right.one_zone")
    zone_of = {city: zone.get("id") for zone in document["zones"] for city in map(str, zone["cities"])}
    for index, city in enumerate(document["cities"]):
        if city.get("zone") != zone_of.get(city["id"]):
            yield wrong(f"cities[{index}].zone", city.get("zone"), "edition.right.own_zone", city=city["id"])


def _colours(document: Mapping[str, Any]) -> Iterator[Problem]:
    worn = Counter(city.get("colour") for city in document["cities"])
    for colour in COLOURS:
        if worn[colour] != CITIES_PER_COLOUR:
            wearing = [city["id"] for city in document["cities"] if city.get("colour") == colour]
            count = f"{colour} × {worn[colour]}"
            yield wrong("cities.colour", count, "edition.right.two_per_colour", at=wearing, colour=colour)


def _roads(document: Mapping[str, Any]) -> Iterator[Problem]:
    known = {city["id"] for city in document["cities"]}
    seen: set[frozenset[str]] = set()
    for index, road in enumerate(document["roads"]):
        field = f"roads[{index}]"
        if not isinstance(road, list) or len(road) != 2 or not all(isinstance(end, str) for end in road):
            yield wrong(field, road, "edition.right.road")
            continue
        for end in road:
            if end not in known:
                yield wrong(field, end, "edition.right.known_city")
        if road[0] == road[1]:
            yield wrong(field, "–".join(road), "edition.right.two_ends")
        elif frozenset(road) in seen:
            yield wrong(field, "–".join(road), "edition.right.road_once")
        seen.add(frozenset(road))


def _network(document: Mapping[str, Any]) -> Iterator[Problem]:
    roads = document["roads"]
    for index, zone in enumerate(document["zones"]):
        for city in sorted(_cut_off(zone["cities"], roads)):
            field = f"zones[{index}].cities"
            yield wrong(field, city, "edition.right.zone_connected", at=(city,), zone=zone["id"])
    for city in sorted(_cut_off([city["id"] for city in document["cities"]], roads)):
        yield wrong("roads", city, "edition.right.connected", at=(city,))


def _cut_off(cities: Sequence[str], roads: Iterable[Sequence[str]]) -> set[str]:
    """The cities that cannot be reached from the first one by roads among these cities."""
    inside = set(cities)
    links = [road for road in roads if set(road) <= inside]
    reached = set(cities[:1])
    while True:
        more = {end for road in links if reached & set(road) for end in road} - reached
        if not more:
            return inside - reached
        reached |= more


def _crossings(document: Mapping[str, Any]) -> Iterator[Problem]:
    at = {city["id"]: (float(city["x"]), float(city["y"])) for city in document["cities"]}
    for one, other in combinations(document["roads"], 2):
        if _roads_meet(one, other, at):
            roads = f"{one[0]}–{one[1]} × {other[0]}–{other[1]}"
            yield wrong("roads", roads, "edition.right.no_crossing", at=(*one, *other))


def _roads_meet(one: Sequence[str], other: Sequence[str], at: Mapping[str, Point]) -> bool:
    """Whether two roads touch anywhere but in the city where both end."""
    shared = set(one) & set(other)
    if not shared:
        return _cross(at[one[0]], at[one[1]], at[other[0]], at[other[1]])
    hub, end, other_end = (cities.pop() for cities in (shared, set(one) - set(other), set(other) - set(one)))
    return _runs_along(at[hub], at[end], at[other_end])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a–b and c–d meet."""
    sides = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if not any(sides):  # all four on one line: they meet only where both reach
        return max(min(a, b), min(c, d)) <= min(max(a, b), max(c, d))
    return sides[0] * sides[1] <= 0 and sides[2] * sides[3] <= 0


def _runs_along(hub: Point, a: Point, b: Point) -> bool:
    """Whether the segments hub–a and hub–b leave in the same direction, one on top of the other."""
    onward = (a[0] - hub[0]) * (b[0] - hub[0]) + (a[1] - hub[1]) * (b[1] - hub[1])
    return _side(hub, a, b) == 0 and onward > 0


def _side(a: Point, b: Point, p: Point) -> int:
    """On which side of the line a–b a point lies: -1, 0 or 1."""
    turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (turn > 0) - (turn < 0)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and ID.match(value) is not None and value != "x"


def _is_coordinate(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FARTHEST


def _is_texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, value.values()))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and is_showable(value)


def _repeated(values: Iterable[str]) -> list[str]:
    return [value for value, times in Counter(values).items() if times > 1]


# In this order: each leans on those before it. `_shape` is the first, and proves the type.
_CHECKS: tuple[Callable[[Any], Iterator[Problem]], ...] = (
    _shape,
    _cities,
    _zones,
    _colours,
    _roads,
    _network,
    _crossings,
)
