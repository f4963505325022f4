"""The shipped weights are those of the lab notebook, small, and fit their boards."""

from dataclasses import replace
from hashlib import sha256
from importlib.resources import files

import pytest

from tests.kit.dicetrip.sheets import BOARDS
from tumbletrip.bots.dicetrip.city_order import best_walk, city_order
from tumbletrip.bots.dicetrip.learning import known_boards, starting_values
from tumbletrip.bots.dicetrip.learning import trained_values as trained
from tumbletrip.bots.dicetrip.learning.starting_values import board_and_layout, starting_mind
from tumbletrip.bots.dicetrip.machine.native import NativeMachine
from tumbletrip.bots.dicetrip.machine.questions import value_of_sheet
from tumbletrip.bots.dicetrip.machine.running import MINDS, using
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.sheet import Sheet

FOLDER = files("tumbletrip.bots.dicetrip.learning").joinpath(known_boards.FOLDER)
HASHES = {
    "france": "f63f1d3964d9cb4c9ce8bf9e83ff21e12d97ac3fcbdd57c53b3fe1a317b262e5",
    "germany": "fc59e5c5a2e711521c2f8c4a819675cfe1a1badcfbf8076f876597eeab2b77e4",
    "switzerland": "1abf6a693fa774dc4c956ba6563b599aed8726283b52e018d37cd660d5c2c091",
    "belgium": "7b50e8fce687a453459dbfbfe4d8f030f8cf67b162e45ffcbc4d25c395a66221",
    "netherlands": "5365ee1bfcbfbf3e8ef399ecf6f294460b08e08dc58f7315557384848ecd6249",
    "austria": "214776a1e2b6396d1f2232f7fd33c4201702f9c909523c0a2adc0ac83024cccc",
    "italy": "116f2643816b9e0af88cb66470d783f120e7c84eac8cf9c66259de2d4692f7df",
    "spain": "021e55f2adfefdd78180698e63ec101a0a11b8813c6e8e683ed5e5ffde91615e",
    "portugal": "3a8ffbf7dbdcda003fac740c12c12156015267ce98507232e688e5477f7bbad4",
    "poland": "37c7b73bfb200af06c22611c060606473bc62c6a25481aa15eb7a4973e15bc7f",
    "great-britain": "baaee0579a8aeb17efb3a40882521f50bc692154d5ba815b553b7052e734d8d6",
    "ireland": "7182bf53bd6e7443cdb2b984c1eccf6ba1d1c524734b75ce2b3e6b6cddd33a66",
    "usa": "13d80599b657aab1642b165e414e8d8bc1397cb781ae9ebd5f6b58055e5832b2",
}


@pytest.mark.parametrize("name", HASHES)
def test_the_shipped_weights_are_the_trained_ones(name: str) -> None:
    assert sha256(FOLDER.joinpath(f"{name}.steps").read_bytes()).hexdigest() == HASHES[name]


def test_all_weights_together_stay_below_six_hundred_kilobytes() -> None:
    assert sum(len(file.read_bytes()) for file in FOLDER.iterdir()) < 600_000


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


def test_minds_of_many_boards_do_not_stay_in_memory_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    france = builtin_edition("france")
    order = city_order(france)
    monkeypatch.setattr(starting_values, "city_order", lambda _: order)  # looking for it takes longest
    asked = NativeMachine()
    with using(asked):
        for number in range(2 * MINDS):
            starting_mind(replace(france, names={"en": f"Copy {number}"}))
        assert asked.blocks == MINDS
        assert value_of_sheet(starting_mind(france), Sheet(france)) > 0
