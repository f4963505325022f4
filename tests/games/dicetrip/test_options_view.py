"""What the screen is told of a player's options is what the rules say they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.dicetrip.sheets import rolls, sheets
from tumbletrip.dicetrip.dice import PAIRS, Pair, Roll
from tumbletrip.dicetrip.options import options
from tumbletrip.dicetrip.sheet import Sheet
from tumbletrip.dicetrip.splits import DOUBLED_SPLITS, PLAIN_SPLITS, Split
from tumbletrip.games.dicetrip.options_view import options_json, split_texts


def letters(pair: Pair) -> str:
    return pair.tens.letter + pair.units.letter


@given(sheets(), rolls(), st.booleans())
def test_the_screen_is_told_the_options_of_the_rules(sheet: Sheet, roll: Roll, may_reroll: bool) -> None:
    told, right = options_json(sheet, roll, may_reroll), options(sheet, roll, may_reroll=may_reroll)
    assert told["splits"] == [
        letters(split.first.pair) + letters(split.second.pair) + ("" if split.may_write_both else "-")
        for split in right.splits
    ]
    assert told["singles"] == {letters(made.pair): (made.number, made.is_free) for made in right.singles}
    assert told["open_cities"] == right.open_cities
    assert told["cities_to_fill"] == right.cities_to_fill
    for power in ("may_cross", "may_reroll", "may_double"):
        assert told[power] == getattr(right, power)


@pytest.mark.parametrize("split", [*PLAIN_SPLITS, *DOUBLED_SPLITS])
def test_a_split_is_told_in_four_letters_with_the_places_of_its_pairs(split: Split) -> None:
    first, second, fits, does_not_fit = split_texts(split)
    assert (PAIRS[first], PAIRS[second]) == (split.first, split.second)
    assert fits == letters(split.first) + letters(split.second)
    assert does_not_fit == f"{fits}-"
