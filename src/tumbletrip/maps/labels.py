"""Where names stand: beside their circles, over nothing else, also on a phone, where all of it is larger."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from tumbletrip.maps.ground import Town

RADIUS, SIZE, LETTER = 22.0, 21.0, 0.585  # of circles, of names, and of a letter in units of its size
GROWN = 1.54  # circles, names and their distances on the smallest screens
ABOVE, BELOW = 0.76, 0.24  # what letters reach over and under the line they stand on
RIM = 4.5  # more for the circle of a coloured city
BADGE = 0.86, 0.44  # where its shape stands, and how large it is, in radii
GAP = 1.2  # kept free
LONG = 11  # characters; longer names may stand in two lines
SPACE = 11.0  # between two names beside each other
STARTS = 60
HIT, EDGE, ROAD = (
    100.0,
    0.1,
    0.05,
)  # what a hit, a unit over the map's edge, and a unit of road under a name cost
AIR = 8.0  # between a name and the edge of the map


@dataclass(frozen=True, slots=True)
class Label:
    """One way to write a name: offsets as they are stored, and the boxes of its lines on a phone."""

    dx: float
    dy: float
    anchor: str
    lines: tuple[str, ...]
    boxes: tuple[tuple[float, float, float, float], ...]
    dislike: float

    def stored(self) -> dict[str, Any]:
        """As an edition file says it."""
        found: dict[str, Any] = {"dx": self.dx, "dy": self.dy, "anchor": self.anchor}
        return {**found, "lines": list(self.lines)} if len(self.lines) > 1 else found


class Written(NamedTuple):
    """A label for each city, the side of its shape, and how bad it still is: every hit costs `HIT`."""

    labels: list[Label]
    sides: list[str]
    cost: float


def placed(
    cities: Sequence[Town],
    names: Sequence[str],
    colours: dict[int, str],
    roads: Sequence[BaseGeometry],
    frame: tuple[float, float, float, float],
    rng: Random,
) -> Written:
    """The best labels found."""
    ways = [list(_ways(cities[number], names[number], number in colours)) for number in range(len(cities))]
    choices = [
        (label, side)
        for number in range(len(cities))
        for label in ways[number]
        for side in _sides(number, colours)
    ]
    owner = np.array(
        [number for number in range(len(cities)) for _ in ways[number] for _ in _sides(number, colours)]
    )
    alone = np.array([
        _alone(label, side, number, cities, colours, roads, frame)
        for (label, side), number in zip(choices, owner, strict=True)
    ])  # fmt: skip
    together = _together(choices, owner, cities)
    picked = _searched(owner, alone, together, len(cities), rng)
    total = float(alone[picked].sum() + together[np.ix_(picked, picked)].sum() / 2)
    return Written([choices[one][0] for one in picked], [choices[one][1] for one in picked], total)


def frame_around(
    frame: tuple[float, float, float, float], written: Written
) -> tuple[float, float, float, float]:
    """The edge of the map, moved out where names need room."""
    rooms = [room for label in written.labels for room in label.boxes]
    left, top = (
        min(frame[0], *(room[0] - AIR for room in rooms)),
        min(frame[1], *(room[1] - AIR for room in rooms)),
    )
    right = max(frame[0] + frame[2], *(room[2] + AIR for room in rooms))
    bottom = max(frame[1] + frame[3], *(room[3] + AIR for room in rooms))
    return floor(left), floor(top), ceil(right) - floor(left), ceil(bottom) - floor(top)


def _sides(number: int, colours: dict[int, str]) -> tuple[str, ...]:
    return ("right", "left") if number in colours else ("",)


def _ways(city: Town, name: str, is_coloured: bool) -> list[Label]:
    """Right, left, below, above, and on the slant; in one line or two."""
    away = RADIUS + (RIM if is_coloured else 0.0) + 5.5
    slant = 0.72 * away
    found = []
    for lines, cost in _broken(name):
        middle = 0.29 * SIZE - (len(lines) - 1) * SIZE / 2
        low = away + ABOVE * SIZE - 3
        high = -away - (len(lines) - 1) * SIZE + 1
        for dx, dy, anchor, dislike in (
            (away, middle, "start", 0.0),
            (-away, middle, "end", 0.1),
            (away - 1, middle - 8, "start", 0.1),
            (away - 1, middle + 8, "start", 0.1),
            (-away + 1, middle - 8, "end", 0.2),
            (-away + 1, middle + 8, "end", 0.2),
            (0.0, low, "middle", 0.3),
            (0.0, high, "middle", 0.4),
            (14.0, low, "middle", 0.4),
            (-14.0, low, "middle", 0.4),
            (14.0, high, "middle", 0.5),
            (-14.0, high, "middle", 0.5),
            (30.0, low, "middle", 0.5),
            (-30.0, low, "middle", 0.5),
            (30.0, high, "middle", 0.6),
            (-30.0, high, "middle", 0.6),
            (slant, slant + 0.5 * SIZE, "start", 0.4),
            (-slant, slant + 0.5 * SIZE, "end", 0.5),
            (slant, -slant - (len(lines) - 1) * SIZE, "start", 0.4),
            (-slant, -slant - (len(lines) - 1) * SIZE, "end", 0.5),
        ):
            boxes = tuple(_box(city, line, place, dx, dy, anchor) for place, line in enumerate(lines))
            found.append(Label(round(dx, 1), round(dy, 1), anchor, lines, boxes, dislike + cost))
    return found


def _broken(name: str) -> list[tuple[tuple[str, ...], float]]:
    """The name in one line, and if it is long also in two."""
    found: list[tuple[tuple[str, ...], float]] = [((name,), 0.0)]
    if len(name) > LONG:
        breaks = [place for place, one in enumerate(name) if one in " -" and 0 < place < len(name) - 1]
        for place in sorted(breaks, key=lambda place: abs(2 * place - len(name)))[:2]:
            lines = (name[: place + (name[place] == "-")].strip(), name[place + 1 :].strip())
            found.append((lines, 0.3))
    return found


def _box(
    city: Town, line: str, place: int, dx: float, dy: float, anchor: str
) -> tuple[float, float, float, float]:
    """The room of a line of a name on a phone."""
    width = LETTER * SIZE * GROWN * len(line)
    x = city.x + dx * GROWN - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    y = city.y + (dy + place * SIZE) * GROWN
    return x, y - ABOVE * SIZE * GROWN, x + width, y + BELOW * SIZE * GROWN


def _discs(city: Town, is_coloured: bool, side: str) -> list[tuple[float, float, float]]:
    """The circle of a city on a phone, and that of its shape."""
    radius = RADIUS * GROWN
    found = [(city.x, city.y, radius + (RIM if is_coloured else 0.0))]
    if side:
        out = BADGE[0] * radius * (1 if side == "right" else -1)
        found.append((city.x + out, city.y - BADGE[0] * radius, BADGE[1] * radius + 1))
    return found


def _alone(
    label: Label,
    side: str,
    number: int,
    cities: Sequence[Town],
    colours: dict[int, str],
    roads: Sequence[BaseGeometry],
    frame: tuple[float, float, float, float],
) -> float:
    """What is wrong with a label whatever the others do: circles, its own shape, the edge, roads under it."""
    left, top, width, height = frame
    worth = label.dislike + (0.05 if side == "left" else 0.0)
    own = _discs(cities[number], number in colours, side)
    for room in label.boxes:
        beyond = (
            left + AIR - room[0],
            room[2] - left - width + AIR,
            top + AIR - room[1],
            room[3] - top - height + AIR,
        )
        worth += EDGE * sum(max(0.0, over) for over in beyond)
        worth += HIT * any(_meets(room, disc) for disc in own)
        for other, city in enumerate(cities):
            if other != number:
                worth += HIT * _meets(room, _discs(city, other in colours, "")[0])
        drawn = box(*_shrunk(room))
        worth += ROAD * sum(road.intersection(drawn).length for road in roads)
    return worth


def _shrunk(room: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A room about as large as on a wide screen, around the same middle."""
    x, y = (room[0] + room[2]) / 2, (room[1] + room[3]) / 2
    wide, high = (room[2] - room[0]) / 2 / 1.25, (room[3] - room[1]) / 2 / 1.25
    return x - wide, y - high, x + wide, y + high


