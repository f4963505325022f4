"""Each level is clearly stronger than the one before; the full figures are in docs/lab/dicetrip-bots.md."""

from itertools import pairwise
from statistics import fmean

import pytest

from tests.kit.bot_games import play_game
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.dicetrip.editions import builtin_edition

GAMES = {"beginner": 60, "casual": 60, "good": 60, "champion": 30}


@pytest.mark.slow
def test_the_levels_climb() -> None:
    """Expert stands between good and champion by less than so few games can tell, so it is left out here."""
    edition = builtin_edition("france")
    means = {
        level: fmean(play_game(edition, [bot_by_name(level)], seed)[0][0] for seed in range(games))
        for level, games in GAMES.items()
    }
    assert set(GAMES) < set(LEVELS)
    for (weaker, low), (stronger, high) in pairwise(means.items()):
        assert low + 1.0 < high, (weaker, low, stronger, high)
