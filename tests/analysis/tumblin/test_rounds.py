"""Rounds in bulk: what bots are told of the match to which a round belongs."""

from random import Random

import pytest

from tumbletrip.analysis.tumblin.rounds import Series, play_among
from tumbletrip.bots.tumblin.levels import bot_by_name
from tumbletrip.bots.tumblin.protocol import Bot, Budget
from tumbletrip.tumblin.house_rules import CLASSIC, ROUNDS_WON, HouseRules
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.setup import PRESETS, from_preset


class Noting:
    """A child that notes what counts."""

    def __init__(self) -> None:
        self.child: Bot = bot_by_name("child")
        self.houses: set[HouseRules] = set()

    def choose(self, match: Match, budget: Budget, rng: Random) -> Launch:
        self.houses.add(match.setup.house)
        return self.child.choose(match, budget, rng)


@pytest.mark.parametrize(("house", "counts_rounds"), [(CLASSIC, False), (ROUNDS_WON, True)])
def test_TD15_a_series_of_rounds_that_are_won_is_played_for_the_win(
    house: HouseRules, counts_rounds: bool
) -> None:
    noting = Noting()
    setup = from_preset(PRESETS["duel"], ("Ada", "Bo"), house=house)
    played = play_among(Series(setup, ("child", "child"), 1, Budget(0.0)), (noting, noting), 0)
    assert len(played.rests) == 10
    (told,) = noting.houses
    assert (told.rounds_to_win is not None, told.points_to_reach is None) == (counts_rounds, counts_rounds)
