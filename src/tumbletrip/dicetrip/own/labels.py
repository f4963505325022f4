"""Where names stand on a board of one's own: beside their circles, off other names and off roads."""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any, Final, TypeAlias

from tumbletrip.dicetrip.own.coasts import Point

Box: TypeAlias = tuple[float, float, float, float]

SIZE, LETTER = 21.0, 0.585  # of a name, and of a letter in units of its size
GROWN: Final = 1.4  # on phones
REACH: Final = 26.0 * GROWN  # of a circle with its rim
LONG: Final = 11  # characters; longer names may stand in two lines
ROUNDS: Final = 8
HIT: Final = 100.0
ON_ROAD: Final = 6.0
LEFT_OF: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}  # the share of a name left of its anchor
BELOW: Final = {"dx": 0, "dy": 44, "anchor": "middle"}
WAYS: Final = (  # offsets and anchor, the most usual first
    (31, 6, "start"),
    (-31, 6, "end"),
    (0, 44, "middle"),
    (0, -32, "middle"),
    (24, 32, "start"),
    (-24, 32, "end"),
    (24, -20, "start"),
    (-24, -20, "end"),
)


def placed(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cities with their names placed anew: the best way for one after the other, again and again."""
    cities = document["cities"]
    ways = [[{**city, "label": label} for label in _ways(city["name"])] for city in cities]
    rooms = [[box_of(way, GROWN) for way in own] for own in ways]
    at = {city["id"]: (float(city["x"]), float(city["y"])) for city in cities}
    roads = [(at[one], at[other]) for one, other in document["roads"]]
    frame = document.get("viewbox")
    places = list(at.values())
    alone = [
        [_alone(room, number, places, roads, frame) + 0.1 * way for way, room in enumerate(own)]
        for number, own in enumerate(rooms)
    ]
    picked = [0] * len(cities)
    for _ in range(ROUNDS):
        before = list(picked)
        for number in range(len(cities)):
            others = [rooms[other][picked[other]] for other in range(len(cities)) if other != number]
            costs = [
                cost + HIT * sum(_meet(room, other) for other in others)
                for cost, room in zip(alone[number], rooms[number], strict=True)
            ]
            picked[number] = costs.index(min(costs))
        if picked == before:
            break
    return [own[choice] for own, choice in zip(ways, picked, strict=True)]


def box_of(city: Mapping[str, Any], grown: float = 1.0) -> list[Box]:
    """The rooms of the lines of a city's name, at its label."""
    label = city["label"]
    found = []
    for number, line in enumerate(label.get("lines") or [city["name"]]):
        width = LETTER * SIZE * grown * len(line)
        x = city["x"] + label["dx"] * grown - width * LEFT_OF[label["anchor"]]
        y = city["y"] + (label["dy"] + number * SIZE) * grown
        found.append((x, y - 0.76 * SIZE * grown, x + width, y + 0.24 * SIZE * grown))
    return found


def _ways(name: str) -> Iterator[dict[str, Any]]:
    for lines in _broken(name):
        more = (len(lines) - 1) * SIZE
        for dx, dy, anchor in WAYS:
            up = more if dy < 0 else more / 2 if dy == 6 else 0.0
            label: dict[str, Any] = {"dx": dx, "dy": round(dy - up), "anchor": anchor}
            yield {**label, "lines": list(lines)} if more else label


def _broken(name: str) -> list[tuple[str, ...]]:
    """The name in one line, and if it is long also in two."""
    breaks = [place for place, one in enumerate(name) if one in " -" and 0 < place < len(name) - 1]
    if len(name) <= LONG or not breaks:
        return [(name,)]
    place = min(breaks, key=lambda place: abs(2 * place - len(name)))
    return [(name,), (name[: place + (name[place] == "-")].strip(), name[place + 1 :].strip())]


def _alone(
    rooms: Sequence[Box],
    own: int,
    places: Sequence[Point],
    roads: Sequence[tuple[Point, Point]],
    frame: Sequence[float] | None,
) -> float:
    """What is wrong with a name whatever the others do: circles, the edge of the map, roads under it."""
    cost = 0.0
    for room in rooms:
        cost += HIT * sum(_touches(room, place) for number, place in enumerate(places) if number != own)
        cost += ON_ROAD * sum(is_under(room, road) for road in roads)
        if frame:
            left, top, width, height = frame
            is_over = room[0] < left or room[1] < top or room[2] > left + width or room[3] > top + height
            cost += HIT * is_over
    return cost


def _touches(room: Box, place: Point) -> bool:
    x, y = min(max(place[0], room[0]), room[2]), min(max(place[1], room[1]), room[3])
    return hypot(x - place[0], y - place[1]) < REACH


def is_under(room: Box, road: tuple[Point, Point]) -> bool:
    """Whether a road runs through a room, as seen at nineteen spots of it."""
    (ax, ay), (bx, by) = road
    for step in range(1, 20):
        x, y = ax + step / 20 * (bx - ax), ay + step / 20 * (by - ay)
        if room[0] < x < room[2] and room[1] < y < room[3]:
            return True
    return False


def _meet(one: Sequence[Box], other: Sequence[Box]) -> bool:
    return any(
        a[0] < b[2] + 6 and b[0] < a[2] + 6 and a[1] < b[3] and b[1] < a[3] for a in one for b in other
    )
