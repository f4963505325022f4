"""Sheets in JSON, as other programs write them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.dicetrip.test_editions import JSON_VALUES
from tests.kit.dicetrip.boards import grid_document, save_board
from tests.kit.spoken import assert_spoken
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.notation.json_sheet import sheet_from_json
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import CROSSED, Written

ELSEWHERE = (("amiens", 21), ("paris", 31), ("reims", 41), ("dijon", 51), ("caen", 61))
GOOD: dict[str, Any] = {
    "edition": "france",
    "cities": {"lille": {"number": 15, "dice": ["red", "blue"]}, "toulouse": "x"},
}
# A number of each ten, and seven coloured cities that are empty even now.
TENS = {**GOOD, "cities": {**GOOD["cities"], **{city: {"number": number} for city, number in ELSEWHERE}}}


def read(content: object) -> Any:
    return sheet_from_json(json.dumps(content), "own.json")


def test_the_sheet_of_the_documentation() -> None:
    sheet = read(GOOD)
    assert sheet.marks == {"lille": Written(15, in_colour=True), "toulouse": CROSSED}
    assert score(sheet).total == 1 - 1 + 7


def test_cities_left_out_are_empty_and_the_tens_bonus_may_be_left_out() -> None:
    sheet = read({"edition": "germany", "cities": {}})
    assert len(sheet.open_cities) == 25
    assert not sheet.tens_variant
    assert score(sheet).tens == 0


def test_the_tens_bonus_counts() -> None:
    assert score(read({**TENS, "tens_bonus": 7})).tens == 7


def test_DT09_the_colour_is_earned_only_with_the_citys_own_die() -> None:
    other = {
        "lille": {"number": 15, "dice": ["green", "blue"]},
        "paris": {"number": 16, "dice": ["red", "blue"]},
    }
    assert score(read({"edition": "france", "cities": other})).bonus == 0


def test_a_number_without_dice_earns_no_colour() -> None:
    assert score(read({"edition": "france", "cities": {"lille": {"number": 15}}})).bonus == 0


def test_the_published_sheet_as_json() -> None:
    published = json.loads((Path(__file__).parents[2] / "golden" / "example_france.json").read_text("utf-8"))
    cities: dict[str, object] = dict.fromkeys(published["crossed"], "x")
    for entry in (entry for part in published["rounds"] for entry in part["entries"] if "number" in entry):
        cities[entry["city"]] = {"number": int(entry["number"]), "dice": entry["dice"]}
    assert score(read({"edition": "france", "cities": cities})).total == 39


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    path = save_board(tmp_path, grid_document())
    text = json.dumps({"edition": str(path), "cities": {"c0": {"number": 12, "dice": ["red", "blue"]}}})
    assert score(sheet_from_json(text, "own.json", find_edition)).bonus == 1


def lille(mark: object) -> dict[str, object]:
    return {"edition": "france", "cities": {"lille": mark}}


BAD = [
    ({}, "edition", "–"),
    ({"edition": 3, "cities": {}}, "edition", "3"),
    ({"edition": "atlantis", "cities": {}}, "atlantis", "france, germany"),
    ({"edition": "france"}, "cities", "–"),
    ({"edition": "france", "cities": []}, "cities", "[]"),
    ({"edition": "france", "cities": {"atlantis": "x"}}, "cities.atlantis", "france"),
    ({**TENS, "tens_bonus": 8}, "8 points", "7 to 7"),  # DT14: Lille has the only number of its ten
    ({**TENS, "tens_bonus": 6}, "6 points", "7 to 7"),
    ({**TENS, "tens_bonus": -1}, "-1 points", "7 to 7"),
    ({**GOOD, "tens_bonus": 0}, "One of each ten", "one is missing"),
    ({**GOOD, "tens_bonus": 1.5}, "tens_bonus", "1.5"),
    ({**GOOD, "tens_bonus": True}, "tens_bonus", "True"),
    ({**GOOD, "tens_bonus": "4"}, "tens_bonus", "4"),
    (lille("X"), "cities.lille", "X"),
    (lille(None), "cities.lille", "–"),
    (lille(15), "cities.lille", "15"),
    (lille({}), "cities.lille.number", "–"),
    (lille({"number": 10}), "cities.lille.number", "10"),
    (lille({"number": 17}), "cities.lille.number", "17"),
    (lille({"number": 67}), "cities.lille.number", "67"),
    (lille({"number": 15.0}), "cities.lille.number", "15.0"),
    (lille({"number": "15"}), "cities.lille.number", "15"),
    (lille({"number": True}), "cities.lille.number", "True"),
    (lille({"number": 15, "dice": []}), "cities.lille.dice", "two dice"),
    (lille({"number": 15, "dice": ["red"]}), "cities.lille.dice", "two dice"),
    (lille({"number": 15, "dice": ["red", "red"]}), "cities.lille.dice", "two different dice"),
    (lille({"number": 15, "dice": ["red", "pink"]}), "cities.lille.dice", "pink"),
    (lille({"number": 15, "dice": ["red", 4]}), "cities.lille.dice", "4"),
    (lille({"number": 15, "dice": "rb"}), "cities.lille.dice", "rb"),
    (lille({"number": 15, "dice": {"red": 1, "blue": 5}}), "cities.lille.dice", "red"),
    (
        {"edition": "france", "cities": {"lille": {"number": 15}, "nice": {"number": 15}}},
        "cities.nice", "lille",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("content", "place", "named"), BAD)
def test_a_bad_sheet_is_refused_with_the_place(content: object, place: str, named: str) -> None:
    with pytest.raises(InputError) as caught:
        read(content)
    assert place in str(caught.value)
    assert named in str(caught.value)
    assert_spoken(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{]",
        '{"edition": "france",}',
        "nul",
        "[" * 100_000,
        "9" * 5000,
        '{"a": NaNa}',
        "{'edition': 1}",
    ],
)
def test_malformed_json_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"own\.json") as caught:
        sheet_from_json(text, "own.json")
    assert_spoken(caught.value)


def test_a_city_given_twice_is_refused() -> None:
    with pytest.raises(InputError, match="lille"):
        sheet_from_json('{"edition": "france", "cities": {"lille": "x", "lille": "x"}}', "own.json")


@pytest.mark.parametrize("depth", [400, 800, 900, 950, 960, 970, 980, 990])
def test_a_deep_nest_is_refused_whatever_its_depth(depth: int) -> None:
    with pytest.raises(InputError) as caught:
        sheet_from_json(
            '{"edition": "france", "cities": {"lille": ' + "[" * depth + "]" * depth + "}}", "own.json"
        )
    assert_spoken(caught.value)


@settings(max_examples=200)
@given(st.text() | JSON_VALUES.map(json.dumps))
@example('{"edition": "\\u0000.json", "cities": {}}')
@example('{"edition": "france", "cities": {"\\ud800\\n": "x"}}')
def test_arbitrary_text_is_a_sheet_or_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        sheet_from_json(text, "own.json", find_edition)
    assert_spoken(caught.value)


@settings(max_examples=200)
@given(st.sampled_from(["edition", "cities", "tens_bonus", "lille", "number", "dice"]), JSON_VALUES)
def test_a_sheet_with_anything_in_a_field_is_a_sheet_or_refused(field: str, value: object) -> None:
    content = json.loads(json.dumps(GOOD))
    inner = (
        content["cities"]
        if field == "lille"
        else content["cities"]["lille"]
        if field in ("number", "dice")
        else content
    )
    inner[field] = value
    try:
        sheet_from_json(json.dumps(content), "own.json")
    except InputError as error:
        assert_spoken(error)
