"""Each level is clearly stronger than the one before; the full figures are in docs/lab/dicetrip-bots.md."""

from itertools import pairwise
from statistics import fmean

import pytest

from tests.kit.dicetrip.bot_games import play_game
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.dicetrip.editions import builtin_edition

GAMES = {"beginner": 120, "casual": 120, "good": 120, "expert": 120, "champion": 60}
STEP = 0.5  # points; the steps of the ladder are two and more, the same dice for everybody


@pytest.mark.slow
def test_the_levels_climb() -> None:
    edition = builtin_edition("france")
    totals = {
        level: [play_game(edition, [bot_by_name(level)], seed)[0][0] for seed in range(games)]
        for level, games in GAMES.items()
    }
    assert list(totals) == list(LEVELS)
    for (weaker, low), (stronger, high) in pairwise(totals.items()):
        ahead = fmean(ours - theirs for ours, theirs in zip(high, low, strict=False))
        assert ahead > STEP, (weaker, stronger, ahead)
