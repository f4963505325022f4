"""The areas of the zones on the drawing, and the soft lines between them."""

from collections.abc import Sequence
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
