"""The file of a dataset: whole or not there, and the same bytes for the same rows."""

import json
from pathlib import Path

import pytest
from pyarrow.parquet import ParquetFile

from tests.kit.dicetrip.bots import Scribbler, word
from tumbletrip.analysis.dicetrip.simulation import Pairing, Setup
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.envs.datasets import parquet
from tumbletrip.envs.datasets.parquet import DatasetFile, schema_for
from tumbletrip.envs.datasets.rows import Row, rows_of_pairing

SETUP = Setup(builtin_edition("germany"), (word(Scribbler),), seed=4)


def rows() -> list[Row]:
    return rows_of_pairing(SETUP, 0, (0, Pairing(0, (0,))))


def test_rows_come_back_as_they_went_in_whatever_the_size_of_a_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "GROUP", 10)
    path = tmp_path / "one.parquet"
    written = rows()
    with DatasetFile(path, schema_for(1, {"seed": 4})) as file:
        file.add(written)
    read = ParquetFile(path)
    assert read.num_row_groups == -(-len(written) // 10)
    table = read.read().to_pylist()
    assert [bytes(number % 256 for number in row["observation"]) for row in table] == [
        row.observation for row in written
    ]
    for name in ("game", "seat", "bot", "round", "action", "considered", "final", "win"):
        assert [row[name] for row in table] == [getattr(row, name) for row in written]
    assert table[0]["values"] == pytest.approx(written[0].values)
    assert json.loads(read.schema_arrow.metadata[b"tumbletrip"]) == {"seed": 4}
    assert file.rows == len(written)


def test_after_a_failure_an_older_file_is_still_there_and_no_half_one(tmp_path: Path) -> None:
    path = tmp_path / "kept.parquet"
    path.write_text("older")
    file = DatasetFile(path, schema_for(1, {}))
    file.add(rows())
    file.__exit__(KeyError, KeyError("a bot broke down"), None)
    assert path.read_text() == "older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"x\.parquet cannot be written"):
        DatasetFile(tmp_path / "nowhere" / "x.parquet", schema_for(1, {}))
