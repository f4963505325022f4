"""Whether fingers and pencils have room: cities that stand too close, and roads that touch another city."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import dist
from typing import Any, Final

from tumbletrip.core.errors import Problem
from tumbletrip.dicetrip.edition_checks import wrong
from tumbletrip.dicetrip.own.coasts import Point

BETWEEN_CITIES: Final = 60.0  # in units of a drawing, where circles have a radius of 22; our boards have 76
BESIDE_ROADS: Final = 26.0  # from a road to the middle of another city; our boards have 28


def too_close(document: Mapping[str, Any]) -> Iterator[Problem]:
    """What stands too close on a drawing that has passed the other checks."""
    at = {city["id"]: (float(city["x"]), float(city["y"])) for city in document["cities"]}
    for one, other in combinations(at, 2):
        if dist(at[one], at[other]) < BETWEEN_CITIES:
            yield wrong("cities", f"{one}, {other}", "edition.right.apart", at=(one, other))
    for one, other in document["roads"]:
        for city in at.keys() - {one, other}:
            if _gap(at[city], (at[one], at[other])) < BESIDE_ROADS:
                road = f"{one}–{other}, {city}"
                yield wrong("roads", road, "edition.right.past", at=(one, other, city))


def _gap(point: Point, line: Sequence[Point]) -> float:
    """How far a point is from a line between two others."""
    (ax, ay), (bx, by) = line
    long = dist(*line) ** 2
    share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / long if long else 0.0
    share = max(0.0, min(1.0, share))
    return dist(point, (ax + share * (bx - ax), ay + share * (by - ay)))
