"""`tumbletrip score`: every kind of input, the JSON it prints, and one sentence for every bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command_line import ESCAPE, tumbletrip_says
from tests.kit.dicetrip.boards import grid_document, save_board
from tumbletrip.core.texts import LANGUAGES, say

GOLDEN = Path(__file__).parents[2] / "golden"
FRANCE, GERMANY = GOLDEN / "published_france.trip", GOLDEN / "published_germany.trip"
SHEET: dict[str, Any] = {
    "edition": "france",
    "cities": {"lille": {"number": 15, "dice": ["red", "blue"]}, "amiens": {"number": 16}, "toulouse": "x"},
}
LINE = "france 15* 16 " + ".. " * 22 + "xx | reroll double | 2"
POINTS = {"bonus": 1, "crossed": -1, "road": 2, "series": 0, "zones": 7, "tens": 0, "total": 9}
PATHS = ("road_path", "series_path", "clean_zones", "bonus_cities")


def scored(*arguments: str | Path, said: str = "") -> dict[str, Any]:
    answer = tumbletrip_says("score", "--json", *arguments, said=said)
    assert (answer.code, answer.err) == (0, ""), answer
    assert len(answer.out.splitlines()) == 1
    content: dict[str, Any] = json.loads(answer.out)
    return content


def write(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, "utf-8")
    return path


@pytest.mark.parametrize(
    "content", [json.dumps(SHEET), json.dumps(SHEET, indent=2), LINE, LINE + "\n", "\ufeff" + LINE]
)
def test_a_sheet_in_json_or_in_one_line_from_a_file_or_standard_input(tmp_path: Path, content: str) -> None:
    from_file = scored(write(tmp_path, "sheet.any", content))
    assert scored("-", said=content) == from_file
    assert {name: from_file[name] for name in POINTS} == POINTS


def test_the_json_has_the_promised_keys_and_types() -> None:
    counted = scored("-", said=json.dumps(SHEET))
    assert all(type(counted[name]) is int for name in POINTS)
    assert all(isinstance(counted[name], list) for name in PATHS)
    assert all(isinstance(city, str) for name in PATHS for city in counted[name])
    assert counted["road_path"] == ["lille", "amiens"] or counted["road_path"] == ["amiens", "lille"]
    assert counted["clean_zones"] == ["NE", "SE"]
    assert counted["bonus_cities"] == ["lille"]


def test_the_tens_bonus_is_counted() -> None:
    others = {"paris": 21, "reims": 31, "dijon": 41, "caen": 51, "brest": 61}
    cities = {**SHEET["cities"], **{city: {"number": number} for city, number in others.items()}}
    counted = scored("-", said=json.dumps({"edition": "france", "cities": cities, "tens_bonus": 7}))
    assert counted["tens"] == 7


def test_DT14_points_that_the_numbers_cannot_have_earned_are_refused() -> None:
    answer = tumbletrip_says("score", "-", said=json.dumps({**SHEET, "tens_bonus": 4}))
    assert (answer.code, answer.err) == (2, f"tumbletrip: {say('sheet.tens_incomplete')}\n")


@pytest.mark.parametrize(("record", "total"), [(FRANCE, 39), (GERMANY, 27)])
def test_a_record_is_counted_to_its_published_total(record: Path, total: int) -> None:
    assert scored(record)["total"] == total
    assert scored("-", said=record.read_text("utf-8"))["total"] == total
    assert f" {total}" in tumbletrip_says("score", record).out


def test_all_players_of_a_record_are_counted() -> None:
    head = '[Game "dicetrip"]\n[Rules "1"]\n[Edition "france"]\n[A "Ada"]\n[B "Ben [/b] :dog:"]\n'
    text = head + "1. r4 b2 g6 y1 keep\nA: lyon=r4b2 x=nice\nB: x=lyon x=brest\n"
    counted = scored("-", said=text)
    assert [(sheet["name"], sheet["crossed"]) for sheet in counted["sheets"]] == [
        ("Ada", -1),
        ("Ben [/b] :dog:", -2),
    ]
    shown = tumbletrip_says("score", "-", said=text)
    assert "Ada" in shown.out
    assert "Ben [/b] :dog:" in shown.out


def test_several_lines_are_several_sheets() -> None:
    assert len(scored("-", said=f"{LINE}\n\n{LINE}\n")["sheets"]) == 2


def test_a_board_of_ones_own_is_accepted(tmp_path: Path) -> None:
    path = save_board(tmp_path, grid_document())
    content = {"edition": str(path), "cities": {"c0": {"number": 12, "dice": ["red", "blue"]}}}
    assert scored("-", said=json.dumps(content))["bonus"] == 1
    line = f"{json.dumps(str(path))} 12* 13 " + ".. " * 23 + "| - - | 2"
    assert scored("-", said=line)["road"] == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_speaks_the_language_asked_for(language: str) -> None:
    answer = tumbletrip_says("--lang", language, "score", FRANCE)
    assert answer.code == 0
    for line in ("bonus", "crossed", "road", "series", "zones", "total"):
        assert say(f"score.{line}", language) in answer.out
    assert ESCAPE not in answer.out


def sheet(**cities: object) -> str:
    return json.dumps({"edition": "france", "cities": cities})


BAD = [
    ("", ["empty"]),
    ("   \n", ["empty"]),
    ('{"edition": "france"', ["JSON"]),
    ('{"edition": "france", "cities": {}', ["JSON"]),
    ("[1, 2", ["Line 1"]),
    ("[]", ["Line 1"]),
    ("[{}]", ["object"]),
    ("hello", ["hello"]),
    (sheet(lille={"number": 15}, nice={"number": 15}), ["cities.nice", "15", "lille"]),
    (sheet(atlantis="x"), ["cities.atlantis"]),
    (sheet(**{"at\nlantis\x1b[31m": "x"}), ["cities.at\\nlantis"]),
    (sheet(lille={"number": 17}), ["cities.lille.number", "17"]),
    (sheet(lille={"number": 70}), ["cities.lille.number", "70"]),
    (sheet(lille={"number": 15, "dice": ["red"]}), ["cities.lille.dice"]),
    (sheet(lille={"number": 15, "dice": ["red", "red"]}), ["cities.lille.dice", "different"]),
    (sheet(lille={"number": 15, "dice": ["red", "pink"]}), ["cities.lille.dice", "pink"]),
    (sheet(lille="maybe"), ["cities.lille", "maybe"]),
    ('{"edition": "atlantis", "cities": {}}', ["atlantis", "france, germany"]),
    ('{"edition": "nowhere.json", "cities": {}}', ["nowhere.json"]),
    ('{"edition": "\\u0000.json", "cities": {}}', ["\\x00.json"]),
    ('{"edition": "france", "cities": {"lille": "x", "lille": "x"}}', ["lille", "twice"]),
    ("[" * 50_000 + "{", ["Line 1"]),
    ("{" + '"a":[' * 50_000, ["JSON"]),
    ('{"edition": "france", "cities": {"lille": {"number": ' + "1" * 5000 + "}}}", ["JSON"]),
    (LINE.replace("16", "15"), ["Line 1, column 12", "lille"]),
    (LINE + "\n" + LINE.replace("16", "99"), ["Line 2, column 12", "99"]),
    (FRANCE.read_text("utf-8").replace("A 39", "A 40"), ["Line 33", "40", "39"]),
    (FRANCE.read_text("utf-8").replace("x=poitiers", "x=grenoble"), ["Line 8"]),
    (FRANCE.read_text("utf-8").replace("r6g6", "r5g6"), ["Line 8, column 16", "shows 6"]),
]


@pytest.mark.parametrize(("text", "words"), BAD)
def test_bad_input_ends_with_code_2_and_one_sentence_that_names_the_place(
    text: str, words: list[str]
) -> None:
    tumbletrip_says("score", "-", said=text).assert_refused(*words)


def test_bad_input_is_a_sentence_also_where_json_was_asked_for() -> None:
    tumbletrip_says("score", "--json", "-", said=sheet(atlantis="x")).assert_refused("cities.atlantis")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_is_in_the_language_asked_for(language: str) -> None:
    text = sheet(lille={"number": 15, "dice": ["red", "red"]})
    right = say("sheet.right.two_dice", language)
    tumbletrip_says("--lang", language, "score", "-", said=text).assert_refused("cities.lille.dice", right)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "picture.json").write_bytes(b"\x89PNG\xff\xfe\x00")
    tumbletrip_says("score", tmp_path / "missing.json").assert_refused("missing.json")
    tumbletrip_says("score", tmp_path).assert_refused(str(tmp_path))
    tumbletrip_says("score", tmp_path / "picture.json").assert_refused("picture.json")
    tumbletrip_says("score", "-", said=b"\xff\xfe").assert_refused("UTF-8")


def test_a_stream_that_cannot_carry_our_characters_ends_nothing() -> None:
    answer = tumbletrip_says("score", FRANCE, environment={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"})
    assert answer.code == 0
    assert "39" in answer.out
    assert answer.err == ""
