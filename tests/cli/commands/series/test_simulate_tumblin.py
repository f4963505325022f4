"""`tumbletrip simulate tumblin` as a person meets it."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command_line import ENVIRONMENT, TIMEOUT_SECONDS, command, tumbletrip

SIMULATE = ("simulate", "tumblin")


def simulated(*arguments: object) -> dict[str, Any]:
    run = tumbletrip(*SIMULATE, *arguments, "--json")
    assert run.returncode == 0, run.stderr
    document: dict[str, Any] = json.loads(run.stdout)
    return document


def without_times(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in result.items() if not name.startswith("us_")}
        for result in document["results"]
    ]


def test_json_holds_points_wins_and_places_of_every_bot() -> None:
    document = simulated("--players", "child,casual", "--rounds", 3, "--seed", 4)
    assert (document["game"], document["seed"], document["interrupted"]) == ("tumblin", 4, False)
    child, casual = document["results"]
    assert child["rounds"] == casual["rounds"] == 3
    assert sum(child["places"].values()) == 15
    assert child["wins"] + casual["wins"] + child["ties"] == 3


@pytest.mark.slow
def test_the_same_seed_gives_the_same_result_with_any_number_of_jobs() -> None:
    alone, shared = (
        simulated("--players", "casual,expert", "--rounds", 2, "--budget", 0.02, "--jobs", jobs)
        for jobs in (1, 2)
    )
    assert without_times(alone) == without_times(shared)


def test_variants_presets_and_odd_dice_are_played() -> None:
    arguments = ("--players", "child,child,child,child", "--preset", "pairs", "--kinds", "d6,d20")
    document = simulated(*arguments, "--variant", "young", "--variant", "falling", "--rounds", 1)
    assert document["variant"] == ["young", "falling"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--players", "child,nobody"), "nobody"),
        (("--players", "child"), "players"),
        (("--players", "child,child", "--preset", "circus"), "duel"),
        (("--players", "child,child", "--variant", "flying"), "flying"),
        (("--players", "child,child", "--kinds", "d7"), "d20"),
        (("--players", "child,child", "--rounds", "0"), "--rounds"),
        (("--players", "child,child", "--variant", "target=9", "--variant", "rounds=2"), "not both"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(arguments: tuple[str, ...], word: str) -> None:
    run = tumbletrip(*SIMULATE, *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert word in run.stderr


def test_a_table_and_a_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / "places.png"
    run = tumbletrip(*SIMULATE, "--players", "child,casual", "--rounds", 2, "--plot", plot)
    assert run.returncode == 0, run.stderr
    assert "points per die" in run.stdout
    assert plot.stat().st_size > 5_000


@pytest.mark.slow
def test_ctrl_c_prints_what_is_there() -> None:
    words = command(*SIMULATE, "--players", "casual,casual", "--rounds", 100_000, "--json")
    bar, terminal = os.openpty()
    run = subprocess.Popen(
        words, env={**ENVIRONMENT, "TERM": "xterm"}, stdout=subprocess.PIPE, stderr=terminal, text=True
    )
    os.close(terminal)
    shown = b""
    while not re.search(rb"[1-9]\d*/100000", shown):  # the progress bar: a round was counted
        shown += os.read(bar, 4096)
    run.send_signal(signal.SIGINT)
    output, _ = run.communicate(timeout=TIMEOUT_SECONDS)
    os.close(bar)
    document = json.loads(output)
    assert run.returncode == 130
    assert document["interrupted"]
    assert document["results"][0]["rounds"] >= 1
