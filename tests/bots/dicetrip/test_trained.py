"""The shipped tables are those of the lab notebook, small, and fit their boards."""

from hashlib import sha256
from importlib.resources import files

import numpy as np
import pytest

from tests.kit.sheets import BOARDS
from tumbletrip.bots.dicetrip import trained
from tumbletrip.bots.dicetrip.starting import starting_mind
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition

FOLDER = files("tumbletrip.bots.dicetrip").joinpath(trained.FOLDER)
HASHES = {
    "france": "ccbc1e833a427e5cecfd138ed6409a8dd1112e6afad048bcd91fc0a18ad366a4",
    "germany": "f8f426448dd34d0f67060624cb18e53000ec623a9bd836f00bb5d3ae07cf4e27",
}


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_the_shipped_tables_are_the_trained_ones(name: str) -> None:
    assert sha256(FOLDER.joinpath(f"{name}.npz").read_bytes()).hexdigest() == HASHES[name]


def test_all_tables_together_stay_below_twelve_megabytes() -> None:
    assert sum(len(file.read_bytes()) for file in FOLDER.iterdir()) < 12_000_000


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_a_trained_mind_differs_from_the_one_made_by_hand(name: str) -> None:
    edition = builtin_edition(name)
    mind = trained.mind_for(edition)
    assert trained.is_trained(edition)
    assert mind.weights.size == mind.layout.size
    assert mind.weights.dtype == np.float32
    assert sorted(mind.board.order.tolist()) == list(range(25))
    assert not np.array_equal(mind.weights, starting_mind(edition).weights)


def test_a_board_without_tables_is_played_with_the_mind_made_by_hand() -> None:
    elsewhere = BOARDS["elsewhere"]()
    assert not trained.is_trained(elsewhere)
    assert trained.mind_for(elsewhere) is starting_mind(elsewhere)
