"""The page that one keeps of a game; what it finds is tested in frontend/tests/table/check-page.test.ts."""

from pathlib import Path

import pytest

from tests.kit.command_line import ROOT
from tests.kit.fair_games import fair_trip, fair_tumble
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.dicetrip.notation.records import format_record
from tumbletrip.fairness.check_page import check_page
from tumbletrip.tumblin.notation import records as tumblin_records

GOLDEN = ROOT / "tests" / "golden" / "fair.trip"
MATCH = GOLDEN.with_suffix(".tumble")


def test_the_games_that_pages_are_tested_with_are_those_that_are_drawn_today() -> None:
    assert GOLDEN.read_text("utf-8") == format_record(fair_trip())
    assert MATCH.read_text("utf-8") == tumblin_records.format_record(fair_tumble())


@pytest.mark.parametrize("record", [GOLDEN, MATCH], ids=lambda path: path.suffix)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_whole_in_every_language_and_asks_nobody(record: Path, language: str) -> None:
    page = check_page(record.read_text("utf-8"), language)
    assert f"<h1>{say('fair.page.title', language)}</h1>" in page
    words = {"roll", "reroll", "noise"} if language != "en" else {"reroll", "noise"}
    assert all(f'"{kind}": "{kind}"' not in page for kind in words)
    assert "http" not in page.replace("http-equiv", "")
    for place in ("{title}", "{words}", "{record}", "{button}", "{language}"):
        assert place not in page


def test_nothing_in_a_record_becomes_a_part_of_the_page() -> None:
    page = check_page('[A "</textarea><script>alert(1)</script> {words}"]', "en")
    assert "<script>alert" not in page
    assert "&lt;/textarea&gt;" in page
