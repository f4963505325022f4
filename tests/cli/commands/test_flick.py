"""`tumbletrip flick` as a person meets it."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command_line import tumbletrip
from tumbletrip.tumblin.board import USUAL_BOARD, builtin_board
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.trajectory import decode

PNG = b"\x89PNG\r\n\x1a\n"


def flicked(*arguments: object) -> dict[str, Any]:
    run = tumbletrip("flick", *arguments, "--json")
    assert run.returncode == 0, run.stderr
    document: dict[str, Any] = json.loads(run.stdout)
    return document


def test_a_soft_flick_dies_before_the_line_and_is_told_in_words() -> None:
    run = tumbletrip("flick", "--speed", 0.4)
    assert run.returncode == 0
    assert run.stdout.startswith("The d6 rests before the line and shows ")
    assert run.stdout.endswith(": 0 points.\n")


def test_json_holds_dice_film_sounds_and_the_engine() -> None:
    document = flicked("--speed", 1.0, "--angle", 5)
    (die,) = document["dice"]
    assert die["kind"] == "d6"
    film = decode(base64.b64decode(document["trajectory"]))
    place, _ = film.tracks[0].frames[-1]
    assert place == pytest.approx(die["pose"][:3], abs=1e-4)
    assert document["contacts"]
    assert document["engine"] == MujocoPhysics(builtin_board(USUAL_BOARD)).fingerprint


def test_what_json_printed_is_a_board_for_the_next_flick(tmp_path: Path) -> None:
    lying = tmp_path / "dice.json"
    lying.write_text(json.dumps(flicked("--speed", 0.9)))
    first, second = flicked("--speed", 0.9, "--angle", 10, "--dice", lying)["dice"]
    assert (first["die"], second["die"]) == ("d1", "flicked")


def test_dice_may_be_given_by_place_and_face(tmp_path: Path) -> None:
    lying = tmp_path / "dice.json"
    lying.write_text('[{"x": 0.45, "y": 0.1, "face": 5}, {"x": 0.54, "y": -0.13, "kind": "d20", "face": 20}]')
    dice = flicked("--speed", 0.2, "--dice", lying)["dice"]
    assert [(die["tier"], die["face"]) for die in dice[:2]] == [("3x", 5), ("4x", 20)]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--speed", 9), "3 metres"),
        (("--speed", "nan"), "finite"),
        (("--angle", 80), "60 degrees"),
        (("--across", 60), "track"),
        (("--kind", "d7"), "d20"),
        (("--face", 9), "face"),
        (("--board", "nowhere"), "classic"),
        (("--dice", "nothing.json"), "nothing.json"),
        (("--table", "--flicks", 0), "--flicks"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(arguments: tuple[object, ...], word: str) -> None:
    run = tumbletrip("flick", *arguments)
    assert run.returncode == 2
    assert word in run.stderr
    assert run.stderr.count("\n") == 1
    assert not run.stdout


@pytest.mark.parametrize("text", ['{"dice": 3}', '[{"x": 9, "y": 0}]', "[7]", '[{"pose": [0, 0, 1]}]', "[["])
def test_dice_files_that_make_no_sense_are_refused(tmp_path: Path, text: str) -> None:
    lying = tmp_path / "dice.json"
    lying.write_text(text)
    run = tumbletrip("flick", "--dice", lying)
    assert (run.returncode, run.stdout) == (2, "")
    assert "dice.json" in run.stderr


@pytest.mark.slow
def test_a_picture_is_taken_without_a_screen(tmp_path: Path) -> None:
    picture = tmp_path / "board.png"
    run = tumbletrip("flick", "--speed", 1.1, "--png", picture)
    assert run.returncode == 0, run.stderr
    assert picture.read_bytes().startswith(PNG)
    assert picture.stat().st_size > 20_000


def test_without_opengl_a_plan_is_drawn_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("tests.kit.command_line.ENVIRONMENT", {**environment(), "MUJOCO_GL": "disabled"})
    picture = tmp_path / "board.png"
    run = tumbletrip("flick", "--speed", 1.1, "--png", picture)
    assert run.returncode == 0, run.stderr
    assert picture.read_bytes().startswith(PNG)


def environment() -> dict[str, str]:
    from tests.kit.command_line import ENVIRONMENT

    return ENVIRONMENT


def test_the_table_has_a_row_per_speed_and_hard_flicks_fly_off() -> None:
    run = tumbletrip("flick", "--table", "--flicks", 15, "--json")
    speeds = json.loads(run.stdout)["speeds"]
    assert all(sum(tiers.values()) == 15 for tiers in speeds.values())
    assert speeds["0.4"] == {"level": 15}
    assert speeds["0.8"].get("1x", 0) >= 10
    assert speeds["3.0"].get("off", 0) >= 12
