"""The shipped weights are those of the lab notebook, small, and fit their boards."""

from hashlib import sha256
from importlib.resources import files

import pytest

from tests.kit.dicetrip.sheets import BOARDS
from tumbletrip.bots.dicetrip.city_order import best_walk, city_order
from tumbletrip.bots.dicetrip.learning import known_boards
from tumbletrip.bots.dicetrip.learning import trained_values as trained
from tumbletrip.bots.dicetrip.learning.starting_values import board_and_layout, starting_mind
from tumbletrip.bots.dicetrip.machine.questions import value_of_sheet
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.sheet import Sheet

FOLDER = files("tumbletrip.bots.dicetrip.learning").joinpath(known_boards.FOLDER)
HASHES = {
    "france": "b19dbcd6453884a08ce7794790360f5555d460a083212e205ec6f9e0ad03b226",
    "germany": "4d313ea36447ae8c3035103191a3206381842d13eb65bd4c4bce776947f3439d",
}


@pytest.mark.parametrize("name", HASHES)
def test_the_shipped_weights_are_the_trained_ones(name: str) -> None:
    assert sha256(FOLDER.joinpath(f"{name}.steps").read_bytes()).hexdigest() == HASHES[name]


def test_all_weights_together_stay_below_twelve_megabytes() -> None:
    assert sum(len(file.read_bytes()) for file in FOLDER.iterdir()) < 12_000_000


@pytest.mark.parametrize("name", HASHES)
def test_a_trained_mind_differs_from_the_one_made_by_hand(name: str) -> None:
    edition = builtin_edition(name)
    assert known_boards.is_trained(edition)
    board, lay = board_and_layout(edition)
    assert sorted(board.order) == list(range(25))
    assert len(known_boards.learned_on(edition).steps) == 2 * lay.size
    sheet = Sheet(edition)
    by_hand, learned = starting_mind(edition), trained.mind_for(edition)
    assert value_of_sheet(learned, sheet) != value_of_sheet(by_hand, sheet)


def test_a_board_without_weights_is_played_with_the_mind_made_by_hand() -> None:
    elsewhere = BOARDS["elsewhere"]()
    assert not known_boards.is_trained(elsewhere)
    assert trained.mind_for(elsewhere) is starting_mind(elsewhere)


@pytest.mark.parametrize("name", HASHES)
def test_the_stored_order_of_cities_is_the_one_that_training_finds(name: str) -> None:
    edition = builtin_edition(name)
    assert city_order(edition) == best_walk(edition)
