"""Draws a finished Dice Trip sheet as an SVG: `python docs/pictures/make_map.py RECORD > picture.svg`.

Everything on the picture comes from the record and from the drawing fields of its edition.
"""

import sys
from collections.abc import Collection, Iterator, Mapping
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from tumbletrip.core.texts import say
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.editions import City
from tumbletrip.dicetrip.notation.records import parse_record
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.scoring import Score, score
from tumbletrip.dicetrip.sheet import CROSSED, Sheet, Written

FONTS = "system-ui, sans-serif"
INK, SEA, LAND, PAPER = "#22303f", "#cfe3ec", "#efebe3", "#fffdf8"
ZONES = ("#f6e5bd", "#d8e8cf", "#e7dbec")
ROAD, SERIES, CROSS = "#e8701a", "#b5308c", "#b3261e"
STRIP = 78  # the height of the score below the map
BADGES = {  # each colour has a shape of its own, for those who do not see the colour
    "triangle": "M0 -5.5L5.2 3.8H-5.2Z",
    "square": "M-4.2 -4.2H4.2V4.2H-4.2Z",
    "diamond": "M0 -5.6L5.6 0L0 5.6L-5.6 0Z",
    "circle": "M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0Z",
}
STYLE = f"""
text {{ font-family: {FONTS}; fill: {INK}; }}
.name {{ font-weight: 600; paint-order: stroke; stroke: {PAPER}; stroke-width: 5; stroke-linejoin: round; }}
.number {{ font-weight: 700; font-size: 22px; text-anchor: middle; }}
.zone {{ font-weight: 700; letter-spacing: 4px; text-anchor: middle; opacity: .28; }}
.title {{ font-weight: 700; letter-spacing: 5px; text-anchor: middle; fill: #2c5670; }}
.road {{ stroke: {INK}; stroke-width: 4.5; stroke-dasharray: 11 7; }}
.ferry {{ stroke: {INK}; stroke-width: 4.5; stroke-dasharray: 0 10; stroke-linecap: round; }}
.border {{ stroke: #8d8272; stroke-width: 3; stroke-dasharray: 0 7; stroke-linecap: round; }}
.plain {{ fill: #fff; stroke: {INK}; stroke-width: 3; }}
.frame {{ fill: none; stroke: {INK}; stroke-width: 3; }}
.points {{ font-weight: 700; font-size: 30px; text-anchor: middle; }}
.line {{ font-size: 16px; text-anchor: middle; }}
"""


def picture(sheet: Sheet) -> str:
    """The sheet as an SVG document."""
    board = sheet.edition.document
    left, top, width, height = board["viewbox"]
    whole = height + STRIP
    counted = score(sheet)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {whole}" role="img">',
        f"<title>{escape(f'{sheet.edition.name()}: {counted.total} points')}</title>",
        f"<style>{STYLE}</style>",
        f'<clipPath id="card"><rect width="{width}" height="{whole}" rx="26"/></clipPath>',
        '<g clip-path="url(#card)" fill="none" stroke-linejoin="round">',
        *_country(board),
        *_roads(sheet),
        *_glow(sheet, set(pairwise(counted.road)) - set(pairwise(counted.series)), ROAD),
        *_glow(sheet, set(pairwise(counted.series)), SERIES),
        *(part for city in sheet.edition.cities for part in _city(sheet, city, counted)),
        *_count(counted, width, top + height),
        "</g>",
        f'<rect class="frame" x="1.5" y="1.5" width="{width - 3}" height="{whole - 3}" rx="25"/>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _country(board: Mapping[str, Any]) -> Iterator[str]:
    """The sea, the neighbours, and the three zones with their names."""
    yield f'<rect width="100%" height="100%" fill="{SEA}"/>'
    for stroke_width, colour in ((44, "#c3dce8"), (26, "#b5d3e2"), (12, "#a5c9db")):
        yield f'<path d="{board["outline"]}" stroke="{colour}" stroke-width="{stroke_width}"/>'
    for path in board["context"].values():
        yield f'<path d="{path}" fill="{LAND}" stroke="#fff" stroke-width="2"/>'
    for zone, colour in zip(board["zones"], ZONES, strict=True):
        yield f'<path d="{zone["polygon"]}" fill="{colour}" fill-rule="evenodd"/>'
    for path in board["zoneBorders"]:
        yield f'<path d="{path}" stroke="#fff" stroke-width="6"/>'
        yield f'<path d="{path}" class="border"/>'
    yield f'<path d="{board["outline"]}" stroke="{INK}" stroke-width="3"/>'
    title = board["titleSpot"]
    yield _text(board["name"]["en"].upper(), title["x"], title["y"], 'class="title" font-size="42"')
    for zone in board["zones"]:
        spot = zone["abbrLabel"]
        yield _text(zone["abbr"]["en"].upper(), spot["x"], spot["y"], 'class="zone" font-size="30"')


