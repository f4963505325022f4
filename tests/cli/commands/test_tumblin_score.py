"""`tumbletrip tumblin-score` and `tumbletrip replay` of a .tumble file, as a person meets them."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden"


def run(*arguments: str, text: str = "", lang: str = "en") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TUMBLETRIP_LANG": lang, "NO_COLOR": "1", "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [sys.executable, "-m", "tumbletrip", *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=120,
        check=False,
    )


def test_a_text_pad_is_counted_round_by_round() -> None:
    done = run("tumblin-score", str(GOLDEN / "evening.pad"))
    assert done.returncode == 0
    assert "Ada: a1 5·3x +15, a2 2·1x +2, a3 before the line +0" in done.stdout
    assert done.stdout.rstrip().endswith("Ada wins: the target is reached.")


def test_a_json_pad_from_standard_input_gives_one_json_object() -> None:
    done = run("tumblin-score", "-", "--json", text=(GOLDEN / "odd_teams.pad.json").read_text("utf-8"))
    counted = json.loads(done.stdout)
    assert counted["totals"] == [46, 9]
    assert counted["sides"] == [["Ada", "Cleo"], ["Ben", "Dan"]]
    assert counted["outcome"] is None
    first = counted["rounds"][0]["dice"][0]
    assert first == {
        "player": "Ada",
        "die": "a1",
        "kind": "d8",
        "bonus": False,
        "face": 8,
        "zone": 4,
        "points": 12,
        "why": "counts",
    }


def test_the_outcome_of_a_match_is_in_the_json() -> None:
    counted = json.loads(run("tumblin-score", str(GOLDEN / "evening.pad"), "--json").stdout)
    assert counted["outcome"] == {"reason": "target_reached", "ranking": [[0], [1]]}


def test_a_wrong_pad_ends_with_one_sentence_and_exit_code_2() -> None:
    for text in ("", "players A B\nround\nA: 7x9\n", "{", '{"players": 3}'):
        done = run("tumblin-score", "-", text=text)
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.strip().split("\n")) == 1
        assert "Traceback" not in done.stderr


def test_a_wrong_pad_is_explained_in_the_language_of_the_person() -> None:
    done = run("tumblin-score", "-", text="players A B\nround\nA: 7x9\n", lang="de")
    assert "Zeile 3, Spalte 4" in done.stderr


def test_a_match_is_replayed_round_by_round() -> None:
    done = run("replay", str(GOLDEN / "duel_bonus_falling.tumble"))
    assert done.returncode == 0
    assert "Round 1" in done.stdout
    assert "wins: the target is reached." in done.stdout


def test_a_broken_match_is_told_as_far_as_it_is_good() -> None:
    text = (GOLDEN / "duel_bonus_falling.tumble").read_text("utf-8").replace("speed 1.2", "speed 9.9")
    done = run("replay", "-", text=text)
    assert done.returncode == 2
    assert "Order of play" in done.stdout
    assert "Too hard" in done.stderr


def test_neither_command_loads_numpy_or_mujoco() -> None:
    code = (
        "import sys; from tumbletrip.cli.commands import replay, tumblin_score; "
        "print([name for name in ('numpy', 'mujoco', 'numba', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        timeout=120,
        check=True,
    )
    assert done.stdout.strip() == "[]"
