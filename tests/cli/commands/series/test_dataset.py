"""`tumbletrip dataset dicetrip` as a person meets it."""

from pathlib import Path

import pytest
from pyarrow.parquet import read_table

from tests.kit.command_line import ROOT, tumbletrip, tumbletrip_says
from tests.kit.dicetrip.bots import Crosser, Faulty, Scribbler, word

DATASET = ("dataset", "dicetrip")


def written(path: Path, *arguments: object) -> bytes:
    run = tumbletrip(*DATASET, *arguments, "--parquet", path)
    assert run.returncode == 0, run.stderr
    return path.read_bytes()


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_jobs(tmp_path: Path) -> None:
    games = ("--bots", f"{word(Scribbler)},{word(Crosser)}", "--games", 6)
    one = written(tmp_path / "one.parquet", *games)
    assert written(tmp_path / "two.parquet", *games, "--jobs", 2) == one
    assert written(tmp_path / "other.parquet", *games, "--seed", 2) != one


def test_it_tells_how_many_rows_it_wrote_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    run = tumbletrip(*DATASET, "--bots", word(Crosser), "--games", 2, "--solo", "--parquet", path)
    table = read_table(path)
    assert run.stdout.split() == f"{path}: {table.num_rows} rows of 2 games.".split()
    assert set(table["final"].to_pylist()) == {-25}
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "word_said"),
    [
        (["--bots", word(Crosser), "--parquet", "nowhere/x.parquet"], "folder"),
        (["--bots", word(Crosser), "--parquet", "x.parquet", "--effort", "-1"], "--effort"),
        (["--bots", word(Crosser), "--parquet", "x.parquet", "--games", "0"], "--games"),
        (["--bots", ",".join([word(Crosser)] * 5), "--parquet", "x.parquet"], "at most 4"),
        (["--bots", word(Faulty), "--parquet", "x.parquet"], "LookupError"),
    ],
)
def test_bad_input_ends_with_one_sentence_and_no_file(
    tmp_path: Path, arguments: list[str], word_said: str
) -> None:
    tumbletrip_says(*DATASET, *arguments, folder=tmp_path).assert_refused(word_said)
    assert list(tmp_path.iterdir()) == []


def test_every_column_is_told_in_the_guide() -> None:
    from tumbletrip.envs.datasets.rows import Row

    guide = (ROOT / "docs" / "research.md").read_text("utf-8")
    assert all(f"| `{column}` |" in guide for column in Row._fields)
