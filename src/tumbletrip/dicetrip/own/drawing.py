"""How a board of one's own is drawn: worked out anew each time from its cities, roads and coast."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import dist
from typing import Any, Final, TypeAlias

from tumbletrip.dicetrip.own.areas import areas
from tumbletrip.dicetrip.own.coasts import (
    Point,
    Ring,
    coast_around,
    is_inside,
    is_land,
    path_of,
    rings_of,
    shores_at,
)
from tumbletrip.dicetrip.own.directions import directions
from tumbletrip.dicetrip.own.labels import BELOW, GROWN, Box, box_of, is_under

Document: TypeAlias = dict[str, Any]

AROUND: Final = "around"  # a coast that follows the cities
RADIUS: Final = 22.0
SIDE, MARGIN = 1000.0, 130.0  # of a drawing whose places came in other units
GRID: Final = 36.0  # between spots that are tried for a sign
SIGN: Final = (34.0, 30.0)
TITLE: Final = (250.0, 46.0)
COMPASS: Final = 32.0
EDGE: Final = 18.0


def drawn(document: Mapping[str, Any]) -> Document:
    """A board with its drawing; it may still have flaws, and any number of cities."""
    found = _framed(document)
    cities = found["cities"]
    places = [(float(city["x"]), float(city["y"])) for city in cities]
    rings = _coast(found, places)
    zone_of = {city: number for number, zone in enumerate(found["zones"]) for city in zone["cities"]}
    zones = [zone_of[city["id"]] for city in cities]
    count = len(found["zones"])
    groups = [[city for city, zone in enumerate(zones) if zone == one] for one in range(count)]
    signs = directions(places, groups)
    lands, borders = areas(places, zones, rings, count)
    taken = [*_around(places), *(room for city in cities for room in box_of(city, GROWN))]
    at = dict(zip((city["id"] for city in cities), places, strict=True))
    lines = [(at[one], at[other]) for one, other in found["roads"]]
    return {
        **found,
        "cities": [{**city, "zone": signs[zone].id} for city, zone in zip(cities, zones, strict=True)],
        "zones": [
            {
                "id": sign.id,
                "names": sign.names,
                "abbr": sign.signs,
                "cities": zone["cities"],
                "polygon": land,
                "abbrLabel": _sign_spot(number, places, zones, taken, lines, rings),
            }
            for number, (zone, sign, land) in enumerate(zip(found["zones"], signs, lands, strict=True))
        ],
        "outline": path_of(rings),
        "zoneBorders": [borders] if borders else [],
        "context": {},
        "cityRadius": RADIUS,
        **_corner_pieces(found["viewbox"], taken, rings),
    }


def _framed(document: Mapping[str, Any]) -> Document:
    """The document with a view box and a place for each name; places in other units are scaled to it."""
    cities = [
        {"label": dict(BELOW), **city, "name": city.get("name", city["id"])} for city in document["cities"]
    ]
    found = {**document, "cities": cities}
    for derived in ("titleSpot", "compassSpot"):
        found.pop(derived, None)
    if "viewbox" in document:
        return found
    xs, ys = [float(city["x"]) for city in cities], [float(city["y"]) for city in cities]
    left, top = min(xs, default=0.0), min(ys, default=0.0)
    wide, high = max(xs, default=SIDE) - left, max(ys, default=SIDE) - top
    scale = (SIDE - 2 * MARGIN) / (max(wide, high) or 1)
    for city, x, y in zip(cities, xs, ys, strict=True):
        city["x"], city["y"] = round(MARGIN + (x - left) * scale), round(MARGIN + (y - top) * scale)
    box = [0, 0, round(wide * scale + 2 * MARGIN), round(high * scale + 2 * MARGIN)]
    return {**found, "coast": AROUND, "viewbox": box}


def _coast(document: Mapping[str, Any], places: Sequence[Point]) -> list[Ring]:
    rings = [] if document.get("coast") == AROUND else rings_of(document.get("outline", ""))
    return rings or ([coast_around(places)] if places else [])


def _around(places: Sequence[Point]) -> Iterator[Box]:
    reach = RADIUS + 14
    return ((x - reach, y - reach, x + reach, y + reach) for x, y in places)


def _sign_spot(
    zone: int,
    places: Sequence[Point],
    zones: Sequence[int],
    taken: Sequence[Box],
    lines: Sequence[tuple[Point, Point]],
    rings: Sequence[Ring],
) -> dict[str, float]:
    """Where a zone's sign stands: on its own land, off circles and names, off roads if it can be."""
    own = [place for place, one in zip(places, zones, strict=True) if one == zone]
    if not own:
        return {"x": 0.0, "y": 0.0}
    middle = sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own)
    steps = [(column, row) for row in range(-8, 9) for column in range(-8, 9)]
    spots = sorted(
        ((middle[0] + GRID * column, middle[1] + GRID * row) for column, row in steps),
        key=lambda spot: dist(spot, middle),
    )
    row = cache(lambda y: shores_at(y, rings))
    free = [
        spot
        for spot in spots
        if not _is_taken(_sign_room(spot), taken)
        and _is_of(zone, _sign_room(spot), places, zones)
        and is_land(spot[0], row(spot[1]))
    ]
    off_roads = (spot for spot in free if not any(is_under(_sign_room(spot), line) for line in lines))
    x, y = next(off_roads, next(iter(free), middle))
    return {"x": round(x, 1), "y": round(y, 1)}


