"""From "42 in Lyon" to dice: the best reading is meant, and two that differ must be asked about."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.generators import rolls, sheets
from tests.kit.dicetrip.table import Table, entries_of
from tumbletrip.core.errors import Ambiguous
from tumbletrip.dicetrip.dice import PAIRS, Colour, Pair, Roll
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.sheet_line import parse_roll, parse_sheet
from tumbletrip.dicetrip.notation.typed_entries import Draft, entries_meant, makes_number
from tumbletrip.dicetrip.rules import Entries, No, fill, refuse_entries
from tumbletrip.dicetrip.scoring import bonus_cities
from tumbletrip.dicetrip.sheet import Sheet, Written

EMPTY = Sheet(builtin_edition("france"))


def meant(roll: str, *drafts: tuple[str, int | None], sheet: Sheet = EMPTY) -> Entries | No:
    return entries_meant(sheet, parse_roll(roll), tuple(Draft(city, number) for city, number in drafts))


def test_a_number_that_can_be_made_in_one_way() -> None:
    roll = "r4 b2 g6 y1"
    assert meant(roll, ("lyon", 42), ("brest", None)) == entries_of("lyon=r4b2 x=brest", parse_roll(roll))


def test_the_reading_that_earns_a_colour_is_meant() -> None:
    roll = "r3 b3 g4 y1"
    assert meant(roll, ("lille", 34), ("brest", None)) == entries_of("lille=r3g4 x=brest", parse_roll(roll))
    assert meant(roll, ("nancy", 34), ("brest", None)) == entries_of("nancy=b3g4 x=brest", parse_roll(roll))


def test_DT09_a_colour_is_kept_for_the_number_that_needs_it() -> None:
    roll = "r4 b4 g4 y1"
    answer = meant(roll, ("lille", 44), ("bordeaux", 41))  # 44 pays anywhere, 41 in its city's colour
    assert not isinstance(answer, No)
    assert len(bonus_cities(fill(EMPTY, parse_roll(roll), answer))) == 2


def test_both_numbers_together_decide_which_dice_are_meant() -> None:
    roll = "r3 b3 g4 y5"
    assert meant(roll, ("lille", 34), ("nancy", 35)) == entries_of("lille=r3g4 nancy=b3y5", parse_roll(roll))


def test_a_die_is_used_twice_only_if_there_is_no_other_way() -> None:
    plain = meant("r3 b3 g4 y5", ("paris", 34), ("caen", 35))
    assert not isinstance(plain, No)
    assert fill(EMPTY, parse_roll("r3 b3 g4 y5"), plain).may_double
    doubled = meant("r3 b2 g4 y5", ("paris", 34), ("caen", 35))
    assert not isinstance(doubled, No)
    assert not fill(EMPTY, parse_roll("r3 b2 g4 y5"), doubled).may_double


def test_two_readings_that_earn_different_colours_must_be_asked_about() -> None:
    with pytest.raises(Ambiguous, match="34, 35"):
        meant("r3 b3 g4 y5", ("lille", 34), ("bordeaux", 35))  # both red, one red die


def test_named_dice_settle_it() -> None:
    roll = parse_roll("r3 b3 g4 y5")
    named = Draft("lille", 34, Pair(Colour.BLUE, Colour.GREEN))
    assert entries_meant(EMPTY, roll, (named, Draft("bordeaux", 35))) == entries_of(
        "lille=b3g4 bordeaux=r3y5", roll
    )


@pytest.mark.parametrize(
    ("drafts", "no"),
    [
        ((("lyon", 42), ("lyon", 16)), No.CITY_TAKEN),
        ((("lyon", 42), ("nice", 42)), No.DICE_OVERUSED),
        ((("lyon", 42), ("atlantis", None)), No.UNKNOWN_CITY),
        ((("lyon", 42),), No.TWO_ENTRIES),
        ((("lyon", 55), ("nice", None)), No.DICE_OVERUSED),
    ],
)
def test_what_the_rules_forbid_is_refused_by_name(drafts: tuple[tuple[str, int | None], ...], no: No) -> None:
    assert meant("r4 b2 g6 y1", *drafts) is no


def test_a_spent_power_is_named() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    table.write("lyon=r4b2 nice=g6r4")
    assert meant("r3 b2 g4 y5", ("paris", 34), ("caen", 35), sheet=table.sheet) is No.DOUBLE_SPENT


def test_makes_number() -> None:
    made = {number for number in range(100) if makes_number(Roll(1, 1, 2, 3), number)}
    assert made == {11, 12, 21, 13, 31, 23, 32}


@settings(max_examples=200)
@given(sheets(most=22), rolls, st.data())
def test_what_is_meant_is_legal_and_nothing_spends_less_or_earns_more(
    sheet: Sheet, roll: Roll, data: st.DataObject
) -> None:
    cities = data.draw(st.permutations(sheet.open_cities))[:2]
    numbers = data.draw(
        st.lists(st.sampled_from([None, *(pair.number(roll) for pair in PAIRS)]), min_size=2, max_size=2)
    )
    drafts = tuple(Draft(city, number) for city, number in zip(cities, numbers, strict=True))
    try:
        answer = entries_meant(sheet, roll, drafts)
    except Ambiguous:
        return
    if isinstance(answer, No):
        return
    assert refuse_entries(sheet, roll, answer) is None
    assert [entry.city for entry in answer] == list(cities)
    written = fill(sheet, roll, answer).marks
    assert [None if isinstance(written[city], str) else written[city] for city in cities] == [
        None
        if entry.pair is None
        else Written(number or 0, sheet.edition.by_id[entry.city].colour in entry.pair)
        for entry, number in zip(answer, numbers, strict=True)
    ]


def test_in_round_13_one_draft_is_enough() -> None:
    late = parse_sheet("france .. " + "xx " * 24 + "| - - | 13")
    entries = meant("r1 b1 g2 y2", ("lille", 12), sheet=late)
    assert not isinstance(entries, No)
    assert fill(late, Roll(1, 1, 2, 2), entries).marks["lille"] == Written(12, in_colour=True)
