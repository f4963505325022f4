"""What thinking bots know before they think."""

from functools import cache

import pytest

from tumbletrip.bots.tumblin.experience import Experience
from tumbletrip.bots.tumblin.shots import straight
from tumbletrip.tumblin.board import USUAL_BOARD, builtin_board
from tumbletrip.tumblin.dice import D6, Colour
from tumbletrip.tumblin.hands import PRACTISED
from tumbletrip.tumblin.house_rules import CLASSIC, YOUNG_PLAYERS, HouseRules
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.world import COARSE
from tumbletrip.tumblin.ports import Die

BOARD = builtin_board(USUAL_BOARD)
DIE, BONUS = Die("a1", 0, Colour.RED, D6), Die("a*", 0, Colour.RED, D6, is_bonus=True)


@cache
def experience(house: HouseRules = CLASSIC) -> Experience:
    return Experience(Imagination(BOARD, COARSE), house, D6, PRACTISED, 128)


def worth(speed_mps: float, die: Die = DIE, house: HouseRules = CLASSIC) -> float:
    return experience(house).worth(straight(BOARD, die, speed_mps))


@pytest.mark.slow
def test_a_good_flick_is_worth_more_than_a_soft_or_a_hard_one() -> None:
    soft, good, hard = (worth(speed) for speed in (0.8, 1.3, 1.7))
    assert soft < good
    assert hard < good / 2


def test_TD09_what_the_bonus_die_brings_counts_double() -> None:
    assert worth(1.1, BONUS) == pytest.approx(2 * worth(1.1))


@pytest.mark.slow
def test_TD12_young_players_add_so_less_is_to_be_had() -> None:
    assert worth(1.3, house=YOUNG_PLAYERS) < worth(1.3) - 2
