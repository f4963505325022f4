"""The page that one keeps of a game; what it finds is tested in frontend/tests/table/check-page.test.ts."""

import pytest

from tests.kit.command_line import ROOT
from tests.kit.fair_games import fair_trip
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.dicetrip.notation.records import format_record
from tumbletrip.fairness.check_page import check_page

GOLDEN = ROOT / "tests" / "golden" / "fair.trip"


def test_the_game_that_pages_are_tested_with_is_the_one_that_is_drawn_today() -> None:
    assert GOLDEN.read_text("utf-8") == format_record(fair_trip())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_whole_in_every_language_and_asks_nobody(language: str) -> None:
    page = check_page(GOLDEN.read_text("utf-8"), language)
    assert f"<h1>{say('fair.page.title', language)}</h1>" in page
    assert "http" not in page.replace("http-equiv", "")
    for place in ("{title}", "{words}", "{record}", "{button}", "{language}"):
        assert place not in page


def test_nothing_in_a_record_becomes_a_part_of_the_page() -> None:
    page = check_page('[A "</textarea><script>alert(1)</script> {words}"]', "en")
    assert "<script>alert" not in page
    assert "&lt;/textarea&gt;" in page
