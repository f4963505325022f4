"""DT14: which points of the variant with tens a filled sheet can have earned."""

import pytest

from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.sheet import CROSSED, Mark, Written, possible_tens, tens_problem

FRANCE = find_edition("france")
COLOURED = sorted(FRANCE.coloured_cities)
PLAIN = [city.id for city in FRANCE.cities if city.id not in COLOURED]


def marks(plain: int, coloured: int, crossed: int = 0) -> dict[str, Mark]:
    """One number of each ten: first in cities without a colour, then in coloured ones, and crosses there."""
    cities = [*PLAIN[:plain], *COLOURED[:coloured]]
    written: dict[str, Mark] = {city: Written(10 * ten + 1) for ten, city in enumerate(cities, 1)}
    return written | dict.fromkeys(COLOURED[coloured : coloured + crossed], CROSSED)


def test_DT14_eight_cities_are_coloured() -> None:
    assert len(COLOURED) == 8


@pytest.mark.parametrize(
    ("plain", "coloured", "crossed", "fewest", "most"),
    [
        (6, 0, 0, 8, 8),  # all tens before any coloured city was filled
        (6, 0, 3, 5, 8),  # … or after some were crossed out
        (4, 2, 0, 6, 6),  # two tens stand in coloured cities only
        (4, 2, 1, 5, 6),
        (0, 6, 2, 0, 2),
    ],
)
def test_DT14_points_lie_between_what_is_empty_now_and_what_was_empty_at_most(
    plain: int, coloured: int, crossed: int, fewest: int, most: int
) -> None:
    filled = marks(plain, coloured, crossed)
    assert possible_tens(FRANCE, filled) == range(fewest, most + 1)
    assert tens_problem(FRANCE, filled, fewest) is None
    assert tens_problem(FRANCE, filled, most) is None
    for wrong in (fewest - 1, most + 1):
        found = tens_problem(FRANCE, filled, wrong)
        assert found
        assert found.key == "sheet.tens_points"
        assert dict(found.values) == {"found": wrong, "fewest": fewest, "most": most}


def test_DT14_a_ten_that_also_stands_elsewhere_needs_no_coloured_city() -> None:
    filled = marks(4, 2) | {PLAIN[4]: Written(52)}
    assert possible_tens(FRANCE, filled) == range(6, 8)


@pytest.mark.parametrize("missing", range(6))
def test_DT14_without_a_number_of_every_ten_nothing_is_earned(missing: int) -> None:
    filled = marks(6, 0)
    del filled[PLAIN[missing]]
    assert possible_tens(FRANCE, filled) is None
    found = tens_problem(FRANCE, filled, 1)
    assert found
    assert found.key == "sheet.tens_incomplete"