def _roads(sheet: Sheet) -> Iterator[str]:
    ferries = sheet.edition.document.get("ferries", [])
    for road in sheet.edition.roads:
        yield _line(sheet, *road, f'stroke="{PAPER}" stroke-width="10" stroke-linecap="round"')
        yield _line(sheet, *road, f'class="{"ferry" if list(road) in ferries else "road"}"')


def _glow(sheet: Sheet, legs: Collection[tuple[str, str]], colour: str) -> Iterator[str]:
    """Roads in light: wide and faint first, then narrower and brighter."""
    for stroke_width, opacity in ((28, 0.14), (19, 0.26), (9, 1)):
        style = f'stroke="{colour}" stroke-width="{stroke_width}" stroke-linecap="round" opacity="{opacity}"'
        yield from (_line(sheet, *leg, style) for leg in sorted(legs))


def _line(sheet: Sheet, one: str, other: str, style: str) -> str:
    start, end = sheet.edition.by_id[one], sheet.edition.by_id[other]
    return f'<path d="M{start.x} {start.y}L{end.x} {end.y}" {style}/>'


def _city(sheet: Sheet, city: City, counted: Score) -> Iterator[str]:
    board = sheet.edition.document
    radius = board["cityRadius"]
    if city.colour:
        look = board["colours"][COLOURS.index(city.colour)]
        yield f'<circle cx="{city.x}" cy="{city.y}" r="{radius + 3}" fill="{look["hex"]}" stroke="{INK}"/>'
        yield f'<circle cx="{city.x}" cy="{city.y}" r="{radius - 4}" fill="#fff"/>'
        yield f'<g transform="translate({city.x + 18} {city.y - 18})" stroke="#fff" stroke-width="1.5">'
        yield f'<circle r="9.5" fill="{look["hex"]}"/>'
        yield f'<path d="{BADGES[look["symbol"]]}" fill="#fff" stroke="none"/></g>'
    else:
        yield f'<circle cx="{city.x}" cy="{city.y}" r="{radius}" class="plain"/>'
    yield from _mark(sheet, city, counted)
    yield from _name(city, next(entry for entry in board["cities"] if entry["id"] == city.id)["label"])


def _mark(sheet: Sheet, city: City, counted: Score) -> Iterator[str]:
    """The number, underlined if it earned a bonus point; or the cross."""
    match sheet.marks.get(city.id):
        case Written(number):
            bonus = city.id in {paid.city for paid in counted.bonus_cities}
            underline = ' text-decoration="underline"' if bonus else ""
            yield _text(str(number), city.x, city.y + 7.7, f'class="number"{underline}')
        case mark if mark == CROSSED:
            arms = f"M{city.x - 11} {city.y - 11}l22 22m0 -22l-22 22"
            yield f'<path d="{arms}" stroke="{CROSS}" stroke-width="6" stroke-linecap="round"/>'


def _name(city: City, label: Mapping[str, Any]) -> Iterator[str]:
    style = f'class="name" font-size="21" text-anchor="{label["anchor"]}"'
    for place, line in enumerate(label.get("lines", [city.name])):
        yield _text(line, round(city.x + label["dx"], 1), round(city.y + label["dy"] + 21 * place, 1), style)


def _count(counted: Score, width: float, top: float) -> Iterator[str]:
    """The score on a strip of paper below the map, points above their names."""
    lines = {
        "bonus": counted.bonus,
        "crossed": counted.crossed,
        "road": counted.road_points,
        "series": counted.series_points,
        "zones": counted.zones,
        "total": counted.total,
    }
    colours = {"road": ROAD, "series": SERIES, "crossed": CROSS}
    yield f'<rect y="{top}" width="{width}" height="{STRIP}" fill="{PAPER}"/>'
    yield f'<path d="M0 {top}H{width}" stroke="{INK}" stroke-width="3"/>'
    for place, (line, points) in enumerate(lines.items()):
        x = round(width * (place + 0.5) / len(lines), 1)
        shown = f"{points:+}".replace("-", "−") if points and line != "total" else str(points)
        yield _text(shown, x, top + 37, f'class="points" style="fill: {colours.get(line, INK)}"')
        yield _text(say(f"score.{line}"), x, top + 61, 'class="line"')


def _text(words: str, x: float, y: float, style: str) -> str:
    return f'<text x="{x}" y="{y}" {style}>{escape(words)}</text>'


def main() -> None:
    """Draw the first player's sheet of the record named on the command line."""
    record = parse_record(Path(sys.argv[1]).read_text("utf-8"))
    sys.stdout.write(picture(replay(record).final.sheets[0]))


if __name__ == "__main__":
    main()
