"""`tumbletrip tournament dicetrip` as a person meets it."""

import json
from pathlib import Path

import pytest

from tests.kit.command_line import tumbletrip
from tests.kit.dicetrip.bots import Crosser, Scribbler, word

TOURNAMENT = ("tournament", "dicetrip")
TWO_BOTS = f"{word(Crosser)},{word(Scribbler)}"


def test_json_holds_ratings_strongest_first_and_the_matrix_in_the_order_given() -> None:
    run = tumbletrip(*TOURNAMENT, "--bots", f"{TWO_BOTS},{word(Crosser)}", "--games", 2, "--json")
    document = json.loads(run.stdout)
    assert run.returncode == 0
    assert document["games"] == 12
    assert document["results"][0]["bot"] == word(Scribbler)
    assert document["results"][0].keys() >= {"rating", "sigma", "rating_interval", "mean", "se", "wins"}
    assert document["matrix"] == [[None, 0, 0.5], [1, None, 1], [0.5, 0, None]]


def test_the_table_shows_who_beats_whom_and_the_plot_is_drawn(tmp_path: Path) -> None:
    run = tumbletrip(*TOURNAMENT, "--bots", TWO_BOTS, "--games", 2, "--plot", tmp_path / "ratings.svg")
    assert run.returncode == 0, run.stderr
    names = ["Scribbler", "Crosser"]
    rows = [line.split() for line in run.stdout.splitlines() if line.split()]
    assert [row[0] for row in rows if row[0].isalpha()] == ["rating", *names, "ahead", *names]
    assert rows[-2:] == [["Scribbler", "–", "100%"], ["Crosser", "0%", "–"]]
    assert "<svg" in (tmp_path / "ratings.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", word(Crosser)], "--players must be between"),
        (["--bots", TWO_BOTS, "--players", 3], "--players must be between"),
        (["--bots", TWO_BOTS, "--games", 0], "--games must be at least 1"),
        (["--bots", "casual,grandmaster"], "grandmaster"),
    ],
)
def test_bad_input_ends_with_one_sentence(arguments: list[object], sentence: str) -> None:
    run = tumbletrip(*TOURNAMENT, *arguments)
    assert run.returncode == 2
    assert sentence in run.stderr
    assert run.stderr.count("\n") == 1
