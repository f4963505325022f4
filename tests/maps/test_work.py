"""Boards made and rated piece by piece give what the commands give."""

import pytest

from tests.kit.dicetrip.own_boards import own_word
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_country_that_is_none_is_refused_in_the_language_of_who_asks(language: str) -> None:
    order = Order(work.making_work, work.MakeWish("XX", 1, language), 10)
    found = join_pieces(order, [do_piece(order, piece) for piece in pieces_of(order)])
    assert "XX" in found["refused"]


@pytest.mark.slow
def test_a_country_becomes_a_board_of_the_fairest_network() -> None:
    wish = work.MakeWish("DK", 1, "en")
    order = Order(work.making_work, wish, 5)
    assert len(pieces_of(order)) == 8
    scores: list[float | InputError | None] = [8.0, 7.0, 6.0, 1.0, 5.0, 4.0, 3.0, 2.0]
    document = order.work().join(scores)["document"]
    assert problems_of(document) == []
    assert document["name"]["fr"] == "Danemark"
