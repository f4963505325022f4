"""Analyses in pieces: what travels between processes arrives, and makes the same document."""

import json
import pickle

import pytest

from tests.analysis.tumblin.test_analysis import until
from tests.kit.dicetrip.studies import record_with
from tumbletrip.analysis.analysis_jobs import Order, do_piece, join_pieces, pieces_of
from tumbletrip.analysis.dicetrip.work import trip_work
from tumbletrip.analysis.tumblin.work import FEWEST_FLIGHTS, tumble_work
from tumbletrip.dicetrip.dice import Colour, Pair, Roll
from tumbletrip.dicetrip.rules import Entry, Kept, Rolled, Wrote

RED_BLUE = Pair(Colour.RED, Colour.BLUE)
TRIP = record_with(
    ["Ada"], [Rolled(0, Roll(1, 6, 2, 5)), Kept(0), Wrote(0, (Entry("paris", RED_BLUE), Entry("lyon")))]
)


@pytest.mark.parametrize(
    ("order", "pieces", "players"),
    [
        (Order(trip_work, TRIP, games=16), [(0, 0), (0, 1)], ["Ada"]),
        (Order(tumble_work, until(2), games=16), [0, 1], ["Ada", "Ben"]),
    ],
    ids=["dicetrip", "tumblin"],
)
def test_orders_and_pieces_survive_the_journey_to_another_process(
    order: Order, pieces: list[object], players: list[str]
) -> None:
    arrived: Order = pickle.loads(pickle.dumps(order))
    assert pieces_of(arrived) == pieces
    document = join_pieces(arrived, [do_piece(arrived, piece) for piece in pieces])
    assert json.loads(json.dumps(document)) == document
    assert not document["is_over"]
    assert document["problem"] is None
    assert [player["name"] for player in document["players"]] == players


def test_a_document_tells_all_that_the_screen_draws() -> None:
    order = Order(trip_work, TRIP, games=16)
    document = join_pieces(order, [do_piece(order, piece) for piece in pieces_of(order)])
    (player,) = document["players"]
    (turn,) = player["turns"]
    assert (turn["round"], turn["roll"], turn["cities"]) == (1, [1, 6, 2, 5], {})
    assert turn["sheet"].startswith("france ..")
    throwing, writing = turn["decisions"]
    assert (throwing["kind"], throwing["played"]["do"]) == ("reroll", "keep")
    assert writing["played"]["entries"] == [
        {"city": "paris", "dice": ["red", "blue"], "number": 16},
        {"city": "lyon", "dice": None, "number": None},
    ]
    assert all(option["worth"]["mean"] <= writing["best"]["worth"]["mean"] for option in writing["others"])


def test_flicks_are_flown_less_often_than_games_are_played_on() -> None:
    order = Order(tumble_work, until(1), games=6 * 12)
    assert join_pieces(order, [do_piece(order, 0)])["flights"] == 12
    order = Order(tumble_work, until(1), games=6)
    assert join_pieces(order, [do_piece(order, 0)])["flights"] == FEWEST_FLIGHTS
