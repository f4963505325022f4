"""`tumbletrip boards`: list the boards of Tumblin-Dice, describe one, check a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command_line import tumbletrip_says
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.tumblin.board import builtin_board

CLASSIC = Path("src/tumbletrip/tumblin/boards/classic.json")


def saved(folder: Path, **changes: Any) -> Path:
    """The classic board with some fields changed, as a file."""
    path = folder / "own board.json"
    path.write_text(json.dumps(json.loads(CLASSIC.read_text("utf-8")) | changes), "utf-8")
    return path


def test_the_list_names_the_boards() -> None:
    answer = tumbletrip_says("boards")
    assert (answer.code, answer.out.split(":")[0]) == (0, "varnished")
    listed = json.loads(tumbletrip_says("boards", "--json").out)
    assert [board["id"] for board in listed] == ["varnished", "classic"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_is_described_with_its_measures(language: str) -> None:
    answer = tumbletrip_says("--lang", language, "boards", "classic")
    assert (answer.code, answer.err) == (0, "")
    for word in (builtin_board("classic").hash, "85 × 85 mm", "70 mm", "100 mm"):
        assert word in answer.out


def test_a_file_of_ones_own_is_described(tmp_path: Path) -> None:
    path = saved(tmp_path, id="mine", name={"en": "[/bold] :dog:"}, line=0.05)
    described = json.loads(tumbletrip_says("boards", path, "--json").out)
    assert (described["id"], described["line"], described["pegs"]) == ("mine", 0.05, 10)
    assert described["hash"] != builtin_board("classic").hash
    assert "[/bold] :dog:" in tumbletrip_says("boards", path).out


def test_a_bad_file_lists_all_its_problems(tmp_path: Path) -> None:
    answer = tumbletrip_says("boards", saved(tmp_path, line=0.5, off_below=0.2))
    assert (answer.code, answer.out) == (2, "")
    lines = answer.err.splitlines()
    assert len(lines) == 2
    assert "own board.json" in lines[0]
    assert "off_below" in lines[1]


def test_a_board_that_is_not_there_is_a_sentence() -> None:
    answer = tumbletrip_says("boards", "modern")
    assert (answer.code, answer.out) == (2, "")
    assert "modern" in answer.err
