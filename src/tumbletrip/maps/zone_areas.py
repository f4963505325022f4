"""The areas of the zones on the drawing, the soft lines between them, and what the zones are called."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from shapely import (
    LineString,
    MultiPoint,
    Point,
    line_merge,
    make_valid,
    polygonize,
    unary_union,
    voronoi_polygons,
)
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from tumbletrip.maps.ground import Ground, Town

Names = dict[str, str]

# By direction, clockwise from the north: what a zone is called, and its sign on the map.
DIRECTIONS: tuple[tuple[str, Names, Names], ...] = (
    (
        "N",
        {"en": "North", "fr": "Nord", "de": "Norden", "nl": "Noord"},
        {"en": "N", "fr": "N", "de": "N", "nl": "N"},
    ),
    (
        "NE",
        {"en": "North-East", "fr": "Nord-Est", "de": "Nordosten", "nl": "Noordoost"},
        {"en": "NE", "fr": "NE", "de": "NO", "nl": "NO"},
    ),
    (
        "E",
        {"en": "East", "fr": "Est", "de": "Osten", "nl": "Oost"},
        {"en": "E", "fr": "E", "de": "O", "nl": "O"},
    ),
    (
        "SE",
        {"en": "South-East", "fr": "Sud-Est", "de": "Südosten", "nl": "Zuidoost"},
        {"en": "SE", "fr": "SE", "de": "SO", "nl": "ZO"},
    ),
    (
        "S",
        {"en": "South", "fr": "Sud", "de": "Süden", "nl": "Zuid"},
        {"en": "S", "fr": "S", "de": "S", "nl": "Z"},
    ),
    (
        "SW",
        {"en": "South-West", "fr": "Sud-Ouest", "de": "Südwesten", "nl": "Zuidwest"},
        {"en": "SW", "fr": "SO", "de": "SW", "nl": "ZW"},
    ),
    (
        "W",
        {"en": "West", "fr": "Ouest", "de": "Westen", "nl": "West"},
        {"en": "W", "fr": "O", "de": "W", "nl": "W"},
    ),
    (
        "NW",
        {"en": "North-West", "fr": "Nord-Ouest", "de": "Nordwesten", "nl": "Noordwest"},
        {"en": "NW", "fr": "NO", "de": "NW", "nl": "NW"},
    ),
)
MIDDLE = (
    "C",
    {"en": "Centre", "fr": "Centre", "de": "Mitte", "nl": "Midden"},
    {"en": "C", "fr": "C", "de": "M", "nl": "M"},
)
ROUNDS = 3  # of cutting corners


def areas(
    ground: Ground, cities: Sequence[Town], groups: Sequence[Sequence[int]]
) -> tuple[list[BaseGeometry], list[BaseGeometry]]:
    """The land of each zone, and the lines between zones as far as they lie on land."""
    frame = box(*ground.box).buffer(200, join_style="mitre")
    cells = _cells(cities, frame.buffer(50, join_style="mitre"))  # over the frame, so that lines cross it
    rough = [unary_union([cells[city] for city in group]) for group in groups]
    seams = [
        seam
        for number, one in enumerate(rough)
        for other in rough[number + 1 :]
        for seam in _pieces(line_merge(unary_union(one.intersection(other))))
        if isinstance(seam, LineString) and seam.length > 0
    ]
    for rounds in range(ROUNDS, -1, -1):
        soft = [_rounded(seam, rounds) for seam in seams]
        faces = list(polygonize([unary_union([frame.exterior, *soft])]).geoms)
        zones = [
            unary_union([face for face in faces if any(face.covers(_point(cities[city])) for city in group)])
            for group in groups
        ]
        homes = [
            all(zone.covers(_point(cities[city])) for city in group)
            for zone, group in zip(zones, groups, strict=True)
        ]
        if all(homes) and sum(zone.area for zone in zones) < 1.001 * frame.area:
            break
    else:
        zones, soft = rough, seams
    land = make_valid(ground.land)
    return [zone.intersection(land) for zone in zones], [line.intersection(land) for line in soft]


def _cells(cities: Sequence[Town], frame: BaseGeometry) -> list[BaseGeometry]:
    """For each city the part of the frame that is nearest to it."""
    cells = voronoi_polygons(MultiPoint([(city.x, city.y) for city in cities]), extend_to=frame)
    return [
        next(cell for cell in cells.geoms if cell.covers(_point(city))).intersection(frame) for city in cities
    ]


def _point(city: Town) -> Point:
    return Point(city.x, city.y)


def _pieces(shape: BaseGeometry) -> list[BaseGeometry]:
    return list(getattr(shape, "geoms", [shape]))


def _rounded(line: LineString, rounds: int) -> LineString:
    """A line with its corners cut again and again; its ends stay where they are."""
    points = [np.array(point) for point in line.coords]
    for _ in range(rounds):
        cut = [points[0]]
        for one, other in pairwise(points):
            cut += [0.75 * one + 0.25 * other, 0.25 * one + 0.75 * other]
        points = [*cut, points[-1]]
    return LineString(points)


def directions(cities: Sequence[Town], groups: Sequence[Sequence[int]]) -> list[tuple[str, Names, Names]]:
    """A different direction for each zone, as seen from the middle of all cities."""
    places = np.array([(city.x, city.y) for city in cities])
    middle = places.mean(axis=0)
    size = np.ptp(places, axis=0).max()
    ways = [places[list(group)].mean(axis=0) - middle for group in groups]
    order = sorted(range(len(groups)), key=lambda zone: -float(np.hypot(*ways[zone])))
    found: dict[int, tuple[str, Names, Names]] = {}
    for zone in order:
        x, y = ways[zone]
        turn = np.degrees(np.arctan2(x, -y)) % 360
        if np.hypot(x, y) < 0.09 * size:
            found[zone] = MIDDLE
            continue
        nearest = sorted(DIRECTIONS, key=partial(_off, float(turn)))
        # The four plain winds are kinder words: taken if they are nearly as near.
        plain = [way for way in nearest[:2] if len(way[0]) == 1]
        wanted = [*plain, *nearest] if plain and _off(turn, plain[0]) < 30 else nearest
        found[zone] = next(way for way in wanted if way not in found.values())
    return [found[zone] for zone in range(len(groups))]


def _off(turn: float, way: tuple[str, Names, Names]) -> float:
    return abs((turn - 45 * DIRECTIONS.index(way) + 180) % 360 - 180)
