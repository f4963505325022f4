"""A whole board as one word: whoever has the word has the board, so nothing need be stored or looked up.

What the rules need, the names, their places and the coast are packed; the rest of the drawing follows.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.edition_checks import CITY_COUNT, ZONE_COUNT
from tumbletrip.dicetrip.own.bare import ANCHORS, FARTHEST, LONGEST_NAME, LONGEST_SOURCE
from tumbletrip.dicetrip.own.coasts import Ring, rings_of, thinned
from tumbletrip.dicetrip.own.drawing import AROUND, Document, drawn
from tumbletrip.dicetrip.own.ids import ids_for

OWN: Final = "own-"
OWN_ID: Final = "own"
LONGEST_WORD: Final = 6_000  # options of a table (8,192) and a sheet in one line have room for it
MOST_STRETCHED: Final = 12  # times a word, when it is unpacked; our boards are stretched 3 times
MOST_POINTS: Final = 1_500  # of a coast; the finest of our boards has 1,193
MOST_ROADS: Final = CITY_COUNT * (CITY_COUNT - 1) // 2
FORM: Final = 1
STEPS: Final = (0.0, 3.0, 5.0, 8.0, 12.0, 20.0, 40.0)  # a coast is drawn as finely as there is room
_BROKEN: Final = (KeyError, TypeError, ValueError, IndexError, RecursionError, zlib.error)


def is_own(word: str) -> bool:
    """Whether a word is a packed board rather than the name of one."""
    return word.startswith(OWN)


def pack(document: Mapping[str, Any]) -> str:
    """The word of a board that has passed all checks; raises InputError if its texts are too long for one."""
    rings = [] if document.get("coast") == AROUND else rings_of(document.get("outline", ""))
    for step in STEPS:
        drawn_so = [thinned(ring, step) for ring in rings]
        word = OWN + _squeezed(_packed(document, drawn_so))
        if len(word) <= LONGEST_WORD and sum(map(len, drawn_so)) <= MOST_POINTS:
            return word
    raise InputError(problem("text.too_long", length=len(word), most=LONGEST_WORD))


def unpack(word: str) -> Document:
    """The document of a packed board, not yet checked; raises InputError for any other text."""
    if len(word) > LONGEST_WORD:
        raise InputError(problem("text.too_long", length=len(word), most=LONGEST_WORD))
    try:
        return drawn(_unpacked(json.loads(_stretched(word.removeprefix(OWN)))))
    except _BROKEN as error:
        raise InputError(problem("edition.own_broken")) from error


def _squeezed(content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def _stretched(packed: str) -> bytes:
    """The text in a word; what would grow beyond all measure is not stretched to its end."""
    stretching = zlib.decompressobj()
    squeezed = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    text = stretching.decompress(squeezed, MOST_STRETCHED * len(packed))
    if not stretching.eof:
        raise ValueError("too much")
    return text


def _packed(document: Mapping[str, Any], rings: Sequence[Ring]) -> dict[str, object]:
    places = {city["id"]: number for number, city in enumerate(document["cities"])}
    zones = {city: number for number, zone in enumerate(document["zones"]) for city in zone["cities"]}
    ferries = {frozenset(road) for road in document.get("ferries", ())}
    return {
        "v": FORM,
        "n": dict(document["name"]),
        "b": [round(side) for side in document["viewbox"]],
        "c": [_packed_city(city, zones[city["id"]]) for city in document["cities"]],
        "r": [places[end] for road in document["roads"] for end in road],
        "f": [number for number, road in enumerate(document["roads"]) if frozenset(road) in ferries],
        "o": [_steps(ring) for ring in rings],
        "s": dict(document.get("sources", {})),
    }


def _packed_city(city: Mapping[str, Any], zone: int) -> list[object]:
    label = city["label"]
    spot = [round(label["dx"]), round(label["dy"]), ANCHORS.index(label["anchor"])]
    colour = COLOURS.index(city["colour"]) if city.get("colour") else -1
    side = int(city.get("badge") == "left")
    place = [round(city["x"]), round(city["y"])]
    return [city["name"], *place, zone, colour, side, *spot, label.get("lines", [])]


def _steps(ring: Ring) -> list[int]:
    """A ring in whole units, every point as a step from the one before it."""
    found: list[int] = []
    x = y = 0
    for px, py in ring:
        nx, ny = round(px), round(py)
        if found and (nx, ny) == (x, y):
            continue
        found += [nx - x, ny - y]
        x, y = nx, ny
    return found


def _unpacked(content: Mapping[str, Any]) -> Document:
    """The document in a word; whatever is not as `_packed` makes it raises one of `_BROKEN`."""
    if content["v"] != FORM:
        raise ValueError("another form")
    if len(content["c"]) != CITY_COUNT or len(content["r"]) > 2 * MOST_ROADS:
        raise ValueError("no board")
    if sum(len(steps) for steps in content["o"]) > 2 * MOST_POINTS or len(content["f"]) > MOST_ROADS:
        raise ValueError("no coast")
    ids = ids_for([_text(city[0], LONGEST_NAME) for city in content["c"]])
    cities = [_city(city, key) for city, key in zip(content["c"], ids, strict=True)]
    ends = [ids[_whole(end, len(ids) - 1)] for end in content["r"]]
    roads = [list(road) for road in zip(ends[::2], ends[1::2], strict=True)]
    ferries = [roads[_whole(number, len(roads) - 1)] for number in content["f"]]
    rings = [_ring(steps) for steps in content["o"]]
    return {
        "format": "dice-trip-board/1",
        "id": OWN_ID,
        "name": _texts(content["n"], LONGEST_NAME),
        "viewbox": _box(content["b"]),
        "cities": cities,
        "roads": roads,
        "ferries": ferries,
        "zones": [
            {"id": str(zone), "cities": [city["id"] for city in cities if city["zone"] == str(zone)]}
            for zone in range(ZONE_COUNT)
        ],
        **({"outline": _outline(rings)} if rings else {"coast": AROUND}),
        "sources": _texts(content["s"], LONGEST_SOURCE),
    }


def _city(packed: Sequence[Any], key: str) -> Document:
    name, x, y, zone, colour, side, dx, dy, anchor, lines = packed
    label: Document = {"dx": _place(dx), "dy": _place(dy), "anchor": ANCHORS[_whole(anchor, 2)]}
    if lines:
        label["lines"] = [_text(line, LONGEST_NAME) for line in lines[:3]]
    return {
        "id": key,
        "name": name,
        "x": _place(x),
        "y": _place(y),
        "zone": str(_whole(zone, ZONE_COUNT - 1)),
        "colour": None if colour == -1 else COLOURS[_whole(colour, len(COLOURS) - 1)].value,
        "label": label,
        **({"badge": "left"} if side else {}),
    }


def _ring(steps: Sequence[Any]) -> list[tuple[int, int]]:
    x = y = 0
    found = []
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = _place(x + _place(dx)), _place(y + _place(dy))
        found.append((x, y))
    return found


def _outline(rings: Sequence[Sequence[tuple[int, int]]]) -> str:
    return "".join("M" + "L".join(f"{x} {y}" for x, y in ring) + "Z" for ring in rings)


def _box(sides: Sequence[Any]) -> list[int]:
    left, top, width, height = map(_place, sides)
    if width <= 0 or height <= 0:
        raise ValueError("no room")
    return [left, top, width, height]


def _place(value: Any) -> int:
    if type(value) is not int or abs(value) > FARTHEST:
        raise ValueError("no place")
    return value


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError("no number of anything")
    return value


def _texts(value: Any, longest: int) -> dict[str, str]:
    return {_text(name, 20): _text(text, longest) for name, text in dict(value).items()}


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise ValueError("no text")
    return value
