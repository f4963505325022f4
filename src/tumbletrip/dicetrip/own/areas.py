"""The land of the zones: every spot belongs to the zone of its nearest city."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from tumbletrip.dicetrip.own.coasts import Point, Ring, closed, is_inside, path_of

FAR = 5_000.0  # beyond every map
Side: TypeAlias = Callable[[Point], float]  # not negative on the side that is kept


class Corner(NamedTuple):
    """A corner of a city's land, and the city on the other side of the edge that begins there."""

    point: Point
    neighbour: int | None


def areas(
    cities: Sequence[Point], zones: Sequence[int], rings: Sequence[Ring], count: int
) -> tuple[list[str], str]:
    """The land of each of `count` zones as a path, and the borders between them as one."""
    lands: list[list[Ring]] = [[] for _ in range(count)]
    borders: list[Ring] = []
    for number, place in enumerate(cities):
        cell = _cell(number, cities)
        lands[zones[number]] += [land for ring in rings if (land := _within(ring, cell, place))]
        for corner, after in pairwise([*cell, cell[0]]):
            other = corner.neighbour
            if other is not None and other > number and zones[other] != zones[number]:
                borders += _on_land(corner.point, after.point, rings)
    return [path_of(land) for land in lands], path_of(borders, end="")


def _cell(number: int, cities: Sequence[Point]) -> list[Corner]:
    """All that lies nearer to a city than to any other."""
    cell = [Corner(point, None) for point in ((-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR))]
    for other, place in enumerate(cities):
        if place != cities[number]:
            cell = _cut(cell, _nearer(cities[number], place), other)
    return cell


def _nearer(own: Point, other: Point) -> Side:
    """How much nearer a point is to one city than to another, up to a factor."""
    dx, dy = other[0] - own[0], other[1] - own[1]
    most = (other[0] ** 2 + other[1] ** 2 - own[0] ** 2 - own[1] ** 2) / 2
    return lambda point: most - point[0] * dx - point[1] * dy


def _cut(cell: Sequence[Corner], side: Side, neighbour: int) -> list[Corner]:
    """The part of a cell on one side of a line, beyond which lies a neighbour."""
    kept: list[Corner] = []
    for corner, after in pairwise([*cell, cell[0]]):
        here, there = side(corner.point), side(after.point)
        if here >= 0:
            kept.append(corner)
            if there < 0:
                kept.append(Corner(_between(corner.point, after.point, here, there), neighbour))
        elif there >= 0:
            kept.append(Corner(_between(corner.point, after.point, here, there), corner.neighbour))
    return kept


def _between(one: Point, other: Point, here: float, there: float) -> Point:
    share = here / (here - there)
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def _within(ring: Ring, cell: Sequence[Corner], inside: Point) -> Ring:
    """The part of a ring that lies in a cell, which has no dents."""
    for (ax, ay), (bx, by) in closed([corner.point for corner in cell]):
        sign = 1 if (bx - ax) * (inside[1] - ay) - (by - ay) * (inside[0] - ax) >= 0 else -1
        kept: Ring = []
        before = ring[-1]
        there = sign * ((bx - ax) * (before[1] - ay) - (by - ay) * (before[0] - ax))
        for point in ring:
            here = sign * ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax))
            if (here >= 0) != (there >= 0):
                kept.append(_between(before, point, there, here))
            if here >= 0:
                kept.append(point)
            before, there = point, here
        if not kept:
            return []
        ring = kept
    return ring


def _on_land(one: Point, other: Point, rings: Sequence[Ring]) -> list[Ring]:
    """The parts of a line that lie on land: every shore leads from land to sea, or back."""
    shores = sorted(cut for ring in rings for cut in _shores(one, other, ring))
    parts = [0.0, *shores, 1.0]
    is_land = is_inside(_at(one, other, parts[1] / 2), rings)
    found: list[Ring] = []
    for start, end in pairwise(parts):
        if is_land and start < end:
            found.append([_at(one, other, start), _at(one, other, end)])
        is_land = not is_land
    return found


def _shores(one: Point, other: Point, ring: Ring) -> list[float]:
    """Where along a line shores are crossed, from 0 to 1."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    found = []
    for (ax, ay), (bx, by) in closed(ring):
        here, there = (ax - one[0]) * dy - (ay - one[1]) * dx, (bx - one[0]) * dy - (by - one[1]) * dx
        if (here > 0) != (there > 0):
            x, y = _between((ax, ay), (bx, by), here, there)
            share = (x - one[0]) / dx if abs(dx) > abs(dy) else (y - one[1]) / dy
            if 0 < share < 1:
                found.append(share)
    return found


def _at(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
