"""Boards for tests: the built-in ones under other names and in another order, and files of one's own."""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from tumbletrip.dicetrip.editions import Edition, builtin_edition, edition_from_text
from tumbletrip.dicetrip.sheet import Sheet

Document = dict[str, Any]
SIDE = 5


def document(name: str = "france") -> Document:
    """A built-in board's file, free to be spoilt."""
    copied: Document = deepcopy(dict(builtin_edition(name).document))
    return copied


def spoilt(change: Callable[[Document], object], name: str = "france") -> Document:
    """A board's file after one change."""
    changed = document(name)
    change(changed)
    return changed


def grid_document() -> Document:
    """The plainest board there is: five by five cities, roads along the rows and columns."""
    zones = {"top": range(8), "middle": range(8, 16), "bottom": range(16, 25)}
    colours = ("red", "blue", "green", "yellow") * 2
    return {
        "id": "grid",
        "name": {"en": "Grid"},
        "cities": [
            {
                "id": f"c{place}",
                "name": f"City{place}",
                "x": place % SIDE,
                "y": place // SIDE,
                "zone": next(zone for zone, places in zones.items() if place in places),
                "colour": colours[place] if place < len(colours) else None,
            }
            for place in range(SIDE * SIDE)
        ],
        "roads": [
            [f"c{place}", f"c{place + step}"]
            for place in range(SIDE * SIDE)
            for step in (1, SIDE)
            if (step == SIDE or place % SIDE < SIDE - 1) and place + step < SIDE * SIDE
        ],
        "zones": [
            {"id": zone, "cities": [f"c{place}" for place in places]} for zone, places in zones.items()
        ],
    }


def save_board(folder: Path, content: Document, name: str = "own board.json") -> Path:
    """An edition file in a folder; its name has a space, as files of people do."""
    path = folder / name
    path.write_text(json.dumps(content), "utf-8")
    return path


def shuffled(edition: Edition, seed: int) -> tuple[Edition, Mapping[str, str]]:
    """The same board with other city ids, and cities, roads and zones in another order."""
    rng = Random(seed)
    changed = document(edition.source)
    ids = [city["id"] for city in changed["cities"]]
    places = rng.sample(range(len(ids)), len(ids))
    renamed = {city: f"town{place}" for city, place in zip(ids, places, strict=True)}
    for city in changed["cities"]:
        city["id"] = renamed[city["id"]]
    changed["roads"] = [rng.sample([renamed[one], renamed[other]], 2) for one, other in changed["roads"]]
    for zone in changed["zones"]:
        zone["cities"] = rng.sample([renamed[city] for city in zone["cities"]], len(zone["cities"]))
    for part in ("cities", "roads", "zones"):
        rng.shuffle(changed[part])
    return edition_from_text(json.dumps(changed), source="shuffled.json"), renamed


def moved(sheet: Sheet, edition: Edition, renamed: Mapping[str, str]) -> Sheet:
    """The sheet with the same marks on a renamed board."""
    marks = {renamed[city]: mark for city, mark in sheet.marks.items()}
    return Sheet(edition, marks, sheet.may_reroll, sheet.may_double, sheet.tens_variant, sheet.tens_bonus)