def _meets(room: tuple[float, float, float, float], disc: tuple[float, float, float]) -> bool:
    x = min(max(disc[0], room[0]), room[2])
    y = min(max(disc[1], room[1]), room[3])
    return float(np.hypot(x - disc[0], y - disc[1])) < disc[2] + GAP


def _together(
    choices: Sequence[tuple[Label, str]],
    owner: NDArray[np.int64],
    cities: Sequence[Town],
) -> NDArray[np.float64]:
    """A hundred for every two choices of which one stands in the other."""
    most = max(len(label.boxes) for label, _ in choices)
    rooms = np.full((len(choices), most, 4), np.nan)  # what is not there meets nothing
    badges = np.full((len(choices), 3), np.nan)
    for number, (label, side) in enumerate(choices):
        rooms[number, : len(label.boxes)] = label.boxes
        if side:
            badges[number] = _discs(cities[owner[number]], True, side)[1]
    hits = np.zeros((len(choices), len(choices)), bool)
    for one in range(most):
        for other in range(most):
            a, b = rooms[:, None, one], rooms[None, :, other]
            hits |= (
                (a[..., 0] < b[..., 2] + SPACE) & (b[..., 0] < a[..., 2] + SPACE)
                & (a[..., 1] < b[..., 3] + GAP) & (b[..., 1] < a[..., 3] + GAP)
            )  # fmt: skip
        room, disc = rooms[:, None, one], badges[None, :]
        x = np.clip(disc[..., 0], room[..., 0], room[..., 2])
        y = np.clip(disc[..., 1], room[..., 1], room[..., 3])
        struck = np.hypot(x - disc[..., 0], y - disc[..., 1]) < disc[..., 2] + GAP
        hits |= struck | struck.T
    hits[owner[:, None] == owner[None, :]] = False
    return HIT * hits.astype(float)


def _searched(
    owner: NDArray[np.int64],
    alone: NDArray[np.float64],
    together: NDArray[np.float64],
    cities: int,
    rng: Random,
) -> NDArray[np.int64]:
    """One choice for each city: the best for one after the other, again and again from shaken starts."""
    of_city = [np.flatnonzero(owner == city) for city in range(cities)]
    best, least = None, np.inf
    for _ in range(STARTS):
        picked = np.array([int(rng.choice(list(own))) for own in of_city])
        for _ in range(12):
            before = picked.copy()
            for city in rng.sample(range(cities), cities):
                others = np.delete(picked, city)
                cost = alone[of_city[city]] + together[np.ix_(of_city[city], others)].sum(axis=1)
                picked[city] = of_city[city][int(np.argmin(cost))]
            if (picked == before).all():
                break
        total = alone[picked].sum() + together[np.ix_(picked, picked)].sum() / 2
        if total < least - 1e-9:
            best, least = picked.copy(), total
    assert best is not None
    return best
