"""Where things stand on a printed Dice Trip sheet, in millimetres: the same for every language.

Whoever reads a photo of a sheet finds its markers first, and with these measures everything else. A change of
any of them is a new `LAYOUT`, whose number is printed on the sheet.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist
from typing import Any, Final

from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.numbers import NUMBERS
from tumbletrip.sheets.drawing import Drawing, drawing
from tumbletrip.sheets.markers import marker_id
from tumbletrip.sheets.papers import Layout

LAYOUT: Final = 2
HEAD: Final = 9.0  # millimetres of a sheet that has a page of its own; several on a page are scaled
GAP: Final = 3.0
LOWER: Final = 57.5  # score column, powers and rounds
RIBBON: Final = 8.0
RIBBON_GAP: Final = 3.5
CREDITS: Final = 7.0
MARKER: Final = 8.0
QUIET: Final = 1.4  # white around a marker, without which it is not found
CIRCLE: Final = 6.02  # across, on paper: room for two digits by hand
GROWING: Final = 4  # larger circles may need a larger frame, and then grow once more
SLIDE: Final = 0.02  # of the map's width: how far a marker in the way is moved at a time


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


@dataclass(frozen=True, slots=True)
class Measures:
    """One sheet in its own millimetres: before it is scaled to share a page, from the corner of its room."""

    width: float
    height: float
    map: Box
    lower: float  # where the score column begins
    ribbon: Box
    credits: float
    markers: tuple[tuple[float, float], ...]  # their upper left corners: the map's four, the ribbon's two

    def as_json(self) -> dict[str, Any]:
        """The measures as the template reads them."""
        return {
            "map": {"x": self.map.x, "y": self.map.y, "width": self.map.width, "height": self.map.height},
            "lower": {"y": self.lower, "height": LOWER},
            "ribbon": {"x": self.ribbon.x, "y": self.ribbon.y, "width": self.ribbon.width},
            "credits": self.credits,
            "marker": MARKER,
            "quiet": QUIET,
            "markers": [list(place) for place in self.markers],
        }


def map_on(page: Layout, edition: Edition) -> Drawing:
    """The map of a sheet; where it is small, its circles grow until a pencil has room, or they touch."""
    enlarged = page.circles
    map_ = drawing(edition, enlarged)
    for _ in range(GROWING):
        across = 2 * map_.radius * measures(page, map_).map.width / map_.box[2] * page.scale
        if across >= CIRCLE:
            break
        drawn = map_.radius / enlarged
        enlarged = max(enlarged, min(enlarged * CIRCLE / across, _nearest(map_) / 2 / drawn))
        map_ = drawing(edition, enlarged)
    return _with_corners(page, map_) if enlarged > page.circles else map_


def _with_corners(page: Layout, map_: Drawing) -> Drawing:
    """A map with a larger frame where the paper has room, so that no marker covers a large circle."""
    width, _, room = _rooms(page)
    left, top, wide, high = map_.box
    unit = min(width / wide, room / high)
    most = 2 * (MARKER + 2 * QUIET) / unit
    more_wide, more_high = min(most, width / unit - wide), min(most, room / unit - high)
    return replace(map_, box=(left - more_wide / 2, top - more_high / 2, wide + more_wide, high + more_high))


def _nearest(map_: Drawing) -> float:
    """How far the two cities are from each other that are nearest."""
    return min(dist(one, other) for one, other in combinations(map_.places.values(), 2))


def measures(page: Layout, map_: Drawing) -> Measures:
    """The measures of a sheet: the map takes what the other parts leave, at its own proportions."""
    width, height, room = _rooms(page)
    credits_top = height - CREDITS
    ribbon_top = credits_top - RIBBON
    lower = ribbon_top - RIBBON_GAP - LOWER
    scale = min(width / map_.box[2], room / map_.box[3])
    wide, high = map_.box[2] * scale, map_.box[3] * scale
    frame = Box((width - wide) / 2, HEAD + GAP + (room - high) / 2, wide, high)
    cap = MARKER + 2 * QUIET
    ribbon = Box(cap, ribbon_top, width - 2 * cap, RIBBON)
    corners = tuple(_corner_markers(map_, frame))
    ends = ((QUIET, ribbon_top), (width - QUIET - MARKER, ribbon_top))
    return Measures(width, height, frame, lower, ribbon, credits_top, (*corners, *ends))


def _rooms(page: Layout) -> tuple[float, float, float]:
    """The width and the height of a sheet, and the height that is left for its map."""
    width = (page.width / page.columns - 2 * page.margin) / page.scale
    height = (page.height / page.rows - 2 * page.margin) / page.scale
    return width, height, height - CREDITS - RIBBON - RIBBON_GAP - LOWER - GAP - HEAD - GAP


def _corner_markers(map_: Drawing, frame: Box) -> Iterator[tuple[float, float]]:
    """In each corner of the map; one that would lie on the country slides along the frame, away from it."""
    scale = frame.width / map_.box[2]
    marks = [
        (frame.x + (x - map_.box[0]) * scale, frame.y + (y - map_.box[1]) * scale) for x, y in map_.obstacles
    ]
    inset, far = 2 * QUIET, 2 * QUIET + MARKER
    for y in (frame.y + inset, frame.y + frame.height - far):
        for x, step in ((frame.x + inset, SLIDE), (frame.x + frame.width - far, -SLIDE)):
            yield _slid(x, y, step * frame.width, marks), y


def _slid(x: float, y: float, step: float, marks: list[tuple[float, float]]) -> float:
    """The first place from `x` on that is free, within a third of the map; `x` if there is none."""
    side = MARKER + 2 * QUIET
    for number in range(int(1 / (3 * SLIDE))):
        tried = Box(x + number * step - QUIET, y - QUIET, side, side)
        if not any(tried.holds(*mark) for mark in marks):
            return x + number * step
    return x


def page_measures(page: Layout, map_: Drawing) -> dict[str, Any]:
    """Everything that is needed to read a photo of a page, in millimetres of the paper."""
    sheet = measures(page, map_)
    return {
        "layout": LAYOUT,
        "page": {"width": page.width, "height": page.height},
        "dictionary": "DICT_4X4_50",
        "marker": round(MARKER * page.scale, 3),
        "sheets": [_sheet_on_page(page, sheet, map_, position) for position in range(page.per_page)],
    }


def _sheet_on_page(page: Layout, sheet: Measures, map_: Drawing, position: int) -> dict[str, Any]:
    left = position % page.columns * page.width / page.columns + page.margin
    top = position // page.columns * page.height / page.rows + page.margin

    def on_page(x: float, y: float) -> list[float]:
        return [round(left + x * page.scale, 3), round(top + y * page.scale, 3)]

    unit = sheet.map.width / map_.box[2]
    return {
        "markers": {
            str(marker_id(position, place)): on_page(*corner) for place, corner in enumerate(sheet.markers)
        },
        "radius": round(map_.radius * unit * page.scale, 3),
        "cities": {
            city: on_page(
                sheet.map.x + (x - map_.box[0]) * unit,
                sheet.map.y + (y - map_.box[1]) * unit,
            )
            for city, (x, y) in map_.places.items()
        },
        "ribbon": {
            "from": on_page(sheet.ribbon.x, sheet.ribbon.y),
            "to": on_page(sheet.ribbon.x + sheet.ribbon.width, sheet.ribbon.y + sheet.ribbon.height),
            "numbers": list(NUMBERS),
        },
    }
