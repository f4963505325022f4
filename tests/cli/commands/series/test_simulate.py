"""`tumbletrip simulate dicetrip` as a person meets it."""

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command_line import ENVIRONMENT, command, tumbletrip
from tests.kit.dicetrip import bots as dicetrip_bots
from tests.kit.dicetrip.boards import grid_document, save_board
from tests.kit.dicetrip.bots import Babbler, Cheat, Crosser, Faulty, Scribbler, Sleeper, word
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.notation.records import parse_record
from tumbletrip.dicetrip.notation.replays import replay

SIMULATE = ("simulate", "dicetrip")
TWO_BOTS = f"{word(Scribbler)},{word(Crosser)}"
NEEDED = {"bot", "games", "mean", "se", "wins", "us_per_decision"}


def simulated(*arguments: object) -> dict[str, Any]:
    run = tumbletrip(*SIMULATE, *arguments, "--json")
    assert run.returncode == 0, run.stderr
    document: dict[str, Any] = json.loads(run.stdout)
    return document


def without_times(document: dict[str, Any]) -> dict[str, Any]:
    """A document without what depends on the clock."""
    results = [
        {name: value for name, value in result.items() if not name.startswith("us_")}
        for result in document["results"]
    ]
    return document | {"results": results, "seconds": None}


def test_json_holds_one_result_per_bot() -> None:
    document = simulated("--bots", TWO_BOTS, "--games", 8, "--edition", "germany", "--seed", 5)
    assert document["edition"] == "germany"
    assert document["seed"] == 5
    assert not document["interrupted"]
    scribbler, crosser = document["results"]
    assert scribbler.keys() >= NEEDED
    assert scribbler["games"] == crosser["games"] == 8
    assert scribbler["mean"] == pytest.approx(sum(scribbler["parts"].values()))
    assert (crosser["mean"], crosser["se"], crosser["wins"]) == (-25, 0, 0)
    assert (scribbler["wins"], scribbler["win_share"]) == (8, 1)


def test_the_same_seed_gives_the_same_result_and_another_seed_another() -> None:
    one, again, other = (
        simulated("--bots", word(Scribbler), "--games", 5, "--seed", seed) for seed in (1, 1, 2)
    )
    assert without_times(one) == without_times(again)
    assert one["results"][0]["histogram"] != other["results"][0]["histogram"]


@pytest.mark.slow
def test_the_number_of_jobs_changes_nothing() -> None:
    one, two = (simulated("--bots", TWO_BOTS, "--games", 30, "--tens", "--jobs", jobs) for jobs in (1, 2))
    assert without_times(one) == without_times(two)


def test_DT14_tens_points_come_with_the_variant_only() -> None:
    plain, with_tens = (
        simulated("--bots", word(Scribbler), "--games", 20, *flag)["results"][0]["parts"]["tens"]
        for flag in ((), ("--tens",))
    )
    assert plain == 0
    assert with_tens > 0


def test_a_bot_may_be_a_dataclass_with_postponed_annotations(tmp_path: Path) -> None:
    source = Path(dicetrip_bots.__file__).read_text("utf-8")
    postponed = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    own = "@dataclass\nclass Tidy(Crosser):\n    cities: int = 2\n"
    (tmp_path / "tidy.py").write_text(postponed + source + "\n\n" + own, "utf-8")
    document = simulated("--bots", f"{tmp_path / 'tidy.py'}:Tidy", "--games", 1)
    assert document["results"][0]["mean"] == -25


def test_solo_lets_any_number_of_bots_play_alone() -> None:
    document = simulated("--bots", ",".join([word(Crosser)] * 5), "--games", 2, "--solo")
    assert [(result["games"], result["win_share"]) for result in document["results"]] == [(2, None)] * 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_fits_eighty_columns_in_every_language(language: str) -> None:
    run = tumbletrip("--lang", language, *SIMULATE, "--bots", f"{TWO_BOTS},{word(Crosser)}", "--games", 2)
    assert run.returncode == 0, run.stderr
    assert "-25.00" in run.stdout
    assert "…" not in run.stdout.replace("… ", "")
    assert max(len(line) for line in run.stdout.splitlines()) <= 80
    assert run.stderr == ""


