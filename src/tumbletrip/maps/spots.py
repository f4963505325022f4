"""Room for the other words of a map: the signs of the zones, the title, the compass."""

from collections.abc import Sequence

import numpy as np
from shapely import Point, distance, prepare, unary_union
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from tumbletrip.maps.ground import Ground

STEP = 12.0
SIGN = (34.0, 27.0)  # half the width and the height of a zone's sign
TITLES = ((250.0, 46), (200.0, 40), (150.0, 32))  # width and size
COMPASS = 32.0
AIR = 14.0

Spot = tuple[float, float]


def zone_sign(area: BaseGeometry, taken: BaseGeometry, roads: BaseGeometry) -> Spot:
    """Where a zone's sign stands: on its land, off circles and names, as far from roads as it gets."""
    left, top, right, bottom = area.bounds
    spots = _grid(left, top, right, bottom)
    prepare(area)
    best, most = (float(area.representative_point().x), float(area.representative_point().y)), -np.inf
    for x, y in spots:
        sign = box(x - SIGN[0], y - SIGN[1], x + SIGN[0], y + 2)
        if sign.intersects(taken):
            continue
        inside = area.intersection(sign).area / sign.area
        worth = (
            240 * inside
            - 0.5 * roads.intersection(sign).length
            + min(30.0, distance(taken, Point(x, y - 13)))
        )
        if worth > most:
            best, most = (float(x), float(y)), worth
    return round(best[0], 1), round(best[1], 1)


def title(ground: Ground, taken: BaseGeometry) -> dict[str, object] | None:
    """Where the country's name stands, off the land; None if there is no room."""
    for width, size in TITLES:
        spot = _corner(ground, taken, width / 2, size)
        if spot:
            return {
                "x": spot[0],
                "y": spot[1] + size / 3,
                "anchor": "middle",
                "width": width,
                "fontSize": size,
            }
    return None


def compass(ground: Ground, taken: BaseGeometry) -> dict[str, float] | None:
    """Where the compass stands, off the land; None if there is no room."""
    spot = _corner(ground, taken, COMPASS, 2 * COMPASS + 26)
    return {"x": spot[0], "y": spot[1] + 12, "r": COMPASS} if spot else None


def _corner(ground: Ground, taken: BaseGeometry, half: float, high: float) -> Spot | None:
    """The middle of a free rectangle, as near to a corner of the map as it gets."""
    left, top, width, height = ground.box
    crowd = unary_union([ground.land, taken])
    prepare(crowd)
    aside, above = half + AIR, high / 2 + AIR
    rooms = [
        (min(x - left, left + width - x) + min(y - top, top + height - y), float(x), float(y))
        for x, y in _grid(left + aside, top + above, left + width - aside, top + height - above)
        if not crowd.intersects(box(x - aside, y - above, x + aside, y + above))
    ]
    return min(rooms)[1:] if rooms else None


def _grid(left: float, top: float, right: float, bottom: float) -> Sequence[Spot]:
    return [(x, y) for y in np.arange(top, bottom, STEP) for x in np.arange(left, right, STEP)]


def discs(places: Sequence[Spot], radius: float) -> BaseGeometry:
    """Circles around places."""
    return unary_union([Point(place).buffer(radius) for place in places])
