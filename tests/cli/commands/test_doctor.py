"""`tumbletrip doctor`, from outside."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.kit.command_line import tumbletrip_says
from tests.kit.server.damage import EVENTS_EACH, GAMES, full_database, overwrite_root


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "tables.sqlite"
    asyncio.run(full_database(path))
    return path


def test_a_healthy_database_is_called_healthy(database: Path) -> None:
    answer = tumbletrip_says("doctor", database)
    assert answer.code == 0, answer
    assert "is healthy" in answer.out
    assert f"Games that are whole: {GAMES}" in answer.out


def test_F28_a_damaged_one_is_told_of_and_saved(database: Path, tmp_path: Path) -> None:
    overwrite_root(database, "events")
    told = tumbletrip_says("--lang", "de", "doctor", database)
    assert told.code == 1
    assert "ist beschädigt" in told.out
    assert "--save-to" in told.out
    answer = tumbletrip_says("doctor", "--json", "--save-to", tmp_path / "saved.sqlite", database)
    assert answer.code == 1
    document = json.loads(answer.out)
    assert document["healthy"] is False
    assert document["unreadable"] == ["events"]
    assert document["games"] == {"whole": GAMES, "cut": 0, "lost": 0}
    assert document["events"] == {"good": GAMES * EVENTS_EACH, "lost": 0}
    assert tumbletrip_says("doctor", tmp_path / "saved.sqlite").code == 0


@pytest.mark.parametrize(
    ("word", "sentence"),
    [("nothing.sqlite", "cannot be read"), ("postgresql://me@here/it", "pg_amcheck")],
)
def test_what_cannot_be_examined_is_refused_in_a_sentence(word: str, sentence: str, tmp_path: Path) -> None:
    tumbletrip_says("doctor", word, folder=tmp_path).assert_refused(sentence)


def test_a_text_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada, " * 500)
    tumbletrip_says("doctor", "letter.txt", folder=tmp_path).assert_refused("cannot be used as a database")
