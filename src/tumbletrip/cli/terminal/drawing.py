"""A sheet drawn in the terminal: roads in dots, cities with their numbers, the longest road in colour."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from rich.text import Text

from tumbletrip.dicetrip.dice import Colour, Roll
from tumbletrip.dicetrip.editions import City, CityId, Edition
from tumbletrip.dicetrip.scoring import longest_road
from tumbletrip.dicetrip.sheet import Sheet, Written

SYMBOLS = {Colour.RED: "▲", Colour.BLUE: "■", Colour.GREEN: "◆", Colour.YELLOW: "●"}
STYLES = {
    Colour.RED: "bold red",
    Colour.BLUE: "bold blue",
    Colour.GREEN: "bold green",
    Colour.YELLOW: "bold yellow",
}
ROAD_STYLE, BEST_ROAD_STYLE, CROSSED_STYLE, WRITTEN_STYLE = "dim", "bold magenta", "red", "bold"
SIDE_MARGIN = 12  # columns left and right of the outermost cities, room for their names
THINNEST = 1e-6  # a board may have all its cities on one line
MAX_ROWS = 34  # a tall country is pressed a little, so that map, dice and question fit on a screen

# A Braille character is a grid of 2 × 4 dots; these are the bits of its columns, from the top.
BRAILLE = 0x2800
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


@dataclass
class Canvas:
    """Characters with styles, and dots that fill the characters nobody wrote on."""

    width: int
    height: int

    def __post_init__(self) -> None:
        """Start blank."""
        self._dots: dict[tuple[int, int], int] = {}
        self._dot_styles: dict[tuple[int, int], str] = {}
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def dot(self, x: int, y: int, style: str) -> None:
        """Set one of the 2 × 4 dots of a character."""
        cell = (x // 2, y // 4)
        self._dots[cell] = self._dots.get(cell, 0) | DOTS[x % 2][y % 4]
        self._dot_styles[cell] = style

    def write(self, column: int, row: int, text: str, style: str) -> None:
        """Write over the dots."""
        for offset, sign in enumerate(text):
            self._cells[column + offset, row] = (sign, style)

    def is_free(self, column: int, row: int, length: int) -> bool:
        """Whether nothing is written there and it lies on the canvas."""
        inside = column >= 0 and column + length <= self.width and 0 <= row < self.height
        return inside and not any((column + offset, row) in self._cells for offset in range(length))

    def dots_under(self, column: int, row: int, length: int) -> int:
        """How many characters with dots a text there would hide."""
        return sum((column + offset, row) in self._dots for offset in range(length))

    def text(self) -> Text:
        """The drawing, without blanks at the line ends."""
        lines = [self._line(row) for row in range(self.height)]
        return Text("\n").join(lines)

    def _line(self, row: int) -> Text:
        line = Text()
        for column in range(self.width):
            sign, style = self._sign((column, row))
            line.append(sign, style)
        line.rstrip()
        return line

    def _sign(self, cell: tuple[int, int]) -> tuple[str, str]:
        if cell in self._cells:
            return self._cells[cell]
        if cell in self._dots:
            return chr(BRAILLE + self._dots[cell]), self._dot_styles[cell]
        return " ", ""


def draw_sheet(sheet: Sheet, width: int = 78) -> Text:
    """The map of a sheet with its longest road."""
    edition = sheet.edition
    scale = _Scale(edition, width)
    canvas = Canvas(width, scale.rows)
    best = _steps(longest_road(sheet))
    for road in sorted(edition.roads, key=lambda road: frozenset(road) in best):
        style = BEST_ROAD_STYLE if frozenset(road) in best else ROAD_STYLE
        _draw_road(canvas, scale, edition, road, style)
    for city in edition.cities:
        column, row = scale.cell(city)
        text, style = _node(sheet, city)
        canvas.write(column - 1, row, text, style)
    for city in edition.cities:
        _draw_name(canvas, scale.cell(city), city)
    return canvas.text()


class _Scale:
    """Turns the coordinates of an edition into dots and characters."""

    def __init__(self, edition: Edition, width: int) -> None:
        xs, ys = [city.x for city in edition.cities], [city.y for city in edition.cities]
        self._left, self._top = min(xs), min(ys)
        breadth, height = max(max(xs) - min(xs), THINNEST), max(max(ys) - min(ys), THINNEST)
        self._across = 2 * (width - 2 * SIDE_MARGIN) / breadth
        self._down = min(self._across, 4 * MAX_ROWS / height)
        self.rows = int(height * self._down) // 4 + 1

    def dot(self, city: City) -> tuple[float, float]:
        return (
            2 * SIDE_MARGIN + (city.x - self._left) * self._across,
            (city.y - self._top) * self._down,
        )

    def cell(self, city: City) -> tuple[int, int]:
        x, y = self.dot(city)
        return int(x) // 2, min(int(y) // 4, self.rows - 1)


def _steps(road: tuple[CityId, ...]) -> set[frozenset[CityId]]:
    return {frozenset(step) for step in pairwise(road)}


def _draw_road(
    canvas: Canvas, scale: _Scale, edition: Edition, road: tuple[CityId, CityId], style: str
) -> None:
    (x1, y1), (x2, y2) = (scale.dot(edition.by_id[end]) for end in road)
    steps = max(int(abs(x2 - x1)), int(abs(y2 - y1)), 1)
    spacing = 1 if style == BEST_ROAD_STYLE else 3  # other roads are dotted, also without colours
    for step in range(0, steps + 1, spacing):
        share = step / steps
        canvas.dot(int(x1 + share * (x2 - x1)), int(y1 + share * (y2 - y1)), style)


def _node(sheet: Sheet, city: City) -> tuple[str, str]:
    """Three characters: the colour's sign, if any, and the number, a cross or a ring."""
    sign = SYMBOLS[city.colour] if city.colour else " "
    style = STYLES[city.colour] if city.colour else WRITTEN_STYLE
    mark = sheet.marks.get(city.id)
    if isinstance(mark, Written):
        return f"{sign}{mark.number}", style
    if mark is not None:
        return f"{sign}╳╳", CROSSED_STYLE
    return f"{sign}()", style


def _draw_name(canvas: Canvas, cell: tuple[int, int], city: City) -> None:
    """Put the name where it hides least: right, left, below or above its city."""
    column, row = cell
    length = len(city.name)
    spots = [
        (column + 3, row),
        (column - 2 - length, row),
        (column - length // 2, row + 1),
        (column - length // 2, row - 1),
    ]
    free = [spot for spot in spots if canvas.is_free(*spot, length)]
    if free:
        left, line = min(free, key=lambda spot: canvas.dots_under(spot[0], spot[1], length))
        canvas.write(left, line, city.name, STYLES[city.colour] if city.colour else "")


def draw_roll(roll: Roll) -> Text:
    """The four dice with sign, letter and digit."""
    return Text("  ").join(
        Text(f"{SYMBOLS[colour]} {colour.letter}{roll.shows(colour)}", STYLES[colour]) for colour in Colour
    )


def draw_path(sheet: Sheet, cities: Iterable[CityId]) -> str:
    """A road or series as text: `Caen 11 – Amiens 12`."""
    numbers = sheet.numbers
    return " – ".join(f"{sheet.edition.by_id[city].name} {numbers[city]}" for city in cities)
