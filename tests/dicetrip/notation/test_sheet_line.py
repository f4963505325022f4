"""A sheet in one line: what is written can be read, and what cannot be read is refused with its place."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.boards import grid_document, save_board, shuffled
from tests.kit.dicetrip.generators import editions, names, rolls, seeds, sheets
from tests.kit.mangling import mangled
from tests.kit.spoken import assert_spoken
from tumbletrip.core.errors import InputError, Unreadable
from tumbletrip.core.words import Word, quote_if_needed, unquote, words_of
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import Edition, builtin_edition, find_edition
from tumbletrip.dicetrip.notation.sheet_line import format_roll, format_sheet, parse_roll, parse_sheet
from tumbletrip.dicetrip.sheet import CROSSED, Sheet, Written

EMPTY = " ".join([".."] * 25)
DOCUMENTED = "france .. .. 22 33 .. 15* 16 .. 31 51* 66 .. xx" + " .." * 11 + " 45 | reroll - | 5 | tens 5"


def test_the_line_in_the_documentation_says_what_it_says() -> None:
    sheet = parse_sheet(DOCUMENTED)
    assert sheet.marks["nancy"] == Written(15, in_colour=True)
    assert sheet.marks["marseille"] == CROSSED
    assert (sheet.may_reroll, sheet.may_double, sheet.round) == (True, False, 5)
    assert (sheet.tens_variant, sheet.tens_bonus) == (True, 5)
    assert DOCUMENTED in Path("docs/rules/notation.md").read_text("utf-8")


@settings(max_examples=300)
@given(sheets())
def test_a_sheet_written_and_read_is_the_same_sheet(sheet: Sheet) -> None:
    line = format_sheet(sheet)
    assert parse_sheet(line) == sheet
    assert format_sheet(parse_sheet(line)) == line


@settings(max_examples=50)
@given(editions, seeds, st.data())
def test_a_sheet_of_a_board_of_ones_own_is_the_same_sheet(
    edition: Edition, seed: int, data: st.DataObject
) -> None:
    own = shuffled(edition, seed)[0]
    sheet = data.draw(sheets(on=own))
    assert parse_sheet(format_sheet(sheet), lambda _: own) == sheet


def test_the_path_of_a_board_is_quoted_when_it_has_spaces(tmp_path: Path) -> None:
    own = find_edition(str(save_board(tmp_path, grid_document())))
    line = format_sheet(Sheet(own))
    assert line.startswith('"')
    assert parse_sheet(line, find_edition) == Sheet(own)


@given(names)
def test_any_word_can_be_quoted(word: str) -> None:
    quoted = words_of(quote_if_needed(word))
    assert [unquote(part) for part in quoted] == [word]


@given(rolls)
def test_a_roll_written_and_read_is_the_same_roll(roll: Roll) -> None:
    assert parse_roll(format_roll(roll)) == roll


def test_more_spaces_and_windows_line_ends_are_forgiven() -> None:
    assert parse_sheet(f"  france   {EMPTY}  |  -   -  | 1 \r") == parse_sheet(f"france {EMPTY} | - - | 1")


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("", 1),
        ("atlantis", 1),
        ("france.json", 1),
        ("france", 7),
        ("france .. 17", 11),
        ("france .. 70", 11),
        ("france .. 1", 11),
        ("france .. 111", 11),
        ("france .. ٤٢", 11),
        ("france .. x", 11),
        ("france 15* 15", 12),
        ("france 11 11", 11),
        ("france .. 15*", 11),  # Amiens has no colour
        ("france .. 15**", 11),
        (f"france {EMPTY} ..", 83),
        (f"france {EMPTY} | double -", 85),
        (f"france {EMPTY} | reroll", 91),
        (f"france {EMPTY} | - - | 2", 91),
        (f"france {EMPTY} | - - | one", 91),
        (f"france {EMPTY} | - - | 1 | ones", 95),
        (f"france {EMPTY} | - - | 1 | tens x", 100),
        (f"france {EMPTY} | - - | 1 | tens 9", 100),
        (f"france {EMPTY} | - - | 1 | tens -1", 100),
        (f"france {EMPTY} | - - | 1 | tens 3", 100),  # DT14: none of the six is there
        (DOCUMENTED.replace("tens 5", "tens 4"), 107),  # five are empty even now
        (DOCUMENTED.replace("tens 5", "tens 8"), 107),  # 15 stands in a coloured city only
        (f"{DOCUMENTED} 4", 109),
        (f'"france {EMPTY}', 1),
        (f'"\\ud800" {EMPTY}', 1),
        (f'"\\x" {EMPTY}', 1),
    ],
)
def test_a_line_that_is_no_sheet_is_refused_with_its_place(line: str, column: int) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_sheet(line, line=7)
    assert (caught.value.line, caught.value.column) == (7, column)
    assert_spoken(caught.value)
    assert str(caught.value).startswith(f"Line 7, column {column}: ")


@pytest.mark.parametrize(
    "text", ["", "r1 b2 g3", "r1 b2 y4 g3", "r1 b2 g3 y4 y4", "r0 b2 g3 y4", "r1 b2 g3 y٤"]
)
def test_four_dice_in_the_order_of_their_colours_are_a_roll(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_roll(text)


@settings(max_examples=300)
@given(st.text())
@example("france " + ".. " * 25 + "| - - | 1 | tens " + "9" * 5000)
@example("\x00.json")
@example('"\\u0000.json"')
@example("\ud800")
def test_arbitrary_text_is_a_sheet_or_unreadable(text: str) -> None:
    try:
        parse_sheet(text, find_edition)
    except InputError as error:
        assert_spoken(error)


@settings(max_examples=300)
@given(sheets(), st.randoms(use_true_random=False))
def test_a_sheet_with_a_slip_of_the_pen_is_a_sheet_or_unreadable(sheet: Sheet, rng: Random) -> None:
    try:
        read = parse_sheet(mangled(format_sheet(sheet), rng))
    except InputError as error:
        assert_spoken(error)
    else:
        assert parse_sheet(format_sheet(read)) == read


def test_an_error_points_at_its_word() -> None:
    word = Word("zz", 3, 9)
    assert str(word.unreadable("notation.extra")) == "Line 3, column 9: “zz” is too much here."


def test_a_star_stands_on_coloured_cities_only() -> None:
    france = builtin_edition("france")
    for place, city in enumerate(france.cities):
        marks = [".."] * 25
        marks[place] = "34*"
        line = f"france {' '.join(marks)} | - - | 1"
        if city.colour:
            assert parse_sheet(line).marks[city.id] == Written(34, in_colour=True)
        else:
            with pytest.raises(Unreadable):
                parse_sheet(line)
