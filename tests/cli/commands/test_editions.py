"""`tumbletrip editions`: list boards, describe one, check a file."""

import json
from pathlib import Path

import pytest

from tests.kit.command_line import ESCAPE, tumbletrip_says
from tests.kit.dicetrip.boards import grid_document, save_board
from tumbletrip.dicetrip.editions import EDITION_NAMES


def test_the_list_names_the_boards() -> None:
    answer = tumbletrip_says("editions")
    assert answer.code == 0
    assert [line.split(":")[0] for line in answer.out.splitlines()] == list(EDITION_NAMES)
    listed = json.loads(tumbletrip_says("editions", "--json").out)
    assert [(edition["id"], edition["cities"], edition["roads"]) for edition in listed][:2] == [
        ("france", 25, 49),
        ("germany", 25, 50),
    ]


@pytest.mark.parametrize(
    ("name", "cities"), [("france", ["Paris", "Brest"]), ("germany", ["München", "Köln"])]
)
def test_a_board_is_described_with_map_zones_and_sources(name: str, cities: list[str]) -> None:
    answer = tumbletrip_says("editions", name)
    assert answer.code == 0
    assert ESCAPE not in answer.out
    for word in (*cities, "GeoNames", "All checks passed"):
        assert word in answer.out


def test_a_board_as_json() -> None:
    described = json.loads(tumbletrip_says("editions", "france", "--json").out)
    assert described["coloured"]["bordeaux"] == "red"
    assert sorted(len(cities) for cities in described["zones"].values()) == [8, 8, 9]


def test_a_file_of_ones_own_is_described(tmp_path: Path) -> None:
    board = grid_document()
    board["name"] = {"en": "[/bold] :dog:"}
    board["cities"][0]["name"] = "[/]"
    board["sources"] = {"map": "[/] myself"}
    answer = tumbletrip_says("editions", save_board(tmp_path, board))
    assert (answer.code, answer.err) == (0, "")
    assert "[/bold] :dog:" in answer.out


def test_all_cities_on_one_line_can_still_be_drawn(tmp_path: Path) -> None:
    board = grid_document()
    board["roads"] = [[f"c{place}", f"c{place + 1}"] for place in range(24)]
    for place, city in enumerate(board["cities"]):
        city.update(x=7, y=place)
    answer = tumbletrip_says("editions", save_board(tmp_path, board))
    assert (answer.code, answer.err) == (0, "")


def test_a_bad_file_lists_all_its_problems(tmp_path: Path) -> None:
    board = grid_document()
    board["cities"][0]["x"] = "east"
    board["cities"][1]["colour"] = "pink"
    answer = tumbletrip_says("editions", save_board(tmp_path, board))
    assert answer.code == 2
    assert answer.out == ""
    lines = answer.err.splitlines()
    assert len(lines) == 2
    assert "own board.json" in lines[0]
    assert "cities[0].x is “east”" in lines[0]
    assert "cities[1].colour is “pink”; right would be one of red, blue, green, yellow" in lines[1]


@pytest.mark.parametrize("word", ["atlantis", "missing.json", "France"])
def test_a_board_that_is_not_there_is_refused(word: str) -> None:
    tumbletrip_says("editions", word).assert_refused(word)


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text("{nonsense", "utf-8")
    tumbletrip_says("editions", path).assert_refused("own.json", "JSON")
