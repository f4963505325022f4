"""Which roads: neighbours on dry land, no dead ends, no city that everything hangs on, and not too many."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations
from math import atan2, degrees, hypot
from random import Random
from typing import NamedTuple

from shapely import LineString, MultiPoint, Point, delaunay_triangles
from shapely.geometry.base import BaseGeometry

from tumbletrip.maps.ground import Town

CLEAR = 41.0  # between a road and a third city: its circle on a phone, and a little
LEAST_DRY = 0.72  # of a road within its own land
LEAST_ANGLE = 18.0  # between two roads of a city
MOST_ROADS = 6  # of a city
MOST_FERRIES = 4  # of a board that has roads enough without more
LEAST_ROADS = 44  # of a board, if there are so many
LONG = 2.4  # a road of so many times the usual length is no neighbourhood

Road = tuple[int, int]


class Way(NamedTuple):
    """A possible road: its length, how much of it is dry, and whether it leads from one island to another."""

    road: Road
    length: float
    dry: float
    is_ferry: bool


def chosen(
    cities: Sequence[Town],
    land: BaseGeometry,
    count: int,
    rng: Random,
    wanted: Collection[Road] = (),
    unwanted: Collection[Road] = (),
) -> tuple[list[Road], list[Road]] | None:
    """Roads of a board, and those of them that are ferries; None if these cities cannot be joined well."""
    must = [_way(road, cities, land) for road in sorted(wanted)]
    asked = lines(wanted, cities)
    free = [
        way
        for way in _ways(cities, land)
        if way.road not in unwanted and not any(line.crosses(lines([way.road], cities)[0]) for line in asked)
    ]
    ways = {way.road: way for way in (*free, *must)}
    usual = sorted(way.length for way in ways.values())[len(ways) // 2] if ways else 0.0
    good = {
        road
        for road, way in ways.items()
        if road in wanted or way.is_ferry or (way.dry >= LEAST_DRY and way.length <= LONG * usual)
    }
    roads = set(good)
    for way in sorted(ways.values(), key=lambda way: (-way.dry, way.length)):
        if len(roads) >= LEAST_ROADS and is_sound(roads, len(cities)):
            break
        roads.add(way.road)  # a road along a bay or over a border is better than a dead end
    if not is_sound(roads, len(cities)):
        return None
    kept = _thinned(roads, frozenset(wanted), ways, cities, count, usual, rng)
    if kept is None:
        return None
    return sorted(kept), sorted(road for road in kept if ways[road].is_ferry)


def _ways(cities: Sequence[Town], land: BaseGeometry) -> Iterable[Way]:
    """The sides of Delaunay's triangles that pass no third city too closely."""
    at = {(city.x, city.y): number for number, city in enumerate(cities)}
    lines = delaunay_triangles(MultiPoint(list(at)), only_edges=True)
    for line in lines.geoms:
        one, other = sorted(at[point[0], point[1]] for point in line.coords)
        if any(
            line.distance(Point(city.x, city.y)) < CLEAR
            for number, city in enumerate(cities)
            if number not in (one, other)
        ):
            continue
        yield _way((one, other), cities, land)


def _way(road: Road, cities: Sequence[Town], land: BaseGeometry) -> Way:
    line = lines([road], cities)[0]
    dry = line.intersection(land).length / line.length
    return Way(road, line.length, dry, cities[road[0]].part != cities[road[1]].part)


