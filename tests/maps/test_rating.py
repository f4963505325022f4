"""What games on a board show."""

import pytest

from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.maps.picture import picture
from tumbletrip.maps.playing.fairness import FRANCE, nearest_to_france, points_on
from tumbletrip.maps.playing.rating import games_on, rating, shown

pytestmark = pytest.mark.slow

GAMES = 12


def test_a_rating_adds_up_and_can_be_drawn() -> None:
    edition = builtin_edition("france")
    scores = list(games_on(edition, GAMES))
    found = rating(edition, scores)
    assert found.mean == pytest.approx(sum(found.parts.values()))
    assert found.parts["crossed"] == pytest.approx(-sum(found.crossed.values()))
    assert sum(found.roads.values()) == pytest.approx(
        found.parts["road"] - 1
    )  # a road of n cities has n - 1 legs
    assert set(found.unused) == {road for road, share in found.roads.items() if share == 0}
    assert found.dead_ends == ()
    assert 0 <= found.colour_luck <= max(found.colours.values())
    most = max(found.crossed, key=lambda city: found.crossed[city])
    assert f">{100 * found.crossed[most]:.0f}<" in picture(edition, shown(edition, found))


def test_france_is_as_france_is_and_nearest_to_itself() -> None:
    france = builtin_edition("france")
    found = points_on(france, 300)
    assert found.mean == pytest.approx(FRANCE.mean, abs=1.5)
    row = dict(builtin_edition("germany").document)
    assert nearest_to_france([row, dict(france.document)])[0] == 1
