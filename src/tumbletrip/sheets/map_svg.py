"""A map's shapes as SVG, without words: hatched zones and dashed roads below the names, cities above.

Greys and hatches only, so that a photocopy stays readable; the eight coloured cities have a shape as well.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from tumbletrip.dicetrip.dice import Colour
from tumbletrip.dicetrip.scoring import Score
from tumbletrip.dicetrip.sheet import CROSSED, Sheet
from tumbletrip.sheets.drawing import Drawing

INK: Final = "#1d1d1b"
PENCIL: Final = "#37424f"
SEA, ABROAD, PAPER = "#ececec", "#f8f8f8", "#ffffff"
GLOW: Final = "#b9c4cf"  # under the longest road: wide and light, as with the side of a pencil
HATCHES: Final = (  # tiles of 14 units: dots, nothing but paper, slanting lines
    '<circle cx="3.5" cy="3.5" r="1.5" fill="#b5b5b5"/><circle cx="10.5" cy="10.5" r="1.5" fill="#b5b5b5"/>',
    "",
    '<path d="M-3 3L3 -3M-3 17L17 -3M11 17L17 11" stroke="#bdbdbd" stroke-width="1.5"/>',
)
SHAPES: Final = {  # around the origin; each colour has one, for those who do not see the colour
    Colour.RED: "M0 -14L13.5 10H-13.5Z",
    Colour.BLUE: "M-11 -11H11V11H-11Z",
    Colour.GREEN: "M0 -15L15 0L0 15L-15 0Z",
    Colour.YELLOW: "M-12.5 0a12.5 12.5 0 1 0 25 0a12.5 12.5 0 1 0 -25 0Z",
}
BADGE: Final = 0.95  # of the radius, to the right of a city's centre and above it


def ground_svg(map_: Drawing, counted: Score | None = None) -> str:
    """The country and its roads; under a counted sheet also the trail of its longest road."""
    left, top, width, height = map_.box
    frame = f'x="{left + 1}" y="{top + 1}" width="{width - 2}" height="{height - 2}" rx="17"'
    return _svg(
        map_,
        [
            "<defs>",
            *_patterns(),
            f'<clipPath id="card"><rect {frame}/></clipPath></defs>',
            '<g clip-path="url(#card)" fill="none" stroke-linejoin="round">',
            *_country(map_),
            *_casings(map_),
            *(_trail(map_, counted) if counted else ()),
            *_roads(map_),
            f'</g><rect {frame} fill="none" stroke="{INK}" stroke-width="2"/>',
        ],
    )


def cities_svg(map_: Drawing, sheet: Sheet | None = None) -> str:
    """The cities; those of a filled sheet with its crosses."""
    return _svg(map_, [*_cities(map_), *(_crosses(map_, sheet) if sheet else ())])


def _svg(map_: Drawing, parts: Iterable[str]) -> str:
    left, top, width, height = map_.box
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}"'
    return f'{opening} width="{width}" height="{height}">{"".join(parts)}</svg>'


def _patterns() -> Iterator[str]:
    for place, tile in enumerate(HATCHES):
        size = 'width="14" height="14" patternUnits="userSpaceOnUse"'
        yield f'<pattern id="zone{place}" {size}>{tile}</pattern>'


def _country(map_: Drawing) -> Iterator[str]:
    left, top, width, height = map_.box
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{SEA}"/>'
    for path in map_.neighbours:
        yield f'<path d="{path}" fill="{ABROAD}" stroke="#d5d5d5" stroke-width="1.5"/>'
    for place, path in enumerate(map_.zones):
        yield f'<path d="{path}" fill="{PAPER}"/>'
        if HATCHES[place]:
            yield f'<path d="{path}" fill="url(#zone{place})"/>'
    for path in map_.borders:
        yield f'<path d="{path}" stroke="{PAPER}" stroke-width="8"/>'
        dots = 'stroke="#555" stroke-width="3" stroke-dasharray="0 7" stroke-linecap="round"'
        yield f'<path d="{path}" {dots}/>'
    if map_.outline:
        yield f'<path d="{map_.outline}" stroke="{INK}" stroke-width="2.4"/>'


def _casings(map_: Drawing) -> Iterator[str]:
    """Paper on both sides of each road, so that no hatch touches it."""
    for road in map_.edition.roads:
        yield _line(map_, road, f'stroke="{PAPER}" stroke-width="11" stroke-linecap="round"')


def _roads(map_: Drawing) -> Iterator[str]:
    for road in map_.edition.roads:
        is_ferry = frozenset(road) in map_.ferries
        dashes = '"0 9" stroke-linecap="round"' if is_ferry else '"11 7"'
        yield _line(map_, road, f'stroke="{INK}" stroke-width="4" stroke-dasharray={dashes}')


def _trail(map_: Drawing, counted: Score) -> Iterator[str]:
    """The longest road, and on it or beside it the series in a darker tone."""
    yield from _trace(map_, counted.road, f'stroke="{GLOW}" stroke-width="26"')
    if counted.series_points:
        yield from _trace(map_, counted.series, 'stroke="#8794a1" stroke-width="13"')


def _trace(map_: Drawing, chain: Sequence[str], style: str) -> Iterable[str]:
    return (_line(map_, leg, f'{style} stroke-linecap="round"') for leg in pairwise(chain))


def _line(map_: Drawing, road: tuple[str, str], style: str) -> str:
    (x1, y1), (x2, y2) = (map_.places[city] for city in road)
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" fill="none" {style}/>'


def _cities(map_: Drawing) -> Iterator[str]:
    for city in map_.edition.cities:
        x, y = map_.places[city.id]
        place = f'cx="{x}" cy="{y}"'
        if city.colour is None:
            yield f'<circle {place} r="{map_.radius}" fill="{PAPER}" stroke="{INK}" stroke-width="2.6"/>'
            continue
        ink = map_.inks[city.colour]
        yield f'<circle {place} r="{map_.radius + 3}" fill="{ink}" stroke="{INK}" stroke-width="2.4"/>'
        yield f'<circle {place} r="{map_.radius - 3}" fill="{PAPER}" stroke="{INK}" stroke-width="1.2"/>'
        yield (
            f'<path transform="{badge_place(map_, city.id)}" d="{SHAPES[city.colour]}" fill="{ink}"'
            f' stroke="{PAPER}" stroke-width="5" paint-order="stroke" stroke-linejoin="round"/>'
        )


def badge_place(map_: Drawing, city: str) -> str:
    """Where the shape of a coloured city stands, as an SVG transform."""
    x, y = map_.places[city]
    return f"translate({x + BADGE * map_.radius:.1f} {y - BADGE * map_.radius:.1f})"


def _crosses(map_: Drawing, sheet: Sheet) -> Iterator[str]:
    arm = 0.55 * map_.radius
    for city, mark in sheet.marks.items():
        if mark == CROSSED:
            x, y = map_.places[city]
            yield (
                f'<path transform="translate({x} {y}) rotate({tilt(city)})" fill="none" stroke="{PENCIL}"'
                f' stroke-width="4.4" stroke-linecap="round" d="M{-arm} {-arm * 1.1}C{-arm / 3} {-arm / 2}'
                f" {arm / 3} {arm / 3} {arm} {arm}M{arm} {-arm}C{arm / 2} {-arm / 3} {-arm / 3} {arm / 4}"
                f' {-arm} {arm * 1.1}"/>'
            )


def tilt(city: str) -> int:
    """A small angle that always is the same for a city: nobody writes quite straight."""
    total = 0
    for character in city:
        total = (total * 31 + ord(character)) % 997
    return total % 15 - 7