def _thinned(
    roads: set[Road],
    wanted: frozenset[Road],
    ways: Mapping[Road, Way],
    cities: Sequence[Town],
    count: int,
    usual: float,
    rng: Random,
) -> set[Road] | None:
    """Without the roads that are missed least, as long as no city hangs on one road or on one other city."""
    kept = set(roads)
    whim = {road: rng.uniform(0.85, 1.15) for road in sorted(roads)}

    def burden(road: Road) -> float:
        way = ways[road]
        sea = 4.0 if way.is_ferry else 1.0 + 3.0 * (1.0 - way.dry)
        busy = max(_degree(kept, road[0]), _degree(kept, road[1])) / 5
        return whim[road] * sea * busy * way.length / usual + 5.0 * _is_sharp(road, kept, cities)

    while True:
        too_many = {city for city in range(len(cities)) if _degree(kept, city) > MOST_ROADS}
        sharp = {road for road in kept if _is_sharp(road, kept, cities)}
        ferries = {road for road in kept if ways[road].is_ferry}
        is_afloat = len(ferries) > MOST_FERRIES and len(kept) > LEAST_ROADS  # islands need theirs
        if len(kept) <= count and not too_many and not sharp and not is_afloat:
            return kept
        must_go = sharp | {road for road in kept if set(road) & too_many}
        if len(kept) <= count and not must_go:
            must_go = ferries
        others = kept - must_go if len(kept) > count else set()
        for road in [*_dearest(must_go - wanted, burden), *_dearest(others - wanted, burden)]:
            if is_sound(kept - {road}, len(cities)):
                kept.remove(road)
                break
        else:
            return kept if not too_many else None  # a sharp corner is better than a dead end


def _dearest(roads: set[Road], burden: Callable[[Road], float]) -> list[Road]:
    """Roads, those that are the greatest burden first."""
    return sorted(roads, key=lambda road: (-burden(road), road))


def _degree(roads: Collection[Road], city: int) -> int:
    return sum(city in road for road in roads)


def _is_sharp(road: Road, roads: Collection[Road], cities: Sequence[Town]) -> bool:
    """Whether a shorter road leaves one of its cities in nearly the same direction."""
    length = _length(road, cities)
    for hub, end in (road, road[::-1]):
        for other in roads:
            if hub in other and other != road and _length(other, cities) <= length:
                there = other[0] if other[1] == hub else other[1]
                if _angle(cities[hub], cities[end], cities[there]) < LEAST_ANGLE:
                    return True
    return False


def _length(road: Road, cities: Sequence[Town]) -> float:
    one, other = cities[road[0]], cities[road[1]]
    return hypot(one.x - other.x, one.y - other.y)


def _angle(hub: Town, one: Town, other: Town) -> float:
    turn = degrees(atan2(one.y - hub.y, one.x - hub.x) - atan2(other.y - hub.y, other.x - hub.x)) % 360
    return min(turn, 360 - turn)


def is_sound(roads: Collection[Road], cities: int) -> bool:
    """Whether all cities hang together, also without any one of them; so none has fewer than two roads."""
    linked = linked_by(roads, cities)
    if any(len(others) < 2 for others in linked):
        return False
    return all(_is_whole(linked, left_out) for left_out in range(cities))


def linked_by(roads: Iterable[Road], cities: int) -> list[set[int]]:
    """For each city, those that a road leads to."""
    linked: list[set[int]] = [set() for _ in range(cities)]
    for one, other in roads:
        linked[one].add(other)
        linked[other].add(one)
    return linked


def _is_whole(linked: Sequence[set[int]], left_out: int) -> bool:
    start = 0 if left_out else 1
    reached, ahead = {start, left_out}, [start]
    while ahead:
        for city in linked[ahead.pop()] - reached:
            reached.add(city)
            ahead.append(city)
    return len(reached) == len(linked)


def has_grand_tour(roads: Collection[Road], cities: int) -> bool:
    """Whether one road can lead through all cities: else the longest road could never be whole (DT11)."""
    linked = linked_by(roads, cities)
    steps = 0

    def goes_on(city: int, seen: frozenset[int]) -> bool:
        nonlocal steps
        steps += 1
        if len(seen) == cities:
            return True
        if steps > 40_000:
            return False
        ahead = sorted(linked[city] - seen, key=lambda other: (len(linked[other] - seen), other))
        return any(goes_on(other, seen | {other}) for other in ahead)

    for start in sorted(range(cities), key=lambda city: (len(linked[city]), city)):
        steps = 0
        if goes_on(start, frozenset({start})):
            return True
    return False


def lines(roads: Iterable[Road], cities: Sequence[Town]) -> list[BaseGeometry]:
    """Roads as lines."""
    return [LineString([(cities[end].x, cities[end].y) for end in road]) for road in roads]


def crossing(roads: Sequence[BaseGeometry]) -> bool:
    """Whether two roads cross."""
    return any(one.crosses(other) for one, other in combinations(roads, 2))
