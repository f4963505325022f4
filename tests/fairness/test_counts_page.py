"""The page on which a server shows its dice."""

import re

import pytest

from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.fairness.counting import Misser
from tumbletrip.fairness.counts_page import counts_page

FAIR = {"noise": [70] * 6, "reroll/G": [1, 2, 1, 0, 2, 1], "roll/R": [101, 99, 100, 98, 102, 100]}
LOADED = {"roll/Y": [100, 100, 100, 100, 100, 400]}
MISSERS = [Misser("21cdae0bc3", 1, 3, 14)]
MISSING = {"away": 3, "bot": 20, "late": 1, "none": 2, "out": 5}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_in_every_language(language: str) -> None:
    page = counts_page(language, FAIR, MISSING, {1: 4, 3: 1}, MISSERS, tables=9, draws=99, given=300, voids=1)
    assert "{" not in page.split("</style>")[1]
    assert say("fair.stats.reason.late", language, count=1) in page
    assert say("fair.stats.seats", language, count=4, links=1) in page
    assert say("fair.stats.misser", language, mark="21cdae0bc3", player=2, missed=3, awaited=14) in page
    assert (
        f'<th scope="row">{say("fair.stats.kind.roll", language)}, {say("colour.red", language)}</th>' in page
    )
    assert 'class="good"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_dice_stand_as_they_lie_on_the_table_and_what_came_to_nothing_is_no_link(language: str) -> None:
    rows = {f"roll/{die}": [0] * 6 for die in "BGRY"}
    page = counts_page(language, rows, {}, {}, (), tables=1, draws=900, given=0, voids=7)
    colours = [say(f"colour.{colour}", language) for colour in ("red", "blue", "green", "yellow")]
    places = [page.index(f", {colour}<") for colour in colours]
    assert places == sorted(places)
    assert f"<li>{say('fair.stats.none', language)}</li>" in page
    assert f"<p>{say('fair.stats.void', language, count=7)}</p>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_stand_as_people_write_them(language: str) -> None:
    def told(counts: list[int]) -> str:
        page = counts_page(language, {"roll/Y": counts}, {}, {}, (), tables=1, draws=60, given=0, voids=0)
        return page.split('class="good"')[1].split("</p>")[0]

    decimal = "." if language == "en" else ","
    assert re.search(rf"\b0\{decimal}\d+\b", told([12, 9, 9, 10, 11, 9]))
    assert "e+" not in told([10, 10, 10, 10, 10, 38])
    assert re.search(r"\b\d{1,3}[.,\u202f]\d{3}\b", told([10, 10, 10, 10, 10, 38]))


def test_loaded_dice_are_alarming_and_no_dice_are_not() -> None:
    assert 'class="bad"' in counts_page("en", LOADED, {}, {}, (), tables=1, draws=900, given=0, voids=0)
    assert 'class="good"' in counts_page("en", {}, {}, {}, (), tables=0, draws=0, given=0, voids=0)
