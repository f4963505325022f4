"""What stands where on a printed sheet: as the measures say, in every language, large enough for a pencil."""

import io
from itertools import combinations
from math import dist

import pytest
from PIL import Image

from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition
from tumbletrip.dicetrip.numbers import NUMBERS
from tumbletrip.sheets.markers import CELLS, PATTERNS, is_black, marker_id
from tumbletrip.sheets.pads import pad, pad_measures
from tumbletrip.sheets.papers import PAPERS, PER_PAGE
from tumbletrip.sheets.press import PREVIEW_PPI, print_pictures

PIXELS = PREVIEW_PPI / 25.4  # of a millimetre
DARK = 128
EVERY_PAGE = [(name, paper, per_page) for name in EDITION_NAMES for paper in PAPERS for per_page in PER_PAGE]


def page(name: str, paper: str, per_page: int, language: str) -> Image.Image:
    """A full page as a grey picture."""
    job = pad(builtin_edition(name), paper=paper, per_page=per_page, copies=per_page, language=language)
    return Image.open(io.BytesIO(print_pictures(job)[0])).convert("L")


def is_dark(picture: Image.Image, x: float, y: float) -> bool:
    """Whether a picture is dark at a point of the paper."""
    grey = picture.getpixel((round(x * PIXELS), round(y * PIXELS)))
    assert isinstance(grey, int | float)
    return grey < DARK


@pytest.mark.parametrize(("name", "paper", "per_page"), EVERY_PAGE)
def test_a_circle_has_room_for_a_number_by_hand(name: str, paper: str, per_page: int) -> None:
    found = pad_measures(builtin_edition(name), paper=paper, per_page=per_page)
    assert 2 * found["sheets"][0]["radius"] >= 6


@pytest.mark.parametrize(("name", "paper", "per_page"), EVERY_PAGE)
def test_circles_do_not_overlap(name: str, paper: str, per_page: int) -> None:
    sheet = pad_measures(builtin_edition(name), paper=paper, per_page=per_page)["sheets"][0]
    nearest = min(dist(*pair) for pair in combinations(sheet["cities"].values(), 2))
    assert nearest >= 2 * sheet["radius"] - 0.01


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "paper", "per_page"), [("france", "a4", 1), ("germany", "letter", 4)])
def test_markers_and_cities_are_where_the_measures_say(
    name: str, paper: str, per_page: int, language: str
) -> None:
    found = pad_measures(builtin_edition(name), paper=paper, per_page=per_page)
    picture = page(name, paper, per_page, language)
    cell = found["marker"] / CELLS
    for position, sheet in enumerate(found["sheets"]):
        assert [int(marker) for marker in sheet["markers"]] == [marker_id(position, n) for n in range(6)]
        for marker, (x, y) in sheet["markers"].items():
            seen = [
                is_dark(picture, x + (column + 0.5) * cell, y + (row + 0.5) * cell)
                for row in range(CELLS)
                for column in range(CELLS)
            ]
            assert seen == [is_black(int(marker), n // CELLS, n % CELLS) for n in range(CELLS**2)]
        for x, y in sheet["cities"].values():
            around = [is_dark(picture, x + dx * sheet["radius"], y) for dx in (-0.4, 0, 0.4)]
            assert around == [False] * 3  # white paper for the pencil


@pytest.mark.parametrize(("name", "paper", "per_page"), EVERY_PAGE)
def test_no_marker_lies_on_a_city_or_leaves_the_page(name: str, paper: str, per_page: int) -> None:
    found = pad_measures(builtin_edition(name), paper=paper, per_page=per_page)
    for sheet in found["sheets"]:
        for left, top in sheet["markers"].values():
            assert 0 < left < left + found["marker"] < found["page"]["width"]
            assert 0 < top < top + found["marker"] < found["page"]["height"]
            for x, y in sheet["cities"].values():
                nearest = (
                    min(max(x, left), left + found["marker"]) - x,
                    min(max(y, top), top + found["marker"]) - y,
                )
                assert nearest[0] ** 2 + nearest[1] ** 2 > sheet["radius"] ** 2


def test_DT12_the_ribbon_is_measured_with_all_its_numbers() -> None:
    ribbon = pad_measures(builtin_edition("france"))["sheets"][0]["ribbon"]
    assert ribbon["numbers"] == list(NUMBERS)
    assert ribbon["to"][0] - ribbon["from"][0] > 36 * 4  # millimetres


def test_all_markers_of_a_page_differ_however_it_is_turned() -> None:
    def turned(pattern: int) -> set[int]:
        rows = [[pattern >> (15 - 4 * row - column) & 1 for column in range(4)] for row in range(4)]
        found = set()
        for _ in range(4):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]
            found.add(int("".join(str(bit) for row in rows for bit in row), 2))
        return found

    seen: set[int] = set()
    for pattern in (pattern for sheet in PATTERNS for pattern in sheet):
        assert not seen & turned(pattern)
        seen |= turned(pattern)
