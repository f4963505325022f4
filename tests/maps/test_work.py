"""Boards made and rated piece by piece give what the commands give."""

from typing import Any

import pytest

from tests.kit.dicetrip.own_boards import own_draft, own_word, school
from tumbletrip.analysis.analysis_jobs import Order, do_piece, join_pieces, pieces_of
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.edition_checks import problems_of
from tumbletrip.dicetrip.editions import builtin_edition, own_edition
from tumbletrip.dicetrip.own.closeness import too_close
from tumbletrip.maps.playing import work
from tumbletrip.maps.playing.laying import LayWish, Spot, laying_work
from tumbletrip.maps.playing.rating import games_on, rating


def test_a_rating_in_batches_is_the_rating_of_all_games() -> None:
    board = own_edition(own_word())
    order = Order(work.rating_work, board, 20)
    pieces = pieces_of(order)
    found = join_pieces(order, [do_piece(order, piece) for piece in pieces])
    assert len(pieces) == 4
    assert found["rating"] == rating(board, games_on(board, 20)).as_json()
    assert (
        found["compared"]
        == rating(builtin_edition("france"), games_on(builtin_edition("france"), 20)).as_json()
    )


def asked_for(wish: work.MakeWish) -> dict[str, Any]:
    order = Order(work.making_work, wish, 10)
    found: dict[str, Any] = join_pieces(order, [do_piece(order, piece) for piece in pieces_of(order)])
    return found


def test_countries_stand_where_people_look_for_them_whatever_their_accents() -> None:
    names = {language: [name for _, name in work.countries(language)] for language in LANGUAGES}
    assert names["de"].index("Norwegen") < names["de"].index("Österreich") < names["de"].index("Pakistan")
    assert names["fr"].index("Danemark") < names["fr"].index("Égypte") < names["fr"].index("Finlande")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_country_that_is_none_is_refused_in_the_language_of_who_asks(language: str) -> None:
    assert "XX" in asked_for(work.MakeWish("XX", 1, language))["refused"]


def test_what_is_wrong_with_a_list_of_places_is_said() -> None:
    wish = work.MakeWish("", 1, "de", places="Aula,48,2\nAula,49,3", name="Schule")
    assert asked_for(wish)["refused"].startswith("Zeile 2: Der Name „Aula“")


def laid_on(spots: list[tuple[float, float]]) -> dict[str, Any]:
    named = tuple(Spot(f"C{number}", *spot) for number, spot in enumerate(spots))
    order = Order(laying_work, LayWish(named, 1, "fr"), 10)
    found: dict[str, Any] = join_pieces(order, [do_piece(order, piece) for piece in pieces_of(order)])
    return found


@pytest.mark.slow
def test_cities_that_somebody_placed_get_roads_zones_and_colours_and_a_little_room() -> None:
    draft = own_draft()
    berlin = next(city for city in draft["cities"] if city["id"] == "berlin")
    beside = next(city for city in draft["cities"] if city["id"] == "leipzig")
    before = berlin["x"], berlin["y"] = beside["x"] + 50, beside["y"]
    ids = [city["id"] for city in draft["cities"]]
    laid = laid_on([(city["x"], city["y"]) for city in draft["cities"]])["laid"]
    roads = [[ids[one], ids[other]] for one, other in laid["roads"]]
    zones = [
        {**zone, "cities": [ids[city] for city in laid["zones"][number]]}
        for number, zone in enumerate(draft["zones"])
    ]
    places = [(spot["x"], spot["y"]) for spot in laid["spots"]]
    assert places[ids.index("berlin")] != before
    assert (
        sum(place == (city["x"], city["y"]) for place, city in zip(places, draft["cities"], strict=True)) > 15
    )
    zone_of = {city: zone["id"] for zone in zones for city in zone["cities"]}
    cities = [
        {**city, **spot, "zone": zone_of[city["id"]], "colour": colour}
        for city, spot, colour in zip(draft["cities"], laid["spots"], laid["colours"], strict=True)
    ]
    board = {**draft, "cities": cities, "roads": roads, "zones": zones}
    assert problems_of(board) == []
    assert list(too_close(board)) == []


def test_cities_in_a_row_cannot_be_joined_and_whoever_asks_is_told() -> None:
    row = [(80.0 * city, 0.0) for city in range(25)]
    assert laid_on(row)["refused"].startswith("Ces villes")
    assert laid_on([*row[:24], (0.0, 20.0)])["refused"] == "C0 et C24 sont trop proches pour une même carte."


@pytest.mark.slow
def test_a_list_of_places_becomes_a_board_of_this_name() -> None:
    document = asked_for(work.MakeWish("", 1, "en", places=school(), name="Our School"))["document"]
    assert not problems_of(document)
    assert document["name"] == dict.fromkeys(LANGUAGES, "Our School")
    rooms = {line.split(",")[0] for line in school().splitlines()}
    assert {city["name"] for city in document["cities"]} == rooms


@pytest.mark.slow
def test_a_country_becomes_a_board_of_the_fairest_network() -> None:
    wish = work.MakeWish("DK", 1, "en")
    order = Order(work.making_work, wish, 5)
    assert len(pieces_of(order)) == 8
    scores: list[float | InputError | None] = [8.0, 7.0, 6.0, 1.0, 5.0, 4.0, 3.0, 2.0]
    document = order.work().join(scores)["document"]
    assert problems_of(document) == []
    assert document["name"]["fr"] == "Danemark"
