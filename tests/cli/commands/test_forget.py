"""`tumbletrip forget`, from outside."""

import asyncio
from pathlib import Path

import pytest

from tests.kit.command_line import tumbletrip_says
from tests.kit.server.hosts import host_on
from tests.kit.server.tables import person, setup


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file with three tables; two of them have a code that is known."""
    path = tmp_path / "tables.sqlite"

    async def fill() -> list[str]:
        async with host_on(str(path)) as host:
            names = (("Rosalind", "Ben"), ("Rosalind", "Cleo"), ("Ben", "Cleo"))
            return [(await host.open(setup(*map(person, pair)), {})).code for pair in names]

    (tmp_path / "codes").write_text("\n".join(asyncio.run(fill())), "utf-8")
    return path


def test_F52_a_table_is_forgotten_by_its_code(database: Path) -> None:
    codes = (database.parent / "codes").read_text("utf-8").split()
    answer = tumbletrip_says("forget", database, "--table", codes[2].lower(), "--table", "nowhere")
    assert answer.code == 0, answer
    assert "Tables forgotten: 1" in answer.out
    assert "Games that are whole: 2" in tumbletrip_says("doctor", database).out


def test_F52_of_a_forgotten_name_not_a_byte_is_left_in_the_file(database: Path) -> None:
    assert b"Rosalind" in database.read_bytes()
    answer = tumbletrip_says("--lang", "fr", "forget", database, "--name", "rosalind")
    assert answer.code == 0, answer
    assert "remplacé : 2" in answer.out
    assert b"rosalind" not in database.read_bytes().lower()
    assert tumbletrip_says("doctor", database).code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [((), "Say what to forget"), (("--name", "Ada"), "“letter.txt”")],
)
def test_what_cannot_be_forgotten_is_refused_in_a_sentence(
    words: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada, " * 500)
    tumbletrip_says("forget", "letter.txt", *words, folder=tmp_path).assert_refused(sentence)
