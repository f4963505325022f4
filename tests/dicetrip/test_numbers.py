"""The 36 numbers of the tracker (DT01, DT12)."""

import pytest

from tumbletrip.dicetrip.numbers import NUMBERS, is_double, is_number, place_on_tracker, tens


def test_DT01_the_tracker_has_the_36_numbers_whose_digits_are_on_a_die() -> None:
    assert len(NUMBERS) == 36
    assert [number for number in range(100) if is_number(number)] == list(NUMBERS)
    assert [number for number in NUMBERS if is_double(number)] == [11, 22, 33, 44, 55, 66]
    assert [tens(number) for number in (11, 16, 21, 66)] == [1, 1, 2, 6]


@pytest.mark.parametrize("value", ["11", 11.0, None, True, (1, 1)])
def test_what_is_no_whole_number_is_not_on_the_tracker(value: object) -> None:
    assert not is_number(value)


@pytest.mark.parametrize(("number", "after"), [(16, 21), (26, 31), (36, 41), (46, 51), (56, 61)])
def test_DT12_the_last_number_of_a_ten_and_the_first_of_the_next_touch(number: int, after: int) -> None:
    assert place_on_tracker(after) == place_on_tracker(number) + 1
    assert (place_on_tracker(11), place_on_tracker(66)) == (0, 35)
