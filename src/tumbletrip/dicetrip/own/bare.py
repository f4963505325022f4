"""What of a stranger's file is used to draw it: fields that are not as they should be are left out."""

from collections.abc import Mapping
from math import isfinite
from typing import Any, Final

from tumbletrip.dicetrip.own.drawing import AROUND, Document

ANCHORS: Final = ("start", "middle", "end")
LONGEST_NAME, LONGEST_SOURCE, MOST_SOURCES, MOST_LINES = 40, 300, 8, 3
FARTHEST: Final = 4_000  # units of a drawing
MOST_COAST: Final = 100_000  # characters


def bare(document: Mapping[str, Any]) -> Document:
    """A document without hard flaws, with those of its drawing's fields that can be used."""
    found: Document = {
        "format": "dice-trip-board/1",
        "id": document["id"],
        "name": _cut(document.get("name") or {"en": document["id"]}, LONGEST_NAME),
        "cities": [_city(city) for city in document["cities"]],
        "roads": [list(road) for road in document["roads"]],
        "ferries": _pairs(document.get("ferries")),
        "zones": [{"id": zone["id"], "cities": list(zone["cities"])} for zone in document["zones"]],
        "sources": dict(list(_cut(document.get("sources", {}), LONGEST_SOURCE).items())[:MOST_SOURCES]),
    }
    box, coast = document.get("viewbox"), document.get("outline")
    are_near = all(abs(city[axis]) <= FARTHEST for city in found["cities"] for axis in "xy")
    if not _is_box(box) or not are_near:
        return found
    found["viewbox"] = box
    if isinstance(coast, str) and len(coast) <= MOST_COAST and document.get("coast") != AROUND:
        found["outline"] = coast
    else:
        found["coast"] = AROUND
    return found


def _city(city: Mapping[str, Any]) -> Document:
    found: Document = {key: city.get(key) for key in ("id", "x", "y", "zone", "colour")}
    found["name"] = (city.get("name") or city["id"])[:LONGEST_NAME]
    label: Any = city.get("label")
    if _is_label(label):
        found["label"] = {key: label[key] for key in ("dx", "dy", "anchor")}
        lines = label.get("lines") or []
        if _letters("".join(lines)) == _letters(found["name"]):  # otherwise the city was renamed
            found["label"]["lines"] = lines
    if _is_on_globe(city.get("lat"), 90) and _is_on_globe(city.get("lon"), 180):
        found |= {"lat": city["lat"], "lon": city["lon"]}  # places that are added later find theirs by it
    if city.get("badge") == "left":
        found["badge"] = "left"
    return found


def _is_on_globe(degrees: Any, most: int) -> bool:
    return _is_number(degrees) and abs(degrees) <= most


def _letters(text: str) -> str:
    return "".join(text.split())


def _is_label(label: Any) -> bool:
    if not isinstance(label, Mapping) or label.get("anchor") not in ANCHORS:
        return False
    lines = label.get("lines") or []
    are_texts = isinstance(lines, list) and all(isinstance(line, str) for line in lines)
    is_near = all(_is_number(label.get(key)) and abs(label[key]) <= FARTHEST for key in ("dx", "dy"))
    return is_near and are_texts and len(lines) <= MOST_LINES


def _is_box(box: Any) -> bool:
    if not isinstance(box, list) or len(box) != 4 or not all(map(_is_number, box)):
        return False
    return all(abs(side) <= FARTHEST for side in box) and min(box[2:]) >= 1


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _pairs(ferries: Any) -> list[list[str]]:
    """The pairs of texts among ferries; which of them are roads shows when they are drawn."""
    return [
        pair
        for pair in (ferries if isinstance(ferries, list) else [])
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(end, str) for end in pair)
    ]


def _cut(texts: Mapping[str, str], longest: int) -> dict[str, str]:
    return {name[:20]: text[:longest] for name, text in texts.items()}
