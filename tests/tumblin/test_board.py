"""The board as data, and what is refused as a board."""

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.tumblin.board import BadBoard, board_from_text, builtin_board, find_board, named_board

CLASSIC = builtin_board("classic")
CLASSIC_TEXT = files("tumbletrip.tumblin").joinpath("boards", "classic.json").read_text("utf-8")


def changed(change: Callable[[Any], object]) -> str:
    document = json.loads(CLASSIC_TEXT)
    change(document)
    return json.dumps(document)


def test_TD01_the_classic_board_goes_down_in_steps_and_has_three_platforms_and_ten_pegs() -> None:
    assert [(tier.id, tier.zone, tier.top) for tier in CLASSIC.tiers] == [
        ("track", 0, 0.100),
        ("1x", 1, 0.080),
        ("2x", 2, 0.060),
        ("3x", 3, 0.040),
        ("4x", 4, 0.020),
    ]
    assert CLASSIC.line == 0.070
    assert [box.y for box in CLASSIC.lowest.boxes] == [
        (-0.1725, -0.0875),
        (-0.0425, 0.0425),
        (0.0875, 0.1725),
    ]
    assert len(CLASSIC.pegs.at) == 10


def test_TD01_four_pegs_guard_the_gaps_on_3x_and_six_stand_on_the_platforms() -> None:
    tiers = [CLASSIC.tier_at(x, y) for x, y in CLASSIC.pegs.at]
    assert [tier.id for tier in tiers if tier] == ["3x"] * 4 + ["4x"] * 6


def test_TD01_beside_the_board_and_between_the_platforms_there_is_no_tier() -> None:
    assert CLASSIC.tier_at(0.24, 0.21) is None
    assert CLASSIC.tier_at(0.46, 0.065) is None
    track = CLASSIC.tier_at(-0.05, 0.0)
    assert track is CLASSIC.track  # it lies on the level below


def test_the_hash_is_about_the_shape_and_not_about_names() -> None:
    renamed = board_from_text(changed(lambda board: board.update(id="other", name={})), "other")
    moved = board_from_text(changed(lambda board: board.update(line=0.071)), "moved")
    softer = board_from_text(changed(lambda board: board["materials"]["wood"].update(friction=0.2)), "softer")
    assert renamed.hash == CLASSIC.hash
    assert len({CLASSIC.hash, moved.hash, softer.hash}) == 3
    assert hash(renamed) == hash(CLASSIC)


def test_a_board_of_ones_own_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(changed(lambda board: board.update(line=0.06)), "utf-8")
    assert find_board(str(path)).line == 0.06
    assert find_board("classic") is CLASSIC
    with pytest.raises(InputError):
        named_board(str(path))  # texts of strangers open no files


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda board: board.update(id="My Board"), "id"),
        (lambda board: board.update(name=["x"]), "name"),
        (lambda board: board.pop("tiers"), "tiers"),
        (lambda board: board.update(pegs=[]), "pegs"),
        (lambda board: board.update(line="far"), "line"),
        (lambda board: board.update(line=True), "line"),
        (lambda board: board.update(line=7.0), "line"),
        (lambda board: board["tiers"].pop(), "tiers.zone"),
        (lambda board: board["tiers"].append(5), "tiers.zone"),
        (lambda board: board["tiers"][2].update(id="zwei"), "tiers[2].id"),
        (lambda board: board["tiers"][2].update(top=0), "tiers[2].top"),
        (lambda board: board["tiers"][2].update(boxes=[]), "tiers[2].boxes"),
        (lambda board: board["tiers"][2]["boxes"][0].update(x=[0.3, 0.18]), "tiers[2].boxes[0].x"),
        (lambda board: board["tiers"][4].update(boxes=["wide"]), "tiers[4].boxes[0].x"),
        (lambda board: board["tiers"][2].update(top=0.08), "tiers[2].top"),
        (lambda board: board["tiers"][0]["boxes"].append({"x": [0, 1], "y": [0, 1]}), "tiers[0].boxes"),
        (lambda board: board["tiers"][0]["boxes"][0].update(y=[-0.01, 0.01]), "tiers[0].boxes[0].y"),
        (lambda board: board["materials"]["wood"].update(friction=-1), "materials.wood.friction"),
        (lambda board: board["materials"].update(ice=3), "materials.ice.friction"),
        (lambda board: board["tiers"][1].update(material="stone"), "tiers[1].material"),
        (lambda board: board["pegs"].update(material=["wood"]), "pegs.material"),
        (lambda board: board["pegs"].update(radius=0), "pegs.radius"),
        (lambda board: board["pegs"].update(at=None), "pegs.at"),
        (lambda board: board["pegs"]["at"].append([1]), "pegs.at[10]"),
        (lambda board: board["pegs"]["at"].append([0.46, 0.065]), "pegs.at[10]"),
        (lambda board: board.update(line=0.2), "line"),
        (lambda board: board.update(off_below=0.03), "off_below"),
        (lambda board: board.update(off_below=0.01), "off_below"),
    ],
)
def test_a_bad_board_is_refused_with_field_value_and_what_would_be_right(
    change: Callable[[Any], object], field: str
) -> None:
    with pytest.raises(BadBoard) as caught:
        board_from_text(changed(change), "mine.json")
    assert dict(caught.value.problems[0].values)["field"] == field
    for language in LANGUAGES:
        assert field in caught.value.sentence(language)
        assert "mine.json" in caught.value.sentence(language)


@pytest.mark.parametrize(
    "text", ["", "{", "[1,", "9" * 5000, "[" * 100_000], ids=["empty", "{", "[", "9", "deep"]
)
def test_a_board_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        board_from_text(text, "mine.json")


def test_several_problems_are_counted() -> None:
    with pytest.raises(BadBoard, match="2 problems"):
        board_from_text(changed(lambda board: board.update(id="", line=None)), "mine.json")


@pytest.mark.parametrize("word", ["", "nowhere", "nowhere.json", "/"])
def test_an_unknown_board_is_refused(word: str) -> None:
    with pytest.raises(InputError):
        find_board(word)


def test_a_board_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="UTF-8"):
        find_board(str(path))


def test_the_board_has_a_name_in_every_language() -> None:
    assert len({CLASSIC.name(language) for language in LANGUAGES}) == 4
    assert board_from_text(changed(lambda board: board.pop("name")), "x").name("fr") == "classic"


@pytest.mark.parametrize(
    "change",
    [
        lambda board: board["pegs"].update(at=board["pegs"]["at"] * 21),
        lambda board: board["tiers"][1].update(boxes=board["tiers"][1]["boxes"] * 51),
    ],
)
def test_F25_a_board_has_no_more_pegs_and_boxes_than_physics_can_bear(
    change: Callable[[Any], object],
) -> None:
    with pytest.raises(BadBoard) as refused:
        board_from_text(changed(change), "own.json")
    assert any(dict(found.values)["right"].key == "board.right.most" for found in refused.value.problems)
