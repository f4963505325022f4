"""Which numbers fit into an empty city, against the score of the sheet that each would make."""

from dataclasses import replace
from types import MappingProxyType

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.kit.dicetrip.generators import sheets
from tumbletrip.dicetrip.dice import BY_LETTER, PAIRS, Pair, Roll
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.fitting import Fit, Placing, fits, placings
from tumbletrip.dicetrip.numbers import NUMBERS
from tumbletrip.dicetrip.rules import Entry, fill
from tumbletrip.dicetrip.scoring import longest_road, score
from tumbletrip.dicetrip.sheet import Sheet, Written

FRANCE = find_edition("france")


def _sheet(**numbers: int) -> Sheet:
    return Sheet(FRANCE, MappingProxyType({city: Written(number) for city, number in numbers.items()}))


def test_on_an_empty_sheet_no_number_joins_anything() -> None:
    assert fits(_sheet(), "dijon") == ()


def test_DT11_between_two_neighbours_the_numbers_between_theirs_fit_best() -> None:
    assert {"paris", "lyon"} <= FRANCE.neighbours["dijon"]
    sheet = _sheet(paris=21, lyon=33)
    # Below 21 Dijon comes before either (two cities), between them it joins both, above 33 it comes last.
    assert fits(sheet, "dijon") == (Fit(11, 16, 2), Fit(22, 32, 3), Fit(34, 66, 2))


def test_DT11_a_number_at_the_end_of_a_road_makes_the_whole_road_longer() -> None:
    assert fits(_sheet(caen=11, amiens=12, lille=13), "reims") == (Fit(14, 66, 4),)
    assert fits(_sheet(caen=66, amiens=65, lille=64), "reims") == (Fit(11, 63, 4),)


def test_a_used_number_in_between_is_left_out_without_breaking_the_row() -> None:
    sheet = _sheet(paris=21, lyon=33, brest=25)
    assert Fit(22, 32, 3) in fits(sheet, "dijon")


@given(sheets(most=24), st.data())
def test_every_number_makes_the_road_that_is_promised(sheet: Sheet, data: st.DataObject) -> None:
    assume(sheet.open_cities)
    city = data.draw(st.sampled_from(sheet.open_cities))
    number = data.draw(st.sampled_from([n for n in NUMBERS if n not in sheet.numbers.values()]))
    promised = max((fit.road for fit in fits(sheet, city) if fit.lowest <= number <= fit.highest), default=0)
    made = longest_road(sheet.with_mark(city, Written(number)))
    assert len(made) == max(promised, len(longest_road(sheet)))


RED_BLUE = Pair(BY_LETTER["r"], BY_LETTER["b"])


def _placed(sheet: Sheet, roll: Roll) -> dict[str, Placing]:
    return {placing.city: placing for placing in placings(sheet, roll, RED_BLUE)}


def test_DT11_a_number_that_joins_two_cities_brings_one_more_city_of_the_road() -> None:
    found = _placed(_sheet(paris=21, lyon=33), Roll(3, 1, 1, 1))  # 31 between 21 and 33
    dijon = Placing("dijon", bonus=0, road=3, series=0, tens=0, blocks=False)
    assert found["dijon"] == dijon  # from no road to Paris, Dijon, Lyon: three points
    assert dijon.total == 3
    assert "paris" not in found


def test_DT12_a_longer_series_brings_what_it_pays_more() -> None:
    four = _sheet(caen=11, amiens=12, lille=13, reims=14)
    found = _placed(four, Roll(1, 5, 1, 1))["nancy"]
    assert (found.series, found.road) == (1, 1)  # a fifth city pays three points instead of two, and its road
    assert (found.bonus, found.total) == (1, 3)  # it is in its own colour, too


def test_DT14_tens_that_are_earned_already_are_not_earned_again() -> None:
    earned = replace(_sheet(nice=11), tens_variant=True, tens_bonus=5)
    assert {placing.tens for placing in placings(earned, Roll(2, 1, 1, 1), RED_BLUE)} == {0}


def test_DT09_a_double_brings_its_bonus_anywhere() -> None:
    found = _placed(_sheet(), Roll(4, 4, 1, 1))
    assert {(placing.bonus, placing.road, placing.total) for placing in found.values()} == {(1, 0, 1)}


def test_DT11_a_number_blocks_a_city_where_another_would_make_the_road_longer() -> None:
    road = _sheet(caen=11, amiens=13, lille=15)
    assert _placed(road, Roll(1, 2, 1, 1))["reims"].blocks  # 12: below Lille, where 16 and more go on
    assert not _placed(road, Roll(1, 6, 1, 1))["reims"].blocks
    assert not _placed(road, Roll(1, 2, 1, 1))["nice"].blocks  # next to nothing yet


@given(sheets(most=24), st.tuples(*[st.integers(1, 6)] * 4).map(lambda faces: Roll(*faces)), st.data())
def test_what_a_number_is_said_to_bring_is_what_the_score_gains(
    sheet: Sheet, roll: Roll, data: st.DataObject
) -> None:
    pair = data.draw(st.sampled_from(PAIRS))
    assume(sheet.open_cities and pair.number(roll) not in sheet.numbers.values())
    before = score(sheet).total
    for placing in placings(sheet, roll, pair):
        after = score(fill(sheet, roll, (Entry(placing.city, pair),))).total
        assert placing.total == after - before
