"""What makes a board of steps: every check names the field, the value and what would be right (TD01)."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tumbletrip.core.errors import Problem, is_showable, problem
from tumbletrip.tumblin.dice import KINDS

ZONES = (0, 1, 2, 3, 4)  # the track, then 1x to 4x
ID = re.compile(r"[a-z][a-z0-9_-]*\Z")
MOST_BOXES, MOST_PEGS = 50, 200  # every peg is looked for in every box, and physics meets them all
LARGEST_M = 3.0  # no board is longer, and a comma in the wrong place is found


def problems_of(document: object) -> list[Problem]:
    """All that is wrong with a board document; an empty list means it can be played on.

    Later checks lean on earlier ones, so each group speaks only when the groups before it found nothing.
    """
    for check in (_shape, _tiers, _steps, _materials, _pegs, _line_and_floor):
        found = list(check(document))  # type: ignore[arg-type]  # _shape is first and proves the type
        if found:
            return found
    return []


def _wrong(field: str, value: object, right: str, **values: Any) -> Problem:
    """One problem: where, what stands there, and what would be right (a catalogue key)."""
    shown = "–" if value is None else str(value)
    return problem("board.field", field=field, value=shown[:60], right=problem(right, **values))


def _shape(document: object) -> Iterator[Problem]:
    if not isinstance(document, Mapping):
        yield _wrong("(top)", type(document).__name__, "board.right.object")
        return
    if not (isinstance(document.get("id"), str) and ID.match(document["id"])):
        yield _wrong("id", document.get("id"), "board.right.id")
    names = document.get("name", {})
    if not isinstance(names, Mapping) or not all(map(_is_text, names.values())):
        yield _wrong("name", names, "board.right.names")
    if not isinstance(document.get("tiers"), list):
        yield _wrong("tiers", document.get("tiers"), "board.right.list")
    for field in ("pegs", "materials"):
        if not isinstance(document.get(field), Mapping):
            yield _wrong(field, document.get(field), "board.right.object")
    for field in ("line", "off_below"):
        if not _is_length(document.get(field)):
            yield _wrong(field, document.get(field), "board.right.length", most=LARGEST_M)


def _tiers(document: Mapping[str, Any]) -> Iterator[Problem]:
    tiers = document["tiers"]
    zones = [tier.get("zone") if isinstance(tier, Mapping) else None for tier in tiers]
    if zones != list(ZONES):
        yield _wrong("tiers.zone", zones, "board.right.zones", zones=", ".join(map(str, ZONES)))
        return
    for index, tier in enumerate(tiers):
        yield from _tier(f"tiers[{index}]", tier)


def _tier(field: str, tier: Mapping[str, Any]) -> Iterator[Problem]:
    right_id = f"{tier['zone']}x" if tier["zone"] else "track"
    if tier.get("id") != right_id:
        yield _wrong(f"{field}.id", tier.get("id"), "board.right.tier_id", id=right_id)
    if not _is_length(tier.get("top")) or tier["top"] <= 0:
        yield _wrong(f"{field}.top", tier.get("top"), "board.right.positive", most=LARGEST_M)
    if not isinstance(tier.get("boxes"), list) or not tier["boxes"]:
        yield _wrong(f"{field}.boxes", tier.get("boxes"), "board.right.boxes")
        return
    if len(tier["boxes"]) > MOST_BOXES:
        yield _wrong(f"{field}.boxes", len(tier["boxes"]), "board.right.most", most=MOST_BOXES)
        return
    for index, box in enumerate(tier["boxes"]):
        for axis in ("x", "y"):
            ends = box.get(axis) if isinstance(box, Mapping) else None
            if not _is_interval(ends):
                yield _wrong(f"{field}.boxes[{index}].{axis}", ends, "board.right.interval")


def _steps(document: Mapping[str, Any]) -> Iterator[Problem]:
    """The tiers go down, and the track is one box that a die of any kind fits on."""
    tiers = document["tiers"]
    for index in range(1, len(tiers)):
        if tiers[index]["top"] >= tiers[index - 1]["top"]:
            yield _wrong(
                f"tiers[{index}].top", tiers[index]["top"], "board.right.lower", top=tiers[index - 1]["top"]
            )
    track = tiers[0]["boxes"]
    if len(track) != 1:
        yield _wrong("tiers[0].boxes", len(track), "board.right.one_box")
        return
    for axis in ("x", "y"):
        low, high = track[0][axis]
        least = 2 * _tallest_die()
        if high - low < least:
            yield _wrong(f"tiers[0].boxes[0].{axis}", [low, high], "board.right.track_size", least=least)


def _materials(document: Mapping[str, Any]) -> Iterator[Problem]:
    for name, material in document["materials"].items():
        for field in ("friction", "stiffness", "damping"):
            value: Any = material.get(field) if isinstance(material, Mapping) else None
            if not _is_number(value) or value <= 0:
                yield _wrong(f"materials.{name}.{field}", value, "board.right.above_zero")
    known = ", ".join(document["materials"])
    wearers = [(f"tiers[{index}]", tier) for index, tier in enumerate(document["tiers"])]
    for field, part in [*wearers, ("pegs", document["pegs"])]:
        if not isinstance(part.get("material"), str) or part["material"] not in document["materials"]:
            yield _wrong(f"{field}.material", part.get("material"), "board.right.material", known=known)


def _pegs(document: Mapping[str, Any]) -> Iterator[Problem]:
    pegs = document["pegs"]
    for field in ("radius", "height"):
        if not _is_length(pegs.get(field)) or pegs[field] <= 0:
            yield _wrong(f"pegs.{field}", pegs.get(field), "board.right.positive", most=LARGEST_M)
    if not isinstance(pegs.get("at"), list):
        yield _wrong("pegs.at", pegs.get("at"), "board.right.list")
        return
    if len(pegs["at"]) > MOST_PEGS:
        yield _wrong("pegs.at", len(pegs["at"]), "board.right.most", most=MOST_PEGS)
        return
    boxes = [box for tier in document["tiers"] for box in tier["boxes"]]
    for index, at in enumerate(pegs["at"]):
        if not (isinstance(at, list) and len(at) == 2 and all(map(_is_length, at))):
            yield _wrong(f"pegs.at[{index}]", at, "board.right.point")
        elif not any(_contains(box, at) for box in boxes):
            yield _wrong(f"pegs.at[{index}]", at, "board.right.on_a_tier")


def _line_and_floor(document: Mapping[str, Any]) -> Iterator[Problem]:
    """TD07: the line crosses 1x, below the track. TD06: a die on the table is told from one on 4x."""
    tiers = document["tiers"]
    start = tiers[0]["boxes"][0]["x"][1]
    end = max(box["x"][1] for box in tiers[1]["boxes"])
    if not start <= document["line"] < end:
        yield _wrong("line", document["line"], "board.right.line", start=start, end=end)
    smallest_die = min(kind.inradius for kind in KINDS.values())
    least, most = _tallest_die(), round(tiers[-1]["top"] + smallest_die, 6)
    if not least <= document["off_below"] <= most:
        yield _wrong("off_below", document["off_below"], "board.right.off_below", least=least, most=most)


def _tallest_die() -> float:
    """How high the centre of a die can be above what it stands on: on a corner, all of its weight over it."""
    return max(round(kind.circumradius, 6) for kind in KINDS.values())


def _contains(box: Mapping[str, Any], at: list[float]) -> bool:
    return all(box[axis][0] <= value <= box[axis][1] for axis, value in zip("xy", at, strict=True))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and is_showable(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_length(value: Any) -> bool:
    return _is_number(value) and abs(value) <= LARGEST_M


def _is_interval(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_length, value)) and value[0] < value[1]
