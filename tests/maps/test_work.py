"""Boards made and rated piece by piece give what the commands give."""

from typing import Any

import pytest

from tests.kit.dicetrip.own_boards import own_word, school
from tumbletrip.analysis.analysis_jobs import Order, do_piece, join_pieces, pieces_of
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.edition_checks import problems_of
from tumbletrip.dicetrip.editions import builtin_edition, own_edition
from tumbletrip.maps.playing import work
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_country_that_is_none_is_refused_in_the_language_of_who_asks(language: str) -> None:
    assert "XX" in asked_for(work.MakeWish("XX", 1, language))["refused"]


def test_what_is_wrong_with_a_list_of_places_is_said() -> None:
    wish = work.MakeWish("", 1, "de", places="Aula,48,2\nAula,49,3", name="Schule")
    assert asked_for(wish)["refused"].startswith("Zeile 2: Der Name „Aula“")


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
