"""What an environment of Dice Trip shows of itself: a sheet as text, or its map in pixels."""

from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tumbletrip.dicetrip.dice import Colour, Roll
from tumbletrip.dicetrip.editions import City, Edition
from tumbletrip.dicetrip.numbers import NUMBERS, place_on_tracker
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import Mark, Sheet, Written

Pixels = NDArray[np.uint8]

SIDE: Final = 384  # pixels
MARGIN: Final = 24
RADIUS: Final = 11
PAPER, ROAD, LONGEST, EMPTY, CROSS = (
    (250, 248, 240),
    (190, 190, 185),
    (150, 60, 190),
    (255, 255, 255),
    (60, 60, 60),
)
RIMS: Final = {
    Colour.RED: (210, 50, 45),
    Colour.BLUE: (40, 90, 200),
    Colour.GREEN: (40, 150, 70),
    Colour.YELLOW: (230, 180, 20),
    None: (120, 120, 120),
}


def sheet_text(sheet: Sheet, roll: Roll) -> str:
    """The dice, the points, and the cities of each zone with what stands in them."""
    powers = [name for name, left in (("re-roll", sheet.may_reroll), ("double", sheet.may_double)) if left]
    head = f"round {sheet.round} · dice {' '.join(map(str, roll))} · powers {', '.join(powers) or 'none'}"
    zones = [
        f"{zone.id}: " + "  ".join(f"{city} {_mark_text(sheet.marks.get(city))}" for city in zone.cities)
        for zone in sheet.edition.zones
    ]
    return "\n".join([f"{head} · {score(sheet).total} points", *zones])


def _mark_text(mark: Mark | None) -> str:
    if mark is None:
        return ".."
    return f"{mark.number}{'*' * mark.in_colour}" if isinstance(mark, Written) else "xx"


def map_pixels(sheet: Sheet) -> Pixels:
    """The map: roads, the longest one in purple, cities from light (11) to dark blue (66), crosses grey."""
    pixels: Pixels = np.full((SIDE, SIDE, 3), PAPER, dtype=np.uint8)
    places = _places(sheet.edition)
    longest = {frozenset(step) for step in pairwise(score(sheet).road)}
    for one, other in sheet.edition.roads:
        _line(pixels, places[one], places[other], LONGEST if {one, other} in longest else ROAD)
    for city in sheet.edition.cities:
        _city(pixels, places[city.id], city, sheet.marks.get(city.id))
    return pixels


def _places(edition: Edition) -> dict[str, tuple[float, float]]:
    """Where the cities stand, row and column; the map fills the picture without being stretched."""
    xs, ys = [city.x for city in edition.cities], [city.y for city in edition.cities]
    scale = (SIDE - 2 * MARGIN) / max(max(xs) - min(xs), max(ys) - min(ys), 1e-6)
    return {
        city.id: (MARGIN + (city.y - min(ys)) * scale, MARGIN + (city.x - min(xs)) * scale)
        for city in edition.cities
    }


def _line(
    pixels: Pixels, one: tuple[float, float], other: tuple[float, float], colour: tuple[int, int, int]
) -> None:
    steps = np.linspace(0.0, 1.0, 2 * SIDE)
    for shift in (-1, 0, 1):
        rows = (one[0] + (other[0] - one[0]) * steps + shift).astype(int)
        columns = (one[1] + (other[1] - one[1]) * steps).astype(int)
        pixels[rows, columns] = colour
        pixels[rows, columns + 1] = colour


def _city(pixels: Pixels, place: tuple[float, float], city: City, mark: Mark | None) -> None:
    rows, columns = np.ogrid[:SIDE, :SIDE]
    away = np.hypot(rows - place[0], columns - place[1])
    pixels[away <= RADIUS] = RIMS[city.colour]
    pixels[away <= RADIUS - 3] = _ink(mark)


def _ink(mark: Mark | None) -> tuple[int, int, int]:
    if mark is None:
        return EMPTY
    if not isinstance(mark, Written):
        return CROSS
    share = place_on_tracker(mark.number) / (len(NUMBERS) - 1)
    return int(200 - 170 * share), int(225 - 165 * share), 245 - int(85 * share)
