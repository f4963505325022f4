"""Games that bots learn from: without the luck of the dice they tell the same, only clearer."""

from math import sqrt

import pytest

from tumbletrip.bots.dicetrip.city_order import city_order
from tumbletrip.bots.dicetrip.learning.training import Pupil
from tumbletrip.bots.dicetrip.machine.board_tables import board_tables
from tumbletrip.dicetrip.editions import builtin_edition

GAMES = 150


@pytest.mark.slow
def test_taking_the_luck_out_leaves_the_mean_and_most_of_the_spread_goes() -> None:
    edition = builtin_edition("france")
    pupil = Pupil(board_tables(edition, city_order(edition)))
    for powers in (0.0, 1.0):
        played = pupil.play(GAMES, seed=5, powers=powers)
        luck = played.scores - played.fair
        assert abs(luck.mean()) < 3.5 * luck.std() / sqrt(GAMES)
        assert played.fair.std() < 0.8 * played.scores.std()


def test_games_played_without_looking_at_others_rolls_hold_all_the_luck_but_the_last_rounds() -> None:
    edition = builtin_edition("germany")
    pupil = Pupil(board_tables(edition, city_order(edition)))
    played = pupil.play(GAMES, seed=6, powers=0.0, others=0)
    assert 0.9 < played.fair.std() / played.scores.std() < 1.0
