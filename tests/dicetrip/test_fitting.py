"""Which numbers fit into an empty city, against the score of the sheet that each would make."""

from types import MappingProxyType

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.kit.generators import sheets
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.fitting import Fit, fits
from tumbletrip.dicetrip.numbers import NUMBERS
from tumbletrip.dicetrip.scoring import longest_road
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
