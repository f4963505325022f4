"""Drafts of boards: flaws are named where they are, and nothing that is sent breaks the answer."""

from typing import Any

import pytest

from tests.kit.dicetrip.boards import grid_document
from tests.kit.dicetrip.own_boards import own_draft, own_word
from tumbletrip.answers.own_boards import checked
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.editions import own_edition


def flaws(draft: Any, language: str = "en") -> dict[str, dict[str, Any]]:
    return {flaw["kind"]: flaw for flaw in checked(draft, language, places_names=False)["flaws"]}


def test_a_draft_without_flaws_has_a_word() -> None:
    found = checked(own_draft(), "en", places_names=False)
    assert found["flaws"] == []
    assert found["word"] == own_word()
    assert own_edition(found["word"]).name("en") == "Utopia"


def test_a_bare_file_of_any_unit_is_drawn() -> None:
    found = checked(grid_document(), "en", places_names=True)
    assert found["word"]
    assert found["document"]["coast"] == "around"
    assert len({(city["label"]["dx"], city["label"]["anchor"]) for city in found["document"]["cities"]}) > 1


def test_a_crossing_names_both_roads_and_is_at_their_ends() -> None:
    draft = own_draft("france")
    draft["roads"].append(["caen", "dijon"])
    crossing = flaws(draft)["no_crossing"]
    assert set(crossing["at"]) >= {"caen", "dijon"}
    assert "Caen–Dijon" in crossing["text"]


def test_flaws_of_several_kinds_are_told_together() -> None:
    draft = own_draft("france")
    draft["cities"][1]["colour"] = "red"
    draft["roads"] = [road for road in draft["roads"] if "ajaccio" not in road]
    found = flaws(draft)
    assert set(found) == {"two_per_colour", "zone_connected", "connected"}
    assert found["two_per_colour"]["text"] == "3 cities wear red; two would be right."
    assert found["connected"]["at"] == ["ajaccio"]


def test_cities_and_roads_that_stand_too_close_are_named() -> None:
    draft = own_draft("france")
    lille, amiens = (city for city in draft["cities"] if city["id"] in ("shangri-la", "lille", "amiens"))
    lille["x"], lille["y"] = amiens["x"] + 20, amiens["y"]
    assert set(flaws(draft)["apart"]["at"]) == {lille["id"], "amiens"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_how_many_cities_are_missing(language: str) -> None:
    draft = own_draft()
    gone = draft["cities"].pop()["id"]
    draft["roads"] = [road for road in draft["roads"] if gone not in road]
    for zone in draft["zones"]:
        zone["cities"] = [city for city in zone["cities"] if city != gone]
    found = flaws(draft, language)
    assert "24" in found["city_count"]["text"]
    assert checked(draft, language, places_names=False)["document"]


@pytest.mark.parametrize(
    "draft",
    [
        None,
        3,
        [],
        {},
        {"id": "own", "cities": [None], "zones": [], "roads": []},
        {"id": "own", "cities": [{}] * 5000, "zones": [], "roads": []},
        {**own_draft(), "zones": [{"id": "a", "cities": []}]},
        {**own_draft(), "roads": [["a"]]},
        {**own_draft(), "cities": own_draft()["cities"] * 2},
    ],
)
def test_what_is_no_draft_has_flaws_and_no_drawing(draft: object) -> None:
    found = checked(draft, "en", places_names=True)
    assert found["flaws"]
    assert found["document"] is found["word"] is None


@pytest.mark.parametrize(
    "strange",
    [
        {"viewbox": "wide"},
        {"viewbox": [0, 0, float("nan"), 5]},
        {"viewbox": [0, 0, 0, 0]},
        {"viewbox": [0, 0, 10**9, 10**9]},
        {"outline": 7},
        {"outline": "M0 0C1 1 2 2 3 3Z"},
        {"outline": "M" * 200_000},
        {"ferries": {"a": 1}},
        {"ferries": [["a"], 3, ["lille", "nowhere"]]},
        {"coast": []},
        {"name": {"en": "x" * 5000}},
        {"sources": {str(number): "y" * 5000 for number in range(50)}},
        {"titleSpot": 3, "context": None, "cityRadius": "large"},
    ],
)
def test_strange_fields_of_a_drawing_are_left_out(strange: dict[str, Any]) -> None:
    found = checked({**own_draft("france"), **strange}, "en", places_names=False)
    assert found["flaws"] == []
    assert own_edition(found["word"])


@pytest.mark.parametrize(
    "label", [None, 4, {}, {"dx": "a", "dy": 1, "anchor": "start"}, {"dx": 1, "dy": 1, "lines": 3}]
)
def test_a_strange_place_of_a_name_is_replaced(label: object) -> None:
    draft = own_draft("france")
    draft["cities"][3]["label"] = label
    assert checked(draft, "en", places_names=False)["word"]


def test_a_renamed_city_is_not_written_in_its_old_lines() -> None:
    draft = own_draft("france")
    draft["cities"][4]["label"]["lines"] = ["Old", "Name"]
    found = checked(draft, "en", places_names=False)["document"]
    assert "lines" not in found["cities"][4]["label"]
