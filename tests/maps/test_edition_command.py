"""`tumbletrip edition`: boards made and rated from the command line."""

import json
from pathlib import Path

import pytest

from tests.kit.command_line import tumbletrip_says
from tumbletrip.core.texts import catalogue


@pytest.mark.parametrize(
    ("language", "arguments", "key"),
    [
        ("en", (), "maps.one_of"),
        ("fr", ("--country", "CH", "--box", "1,2,3,4"), "maps.one_of"),
        ("de", ("--country", "Atlantis"), "maps.no_country"),
        ("nl", ("--country", "MC"), "maps.too_few"),
        ("fr", ("--box", "north"), "maps.bad_box"),
        ("de", ("--cities", "-"), "maps.too_few"),
    ],
)
def test_what_cannot_be_made_is_said_in_one_sentence(
    language: str, arguments: tuple[str, ...], key: str
) -> None:
    answer = tumbletrip_says("--lang", language, "edition", "make", *arguments)
    answer.assert_refused(catalogue(language)[key].split("{")[0])


@pytest.mark.slow
def test_a_board_is_rated_beside_france_and_germany(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    answer = tumbletrip_says(
        "edition", "rate", "switzerland", "--games", "2", "--json", "--picture", str(picture)
    )
    assert answer.code == 0, answer.err
    found = json.loads(answer.out)
    assert found["rated"]["board"] == "switzerland"
    assert [rated["board"] for rated in found["compared"]] == ["france", "germany"]
    assert len(found["rated"]["crossed"]) == 25
    assert picture.read_text("utf-8").startswith("<svg")
