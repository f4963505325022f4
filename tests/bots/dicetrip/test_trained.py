"""The shipped weights are those of the lab notebook, small, and fit their boards."""

from hashlib import sha256
from importlib.resources import files

import numpy as np
import pytest

from tests.kit.dicetrip.sheets import BOARDS
from tumbletrip.bots.dicetrip.city_order import best_walk, city_order
from tumbletrip.bots.dicetrip.learning import known_boards
from tumbletrip.bots.dicetrip.learning import trained_values as trained
from tumbletrip.bots.dicetrip.learning.starting_values import starting_mind
from tumbletrip.dicetrip.editions import builtin_edition

FOLDER = files("tumbletrip.bots.dicetrip.learning").joinpath(known_boards.FOLDER)
HASHES = {
    "france": "8235d9cd6de7743140c023fa7140995964419a208451d1fe5c9b14f26ff496b9",
    "germany": "abe595a2a66069f6f7c3c7578fb4b5166502114f6be899041747f45c571730f2",
}


@pytest.mark.parametrize("name", HASHES)
def test_the_shipped_weights_are_the_trained_ones(name: str) -> None:
    assert sha256(FOLDER.joinpath(f"{name}.npz").read_bytes()).hexdigest() == HASHES[name]


def test_all_weights_together_stay_below_twelve_megabytes() -> None:
    assert sum(len(file.read_bytes()) for file in FOLDER.iterdir()) < 12_000_000


@pytest.mark.parametrize("name", HASHES)
def test_a_trained_mind_differs_from_the_one_made_by_hand(name: str) -> None:
    edition = builtin_edition(name)
    mind = trained.mind_for(edition)
    assert known_boards.is_trained(edition)
    assert mind.weights.size == mind.layout.size
    assert mind.weights.dtype == np.float32
    assert sorted(mind.board.order.tolist()) == list(range(25))
    assert not np.array_equal(mind.weights, starting_mind(edition).weights)


def test_a_board_without_weights_is_played_with_the_mind_made_by_hand() -> None:
    elsewhere = BOARDS["elsewhere"]()
    assert not known_boards.is_trained(elsewhere)
    assert trained.mind_for(elsewhere) is starting_mind(elsewhere)


@pytest.mark.parametrize("name", HASHES)
def test_the_stored_order_of_cities_is_the_one_that_training_finds(name: str) -> None:
    edition = builtin_edition(name)
    assert city_order(edition) == best_walk(edition)