def test_a_terminal_gets_a_progress_bar_and_the_result_stays_clean() -> None:
    ours, theirs = pty.openpty()
    words = command(*SIMULATE, "--bots", word(Sleeper), "--games", 5, "--json")
    run = subprocess.run(
        words,
        env=ENVIRONMENT | {"TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        check=True,
    )
    os.close(theirs)
    drawn = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "Getting the bots ready" in drawn
    assert "Playing" in drawn
    assert "/5" in drawn
    assert json.loads(run.stdout)["results"][0]["games"] == 5


def test_every_record_replays_to_its_result(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    simulated("--bots", TWO_BOTS, "--games", 3, "--records", folder)
    records = sorted(folder.iterdir())
    assert [path.name for path in records] == ["game-00001.trip", "game-00002.trip", "game-00003.trip"]
    for path in records:
        record = parse_record(path.read_text("utf-8"))
        assert record.result is not None
        assert replay(record).error is None


def test_a_plot_is_drawn(tmp_path: Path) -> None:
    simulated("--bots", TWO_BOTS, "--games", 4, "--plot", tmp_path / "scores.png")
    assert (tmp_path / "scores.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "grandmaster"], "grandmaster"),
        (["--bots", "casual,,casual"], "empty place"),
        (["--bots", "nowhere/bot.py:Bot"], "nowhere/bot.py"),
        (["--bots", word(Crosser) + "s"], "Crossers"),
        (["--bots", ",".join([word(Crosser)] * 5)], "at most 4"),
        (["--bots", TWO_BOTS, "--edition", "atlantis"], "atlantis"),
        (["--bots", TWO_BOTS, "--edition", "nowhere.json"], "nowhere.json"),
        (["--bots", TWO_BOTS, "--games", 0], "--games must be at least 1, not 0"),
        (["--bots", TWO_BOTS, "--jobs", 0], "--jobs must be at least 1, not 0"),
        (["--bots", TWO_BOTS, "--budget", -1], "--budget"),
        (["--bots", TWO_BOTS, "--plot", "scores.gif"], ".png"),
        (["--bots", TWO_BOTS, "--plot", "nowhere/scores.png"], "folder"),
        (["--bots", TWO_BOTS, "--records", __file__], "cannot be written"),
        (["--bots", word(Cheat)], "already"),
        (["--bots", word(Babbler)], "I would rather not"),
        (["--bots", word(Faulty)], "LookupError: no idea"),
    ],
)
def test_bad_input_ends_with_one_sentence(arguments: list[object], sentence: str) -> None:
    run = tumbletrip(*SIMULATE, *arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert sentence in run.stderr
    assert run.stderr.startswith("tumbletrip: ")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_ctrl_c_prints_what_is_there_so_far(jobs: int, tmp_path: Path) -> None:
    arguments = ("--bots", word(Sleeper), "--games", 100_000, "--jobs", jobs, "--json", "--records", tmp_path)
    with subprocess.Popen(
        command(*SIMULATE, *arguments),
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        wait_for(tmp_path / "game-00003.trip")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
        printed, complaints = process.communicate(timeout=120)
    document = json.loads(printed)
    assert process.returncode == 130
    assert complaints == ""
    assert document["interrupted"]
    assert 3 <= document["results"][0]["games"] < 100_000


def wait_for(path: Path, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < deadline, f"{path} did not appear"
        time.sleep(0.02)


def test_a_bot_on_a_board_it_was_not_trained_on_says_so_and_others_do_not(tmp_path: Path) -> None:
    own = save_board(tmp_path, grid_document())
    arguments = ("--bots", "good,expert", "--games", 1, "--budget", 0.002, "--edition", own)
    run = tumbletrip(*SIMULATE, *arguments, "--json")
    assert run.returncode == 0, run.stderr
    assert "expert: This bot has not been trained on the board “Grid”" in run.stderr
    assert "good:" not in run.stderr
    assert json.loads(run.stdout)["edition"] == "grid"
