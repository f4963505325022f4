"""Paper sheets as people copy them: the published examples, and everything that can be wrong."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tumbletrip.companion.explaining import as_text, explain
from tumbletrip.companion.paper_sheet import PaperSheet, check, cities_after
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.sheet_line import parse_sheet
from tumbletrip.dicetrip.scoring import score

GOLDEN = Path(__file__).parents[1] / "golden"
FRANCE = builtin_edition("france")


def example(board: str) -> PaperSheet:
    """A published example sheet, copied from its picture."""
    found: dict[str, Any] = json.loads((GOLDEN / f"example_{board}.json").read_text("utf-8"))
    coloured = found["bonus"]["coloured"]
    texts = {
        city: "x" if number == "X" else number + "*" * (city in coloured)
        for city, number in found["assignment"].items()
    }
    return PaperSheet(builtin_edition(board), texts)


def keys(paper: PaperSheet) -> list[tuple[str, set[str]]]:
    """What is wrong with a sheet, and where."""
    return [(mistake.problem.key, set(mistake.cities)) for mistake in check(paper).mistakes]


@pytest.mark.parametrize(("board", "total"), [("france", 39), ("germany", 27)])
def test_the_published_sheets_are_copied_without_a_mistake(board: str, total: int) -> None:
    copied = check(example(board))
    assert (copied.mistakes, copied.missing) == ((), 0)
    assert score(copied.sheet).total == total


def test_every_line_of_the_published_sheet_is_explained() -> None:
    words = {line.key: (line.points, line.words) for line in explain(check(example("france")).sheet, "en")}
    assert words["road"][0] == 14
    assert words["road"][1].startswith("Caen 11 – Amiens 12 – Lille 13")
    assert words["road"][1].endswith("Perpignan 53: 14 cities")
    assert words["series"] == (9, words["series"][1])
    assert "12 in a row" in words["series"][1]
    assert words["crossed"] == (-1, "Poitiers")
    assert "Caen 11 (double)" in words["bonus"][1]
    assert "Lille 13 (own colour)" in words["bonus"][1]
    assert words["zones"] == (7, "North-East, South-East")
    assert words["powers"] == (None, "re-roll available, double die available")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_to_send_ends_with_the_sheet_in_one_line(language: str) -> None:
    sheet = check(replace(example("france"), may_reroll=False)).sheet
    text = as_text("Ada", sheet, language)
    assert parse_sheet(text.split("\n")[-1]) == sheet
    assert text.startswith("Ada · ")
    assert " 39\n" in text


def test_DT04_a_number_that_stands_twice_is_shown_in_both_cities_and_counts_in_neither() -> None:
    paper = PaperSheet(FRANCE, {"lille": "13", "paris": "13", "amiens": "12"})
    assert keys(paper) == [("companion.twice", {"lille", "paris"})]
    assert set(check(paper).sheet.marks) == {"amiens"}


@pytest.mark.parametrize("text", ["71", "17", "30", "07", "5", "123", "²1", "", "xx", "a", "*"])
def test_DT01_a_number_with_other_digits_than_dice_have_is_pointed_out(text: str) -> None:
    assert keys(PaperSheet(FRANCE, {"lille": text})) == [("companion.no_number", {"lille"})]


def test_DT09_a_city_without_a_colour_cannot_be_made_in_it() -> None:
    assert keys(PaperSheet(FRANCE, {"amiens": "12*"})) == [("companion.no_colour", {"amiens"})]


def test_DT05_more_crosses_than_the_rounds_allow_are_pointed_out_where_they_are() -> None:
    crosses = dict.fromkeys(FRANCE.city_ids[:5], "x")
    assert keys(PaperSheet(FRANCE, crosses, rounds=2)) == [("companion.too_many_crosses", set(crosses))]
    assert keys(PaperSheet(FRANCE, crosses, rounds=3)) == []


def test_DT05_more_cities_than_the_rounds_allow_are_pointed_out() -> None:
    texts = {"lille": "13", "paris": "22", "amiens": "x"}
    assert keys(PaperSheet(FRANCE, texts, rounds=1)) == [("companion.too_many_cities", set())]
    assert check(PaperSheet(FRANCE, texts, rounds=3)).missing == 3


def test_DT06_the_last_round_fills_one_city() -> None:
    assert [cities_after(FRANCE, rounds) for rounds in (1, 12, 13)] == [2, 24, 25]


PLAIN = [city.id for city in FRANCE.cities if city.colour is None]
TENS = dict(zip(PLAIN, ("11", "21", "31", "41", "51", "61"), strict=False))
# The only number from 11 to 16 stands in Lille, which is coloured.
IN_COLOUR_ONLY = {**TENS, PLAIN[0]: "62", "lille": "12"}


@pytest.mark.parametrize(
    ("texts", "points", "key"),
    [
        (TENS, 8, ""),  # six cities without a colour: all eight coloured ones may have been empty
        (TENS | {"lille": "12"}, 8, ""),  # Lille may have been written later
        (TENS | {"lille": "12"}, 7, ""),
        (TENS | {"lille": "12"}, 6, "sheet.tens_points"),  # seven coloured cities are empty even now
        (TENS, 9, "sheet.tens_points"),
        ({city: text for city, text in TENS.items() if text != "31"}, 3, "sheet.tens_incomplete"),
        (IN_COLOUR_ONLY, 8, "sheet.tens_points"),
        (IN_COLOUR_ONLY, 7, ""),
    ],
)
def test_DT14_points_for_the_tens_that_cannot_be_are_refused(
    texts: dict[str, str], points: int, key: str
) -> None:
    paper = PaperSheet(FRANCE, texts, tens_variant=True, tens_bonus=points)
    assert [found for found, _ in keys(paper)] == [key] * bool(key)
    assert check(paper).sheet.tens_bonus == (None if key else points)
    assert keys(replace(paper, tens_variant=False)) == []


def test_DT14_the_tens_are_explained_as_complete_or_not() -> None:
    done = check(PaperSheet(FRANCE, TENS, tens_variant=True, tens_bonus=8)).sheet
    assert {line.key: line.points for line in explain(done, "en")}["tens"] == 8
    open_sheet = check(PaperSheet(FRANCE, TENS, tens_variant=True)).sheet
    assert {line.key: line.words for line in explain(open_sheet, "en")}["tens"].startswith("not complete")


def test_an_unknown_city_is_no_mistake_of_the_player() -> None:
    with pytest.raises(InputError):
        check(PaperSheet(FRANCE, {"atlantis": "11"}))


TEXTS = st.sampled_from(["11", "12", "12*", "34", "66*", "x", "7", "70", "", "x*"])


@settings(deadline=None, max_examples=100)
@given(texts=st.dictionaries(st.sampled_from(FRANCE.city_ids), TEXTS), rounds=st.integers(1, 13))
def test_whatever_is_copied_is_counted_and_explained(texts: dict[str, str], rounds: int) -> None:
    copied = check(PaperSheet(FRANCE, texts, rounds, tens_variant=True, tens_bonus=4))
    wrong = {city for mistake in copied.mistakes for city in mistake.cities}
    assert set(copied.sheet.marks) | wrong == set(texts)
    for language in LANGUAGES:
        lines = explain(copied.sheet, language)
        assert sum(line.points or 0 for line in lines) == score(copied.sheet).total
        assert all(line.words for line in lines)
        assert all(mistake.problem.sentence(language) for mistake in copied.mistakes)
