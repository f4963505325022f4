"""`tumbletrip sheets`: the file it writes, and what it says when it cannot."""

import json
from pathlib import Path

import pytest

from tests.kit.command_line import ROOT, tumbletrip_says
from tests.kit.dicetrip.boards import grid_document, save_board
from tests.kit.pdf import Pdf

RECORD = ROOT / "tests" / "golden" / "published_germany.trip"


def test_a_pad_is_written_in_the_language_asked_for(tmp_path: Path) -> None:
    target = tmp_path / "pad.pdf"
    options = ("--edition", "germany", "--paper", "letter", "--per-page", "2", "--copies", "5")
    answer = tumbletrip_says("sheets", *options, "--lang", "fr", "-o", target)
    assert answer.code == 0, answer
    assert answer.out.endswith("3 pages\n")
    pdf = Pdf(target.read_bytes())
    assert len(pdf.pages) == 3
    assert "München" in pdf.words()
    assert pdf.language == "fr"


def test_an_own_edition_a_keepsake_and_score_sheets(tmp_path: Path) -> None:
    board = save_board(tmp_path, grid_document())
    kinds: dict[str, tuple[str | Path, ...]] = {
        "City24": ("--edition", board),
        "Saarbrücken": ("--game", RECORD),
        "Zoé": ("--tumblin", "--players", "Ada, Zoé"),
    }
    for word, options in kinds.items():
        target = tmp_path / "made.pdf"
        assert tumbletrip_says("sheets", *options, "-o", target).code == 0
        pdf = Pdf(target.read_bytes())
        assert word in pdf.words(len(pdf.pages) - 1)


def test_the_measures_of_a_page_are_written_beside_it(tmp_path: Path) -> None:
    measures = tmp_path / "pad.json"
    options = ("--edition", "germany", "--per-page", "4", "--measures", measures)
    assert tumbletrip_says("sheets", *options, "-o", tmp_path / "pad.pdf").code == 0
    found = json.loads(measures.read_text("utf-8"))
    assert (found["edition"], found["layout"], len(found["sheets"])) == ("germany", 2, 4)
    assert len(found["sheets"][3]["cities"]) == 25


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--paper", "a3"), "a3"),
        (("--per-page", "3"), "1, 2, 4"),
        (("--copies", "1000"), "200"),
        (("--edition", "atlantis"), "atlantis"),
        (("--game", "missing.trip"), "missing.trip"),
        (("--game", "missing.trip", "--tumblin"), "--tumblin"),
        (("--tumblin", "--players", "17"), "17"),
        (("--lang", "xx"), "xx"),
        (("--tumblin", "--measures", "pad.json"), "--tumblin"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, options: tuple[str, ...], word: str) -> None:
    target = tmp_path / "pad.pdf"
    tumbletrip_says("sheets", *options, "-o", target).assert_refused(word)
    assert not target.exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    for target in (tmp_path / "no" / "such.pdf", tmp_path):
        tumbletrip_says("sheets", "-o", target).assert_refused(str(target))
