"""Lists of places: what is wrong is said with its line, in one sentence of the reader's language."""

import pytest

from tests.kit.spoken import assert_spoken
from tumbletrip.core.errors import InputError
from tumbletrip.maps.place_list import MOST_PLACES, places_from


def lines(count: int) -> list[str]:
    return [f"Town {number},{40 + number % 7},{number / 100},{number}" for number in range(count)]


def test_a_heading_empty_lines_and_missing_people_are_fine() -> None:
    found = places_from("\n".join(["name,latitude,longitude,people", "", *lines(25), "Last,41.5,3"]))
    assert len(found) == 26
    assert (found[0].name, found[0].population) == ("Town 24", 24)
    assert found[-1].population == 0


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (["Here,48,2", "There,49,3", "Everywhere,50,4"], "There are 3 places"),
        ([*lines(25), "Town 3,50,5"], "Line 26: the name “Town 3”"),
        ([*lines(25), "Nowhere,nan,5"], "Line 26 is no place"),
        ([*lines(25), "Nowhere,5,inf"], "Line 26 is no place"),
        ([*lines(25), "Nowhere,north,5"], "Line 26 is no place"),
        ([*lines(25), "Nowhere,91,5"], "Line 26 is no place"),
        ([*lines(25), "Nowhere"], "Line 26 is no place"),
        ([*lines(25), ",48,2"], "Line 26 is no place"),
        ([*lines(25), "\x1b[31mRed,48,2"], "Line 26 is no place"),
        ([*lines(25), "Town,48,2,-7"], "Line 26 is no place"),
        ([*lines(25), f"{'x' * 5000},48,2"], f"“{'x' * 80}…”"),
        ([*lines(25), f"{'x' * 200_000},48,2"], f"“{'x' * 80}…”"),
        (lines(500_000), f"at most {MOST_PLACES}"),
    ],
)
def test_every_fault_is_one_sentence(changed: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said.replace("(", r"\(")) as caught:
        places_from("\n".join(changed))
    assert_spoken(caught.value)
