"""Coasts: SVG paths of straight lines as rings of points, and a coast around cities that have none."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = list[Point]

OUT_TO_SEA: Final = 95.0  # how far the coast lies from the outermost cities
ROUNDS: Final = 3  # of cutting corners
_STEP: Final = re.compile(r"([MmLlZz])|(-?\d*\.?\d+)[ ,]?(-?\d*\.?\d+)")


def rings_of(path: str) -> list[Ring]:
    """The rings of a path of straight lines; other paths have none that are known."""
    if set(re.findall("[A-Za-z]", path)) - set("MmLlZz"):
        return []
    rings: list[Ring] = []
    x = y = 0.0
    command = "M"
    for word, first, second in _STEP.findall(path):
        if word:
            command = word
            if word in "Mm":
                rings.append([])
            continue
        x, y = (x + float(first), y + float(second)) if command in "ml" else (float(first), float(second))
        if not rings:
            rings.append([])
        rings[-1].append((x, y))
    return [ring for ring in rings if ring]


def path_of(rings: Sequence[Sequence[Point]], end: str = "Z") -> str:
    """Rings as one path, in tenths."""
    return "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring) + end for ring in rings)


def thinned(ring: Ring, step: float) -> Ring:
    """A ring without the points that lie nearer than `step` to the one before them."""
    kept = [ring[0]]
    for point in ring[1:]:
        if hypot(point[0] - kept[-1][0], point[1] - kept[-1][1]) >= step:
            kept.append(point)
    return kept


def coast_around(cities: Sequence[Point]) -> Ring:
    """An island with soft corners that holds all cities."""
    shores = [
        (x + OUT_TO_SEA * dx, y + OUT_TO_SEA * dy)
        for x, y in cities
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
    ]
    ring = _hull(shores)
    for _ in range(ROUNDS):
        ring = [
            (one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1]))
            for one, other in closed(ring)
            for share in (0.25, 0.75)
        ]
    return ring


def closed(ring: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The sides of a ring."""
    return pairwise([*ring, ring[0]])


def is_inside(point: Point, rings: Sequence[Ring]) -> bool:
    """Whether a point lies on land."""
    return is_land(point[0], shores_at(point[1], rings))


def shores_at(y: float, rings: Sequence[Ring]) -> list[float]:
    """Where shores cross a line from west to east, in this order."""
    return sorted(
        ax + (y - ay) * (bx - ax) / (by - ay)
        for ring in rings
        for (ax, ay), (bx, by) in closed(ring)
        if (ay > y) != (by > y)
    )


def is_land(x: float, shores: Sequence[float]) -> bool:
    """Whether a point of such a line lies on land: an odd number of shores lie east of it."""
    return (len(shores) - bisect_right(shores, x)) % 2 == 1


def _hull(points: Sequence[Point]) -> Ring:
    """The convex hull, by Andrew's monotone chain."""
    ordered = sorted(set(points))
    return [*_chain(ordered), *_chain(ordered[::-1])]


def _chain(ordered: Sequence[Point]) -> Ring:
    chain: Ring = []
    for point in ordered:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
