"""What may be done and what is accepted are the same: splits, cities, crosses and powers."""

from collections.abc import Iterator
from itertools import permutations, product

import pytest
from hypothesis import given, settings

from tests.kit.dicetrip.generators import rolls, sheets
from tests.kit.dicetrip.table import Table
from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Pair, Roll
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.options import all_entries, options, options_of, successors
from tumbletrip.dicetrip.rules import Entries, Entry, Game, No, Phase, Write, Wrote, decide, fill
from tumbletrip.dicetrip.sheet import Sheet
from tumbletrip.dicetrip.splits import DOUBLED_SPLITS, PLAIN_SPLITS

EMPTY = Sheet(builtin_edition("france"))
ROLL = Roll(1, 2, 3, 4)


def test_DT03_there_are_twelve_splits_of_four_dice() -> None:
    assert len(PLAIN_SPLITS) == 3 * 2 * 2
    assert all(sorted((*split.first, *split.second)) == sorted(COLOURS) for split in PLAIN_SPLITS)


def test_DT08_there_are_48_more_splits_with_a_die_used_twice() -> None:
    assert len(DOUBLED_SPLITS) == 4 * 3 * 2 * 2
    for split in DOUBLED_SPLITS:
        used = [*split.first, *split.second]
        assert [colour for colour in COLOURS if used.count(colour) == 2] == [split.doubled]
        assert split.left_out not in used
        assert all(pair.tens is not pair.units for pair in (split.first, split.second))


def test_the_factors_of_an_empty_sheet() -> None:
    choice = options(EMPTY, ROLL)
    assert (choice.cities_to_fill, len(choice.open_cities), len(choice.splits)) == (2, 25, 60)
    assert [split.doubled for split in choice.splits] == [
        split.doubled for split in (*PLAIN_SPLITS, *DOUBLED_SPLITS)
    ]
    assert len(choice.singles) == 12
    assert choice.may_cross
    assert choice.may_double
    assert not choice.may_reroll


def test_DT04_a_number_that_stands_on_the_sheet_is_not_free() -> None:
    table = Table.of().roll("r1 b2 g3 y4")
    table.write("lyon=r1b2 x=brest")
    choice = options(table.sheet, ROLL)
    assert {single.number for single in choice.singles if not single.is_free} == {12}
    assert not any(split.may_write_both for split in choice.splits if split.first.number == 12)


def test_DT04_equal_numbers_cannot_both_be_written() -> None:
    same = [
        split
        for split in options(EMPTY, Roll(1, 2, 1, 2)).splits
        if split.first.number == split.second.number
    ]
    assert same
    assert not any(split.may_write_both for split in same)


def test_DT06_DT08_round_13_offers_single_numbers_and_no_doubled_die() -> None:
    table = Table.of().fill_rounds(12).roll("r1 b2 g3 y4")
    choice = options(table.sheet, table.dice)
    assert (choice.cities_to_fill, len(choice.open_cities), choice.splits) == (1, 1, ())
    assert not choice.may_double


def test_DT07_only_the_roller_who_has_not_decided_may_reroll() -> None:
    table = Table.of(players=2)
    assert options_of(table.game, 0) is None
    table.roll("r1 b2 g3 y4", keep=False)
    roller, other = options_of(table.game, 0), options_of(table.game, 1)
    assert roller is not None
    assert other is not None
    assert (roller.may_reroll, other.may_reroll) == (True, False)


def test_who_has_written_has_nothing_to_choose() -> None:
    table = Table.of(players=2).roll("r1 b2 g3 y4")
    table.write("x=brest x=caen")
    assert options_of(table.game, 0) is None
    assert options_of(table.game, 1) is not None


def every_entries(sheet: Sheet) -> Iterator[Entries]:
    """All entries that can be said with these cities and dice, sensible or not, also for filled cities."""
    self_pairs = [Pair(colour, colour) for colour in COLOURS]
    cities = [*sheet.open_cities, next(iter(sheet.marks)), "atlantis"]
    singles = [Entry(city, pair) for city, pair in product(cities, [None, *PAIRS, *self_pairs])]
    yield from ((entry,) for entry in singles)
    yield from product(singles, repeat=2)


@settings(max_examples=20)
@given(sheets(least=21, most=25), rolls)
def test_the_moves_offered_and_the_moves_accepted_are_the_same(sheet: Sheet, roll: Roll) -> None:
    game = Game((sheet,), (sheet,), sheet.round, Phase.WRITE, roll, (False,))
    accepted = {
        entries for entries in every_entries(sheet) if isinstance(decide(game, Write(0, entries)), Wrote)
    }
    offered = set(all_entries(sheet, roll))
    cross_pairs = (
        {(Entry(one), Entry(other)) for one, other in permutations(sheet.open_cities, 2)}
        if sheet.round < 13
        else set()
    )
    assert offered <= accepted
    # Crossing two cities out in either order is the same move, and is offered once.
    assert accepted - offered <= cross_pairs
    assert {fill(sheet, roll, entries) for entries in accepted} == successors(sheet, roll)


@settings(max_examples=30)
@given(sheets(least=19, most=25), rolls)
def test_no_move_is_offered_twice_and_none_is_refused(sheet: Sheet, roll: Roll) -> None:
    game = Game((sheet,), (sheet,), sheet.round, Phase.WRITE, roll, (False,))
    offered = list(all_entries(sheet, roll))
    assert len(set(offered)) == len(offered)
    assert not any(isinstance(decide(game, Write(0, entries)), No) for entries in offered)


@pytest.mark.parametrize("roll", [Roll(1, 2, 3, 4), Roll(1, 1, 2, 2), Roll(6, 6, 6, 6)])
def test_the_factors_give_the_same_numbers_as_the_full_list(roll: Roll) -> None:
    table = Table.of().fill_rounds(9)
    choice = options(table.sheet, roll)
    single_numbers = {single.number for single in choice.singles if single.is_free}
    listed = {
        entry.pair.number(roll)
        for entries in all_entries(table.sheet, roll)
        for entry in entries
        if entry.pair
    }
    assert listed == single_numbers
