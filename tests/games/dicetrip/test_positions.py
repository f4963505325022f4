"""Tables that begin in the middle of a game: everybody has the same sheet, and the same roll to answer."""

from typing import Any

import pytest

from tests.kit.server.tables import do, done, person, setup, table_of
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.rules import No
from tumbletrip.games.registry import house_games
from tumbletrip.tables.play import NeedDice
from tumbletrip.tables.views import public_view

EMPTY = " ".join([".."] * 21)
SHEET = f"france 11 42 xx 65 {EMPTY} | reroll double | 3"
TRY: dict[str, Any] = {"position": {"sheet": SHEET, "roll": [4, 2, 6, 1]}}
CROSSES = [{"city": "lyon", "dice": None}, {"city": "nice", "dice": None}]


def test_everybody_goes_on_from_the_same_sheet_with_the_roll_that_lies_there() -> None:
    table = table_of(setup(person("Ada"), person("Ben"), **TRY))
    play = public_view(table)["play"]
    assert (play["round"], play["phase"], play["roll"]) == (3, "write", [4, 2, 6, 1])
    assert play["sheets"][0] == play["sheets"][1]
    assert len(play["sheets"][0]["marks"]) == 4
    for seat in (0, 1):
        table = done(table, seat, do="write", entries=CROSSES)
    assert public_view(table)["play"]["round"] == 4
    assert do(table, 1, do="roll") == NeedDice(4)


def test_without_a_roll_the_roller_of_that_round_begins() -> None:
    table = table_of(setup(person("Ada"), person("Ben"), position={"sheet": SHEET}))
    assert do(table, 1, do="roll") is No.NOT_YOUR_ROLL
    assert do(table, 0, do="roll") == NeedDice(4)


def test_DT07_the_roller_may_be_asked_whether_to_throw_again() -> None:
    position = TRY["position"] | {"may_reroll": True}
    table = table_of(setup(person("Ada"), person("Ben"), position=position))
    assert public_view(table)["play"]["phase"] == "reroll"
    assert do(table, 1, do="keep") is No.NOT_YOUR_ROLL
    assert public_view(done(table, 0, do="keep"))["play"]["phase"] == "write"
    spent = position | {"sheet": SHEET.replace("reroll", "-")}
    table = table_of(setup(person("Ada"), person("Ben"), position=spent))
    assert public_view(table)["play"]["phase"] == "write"


@pytest.mark.parametrize(
    "position",
    [
        None,
        "sheet",
        {},
        {"sheet": 5},
        {"sheet": "france"},
        {"sheet": SHEET, "more": 1},
        {"sheet": SHEET, "roll": [1, 2, 3]},
        {"sheet": SHEET, "roll": [1, 2, 3, 7]},
        {"sheet": SHEET, "roll": [1, 2, 3, True]},
        {"sheet": SHEET, "may_reroll": 1},
        {"sheet": SHEET.replace("xx", "..").replace("| 3", "| 2")},
        {"sheet": f"france {' '.join(['xx'] * 25)} | reroll double | 13"},
    ],
)
def test_what_is_no_position_is_refused(position: object) -> None:
    with pytest.raises(InputError):
        house_games().begin("dicetrip", {"position": position}, ["Ada"])


def test_a_position_brings_its_own_edition() -> None:
    with pytest.raises(InputError):
        house_games().begin("dicetrip", {"position": {"sheet": SHEET}, "edition": "germany"}, ["Ada"])
