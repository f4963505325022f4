"""A board as one SVG picture: plain, or with what games on it have shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from tumbletrip.dicetrip.editions import Edition
from tumbletrip.sheets.drawing import Drawing, Spot, drawing

INK, SEA, ABROAD, PAPER = "#22303f", "#cfe3ec", "#efebe3", "#fffdf8"
ZONES = ("#f6e5bd", "#d8e8cf", "#e7dbec")
UNUSED = "#b3261e"
NAME_SIZE = 21


@dataclass(frozen=True, slots=True)
class Shown:
    """What is drawn upon a board: a word in each circle, how full it is, how much a road is used."""

    words: Mapping[str, str] = field(default_factory=dict)
    fullness: Mapping[str, float] = field(default_factory=dict)  # 0 to 1
    roads: Mapping[tuple[str, str], float] = field(default_factory=dict)  # 0 to 1


def picture(edition: Edition, shown: Shown | None = None, grown: float = 1.0) -> str:
    """The picture; circles and names can be drawn as large as on a phone."""
    map_ = drawing(edition)
    shown = shown or Shown()
    left, top, width, height = _box(edition, map_)
    view = f'viewBox="{left} {top} {width} {height}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {view} role="img" fill="none">',
            f"<title>{escape(edition.name())}</title>",
            f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{SEA}"/>',
            *_land(map_),
            *_roads(map_, shown),
            *(part for city in edition.cities for part in _city(map_, city.id, shown, grown)),
            "</svg>\n",
        )
    )


def _box(edition: Edition, map_: Drawing) -> tuple[float, float, float, float]:
    """The whole sheet where a file says how large it is."""
    whole = edition.document.get("viewbox")
    return tuple(whole) if whole else map_.box


def _land(map_: Drawing) -> Iterator[str]:
    for path in map_.neighbours:
        yield f'<path d="{path}" fill="{ABROAD}" stroke="#fff" stroke-width="2"/>'
    for path, colour in zip(map_.zones, ZONES, strict=True):
        yield f'<path d="{path}" fill="{colour}"/>'
    for path in map_.borders:
        dots = 'stroke="#8d8272" stroke-width="3" stroke-dasharray="0 7" stroke-linecap="round"'
        yield f'<path d="{path}" {dots}/>'
    yield f'<path d="{map_.outline}" stroke="{INK}" stroke-width="2.4" stroke-linejoin="round"/>'
    for spot, zone in zip(map_.zone_spots, map_.edition.document["zones"], strict=True):
        word = escape(str(zone.get("abbr", {}).get("en", zone["id"])))
        yield _text(spot.x, spot.y, word, 38, 'text-anchor="middle" opacity=".35"')


def _roads(map_: Drawing, shown: Shown) -> Iterator[str]:
    for one, other in map_.edition.roads:
        (x1, y1), (x2, y2) = map_.places[one], map_.places[other]
        line = f'd="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"'
        used = shown.roads.get((one, other))
        if used is not None:
            colour = UNUSED if used == 0 else "#e8701a"
            style = f'stroke="{colour}" stroke-width="{5 + 26 * used:.1f}" opacity=".55"'
            yield f'<path {line} {style} stroke-linecap="round"/>'
        dashes = '"0 10" stroke-linecap="round"' if frozenset((one, other)) in map_.ferries else '"11 7"'
        yield f'<path {line} stroke="{INK}" stroke-width="4" stroke-dasharray={dashes}/>'


def _city(map_: Drawing, city: str, shown: Shown, grown: float) -> Iterator[str]:
    x, y = map_.places[city]
    entry = map_.edition.by_id[city]
    radius = map_.radius * grown
    full = shown.fullness.get(city, 0.0)
    ink = map_.inks[entry.colour] if entry.colour else INK
    rim = f'stroke="{ink}" stroke-width="{7 if entry.colour else 3}"'
    yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{PAPER}" {rim}/>'
    if full:
        yield f'<circle cx="{x}" cy="{y}" r="{radius - 4:.1f}" fill="{UNUSED}" opacity="{full:.2f}"/>'
    if city in shown.words:
        yield _text(x, y + 6, escape(shown.words[city]), 17, 'text-anchor="middle"')
    spot = map_.labels[city]
    yield from _name(spot, (x, y), grown)


def _name(spot: Spot, place: tuple[float, float], grown: float) -> Iterator[str]:
    halo = f'stroke="{PAPER}" stroke-width="5" paint-order="stroke" stroke-linejoin="round"'
    size = NAME_SIZE * grown
    x = place[0] + (spot.x - place[0]) * grown
    y = place[1] + (spot.y - place[1]) * grown
    for number, line in enumerate(spot.lines):
        yield _text(x, y + number * size, escape(line), size, f'text-anchor="{spot.anchor}" {halo}')


def _text(x: float, y: float, words: str, size: float, style: Any) -> str:
    font = f'font-family="Fira Sans, system-ui, sans-serif" font-weight="600" font-size="{size:.1f}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {font} fill="{INK}" {style}>{words}</text>'
