"""However hard and wherever dice are flicked into a crowd: nothing tunnels, explodes or shakes for ever."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from tests.kit.tumblin.flicks import crowded_board, depth, die, moved_dice, possible_launches
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, D8, D10, D12, D20, DieKind
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.resting import MAX_LOOKS
from tumbletrip.tumblin.physics.world import SKIN_M
from tumbletrip.tumblin.ports import Die, Pose, Rest
from tumbletrip.tumblin.reading import read

BOARD = builtin_board("classic")
TIERS = {"track", "level", "1x", "2x", "3x", "4x"}
# Deeper than its skin, a die's hard core would be in the wood. Most corners at rest are 0.005 mm deep; the
# deepest of 1,159 stood at 0.19 mm (docs/lab/tumblin-physics.md).
DEEP_M = SKIN_M


def fly_into_crowds(seed: int, flicks: int, dice: int, kinds: tuple[DieKind, ...]) -> None:
    rng = Random(seed)
    physics, imagination = MujocoPhysics(BOARD), Imagination(BOARD)
    for _ in range(flicks // 250):
        crowd = crowded_board(rng, physics, dice, kinds)
        thrown = die(dice, kinds[0])
        launches = list(islice(possible_launches(rng, BOARD, crowd, thrown), 250))
        check(crowd, thrown, imagination.fly(crowd, launches))


def check(crowd: tuple[Rest, ...], thrown: Die, endings: Endings) -> None:
    assert np.isfinite(endings.poses).all()
    assert max(endings.looks) < MAX_LOOKS  # none had to be frozen
    for one, pose in moved_dice(crowd, thrown, endings):
        check_rest(one, pose)


def check_rest(one: Die, pose: Pose) -> None:
    """One face, one tier, and no corner of the die inside the wood."""
    rest = read(BOARD, one, pose)
    assert rest.face in one.kind.faces
    assert rest.tier in TIERS
    assert depth(BOARD, one, pose) < DEEP_M, pose


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_flicks_of_all_speeds_into_crowds_of_17_dice_end_properly(seed: int) -> None:
    """Four times 4,500 flicks, so that the cores share them."""
    fly_into_crowds(seed, 4_500, 17, (D6,))


@pytest.mark.slow
def test_TD17_so_do_flicks_of_odd_dice_among_each_other() -> None:
    for seed, kind in enumerate((D8, D10, D12, D20)):
        fly_into_crowds(seed, 500, 8, (kind, D6, D8, D10, D12, D20))