def _sign_room(spot: Point) -> Box:
    return spot[0] - SIGN[0], spot[1] - SIGN[1], spot[0] + SIGN[0], spot[1] + 6


def _is_of(zone: int, room: Box, places: Sequence[Point], zones: Sequence[int]) -> bool:
    """Whether a room lies on a zone's land, as far as its corners tell."""
    corners = [(x, y) for x in room[::2] for y in room[1::2]]
    return all(zones[_nearest(corner, places)] == zone for corner in corners)


def _nearest(spot: Point, places: Sequence[Point]) -> int:
    return min(range(len(places)), key=lambda city: dist(places[city], spot))


def _corner_pieces(box: Sequence[float], taken: Sequence[Box], rings: Sequence[Ring]) -> Document:
    """The title and the compass, each where there is room off the land."""
    wide, high = TITLE
    title = _corner(box, (wide, high), taken, rings)
    if title:
        middle = (title[0] + title[2]) / 2
        spot = {"x": middle, "y": title[3] - 8, "anchor": "middle", "width": wide, "fontSize": high}
        taken = [*taken, title]
    compass = _corner(box, (2 * COMPASS, 2 * COMPASS + 26), taken, rings)
    found: Document = {"titleSpot": spot} if title else {}
    if compass:
        middle = (compass[0] + compass[2]) / 2
        found["compassSpot"] = {"x": middle, "y": compass[3] - COMPASS, "r": COMPASS}
    return found


def _corner(
    box: Sequence[float], size: tuple[float, float], taken: Sequence[Box], rings: Sequence[Ring]
) -> Box | None:
    """The first free room in a corner or in the middle of a side of the map; None if there is none."""
    left, top, width, height = box
    right, bottom = left + width - EDGE - size[0], top + height - EDGE - size[1]
    middle = left + (width - size[0]) / 2
    for y in (top + EDGE, bottom):
        for x in (left + EDGE, right, middle):
            room = (x, y, x + size[0], y + size[1])
            if not _is_taken(room, taken) and not _is_on_land(room, rings):
                return room
    return None


def _is_taken(room: Box, taken: Sequence[Box]) -> bool:
    left, top, right, bottom = room
    return any(left < x2 and x1 < right and top < y2 and y1 < bottom for x1, y1, x2, y2 in taken)


def _is_on_land(room: Box, rings: Sequence[Ring]) -> bool:
    left, top, right, bottom = room
    shores = any(left < x < right and top < y < bottom for ring in rings for x, y in ring)
    return shores or any(is_inside((x, y), rings) for x in (left, right) for y in (top, bottom))
