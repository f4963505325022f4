"""However hard and wherever dice are flicked into a crowd: nothing tunnels, explodes or shakes for ever."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from tests.kit.flicks import crowded_board, die, possible_launches
from tumbletrip.tumblin.board import Board, builtin_board
from tumbletrip.tumblin.dice import D6, D8, D10, D12, D20, DieKind
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.resting import MAX_LOOKS
from tumbletrip.tumblin.ports import Die, Pose
from tumbletrip.tumblin.reading import corners, read

BOARD = builtin_board("classic")
TIERS = {"track", "level", "1x", "2x", "3x", "4x"}
DEEP_M = 0.0004  # dice sink in by a few hundredths of a millimetre; twice their skin would be a bug


def fly_into_crowds(seed: int, flicks: int, dice: int, kinds: tuple[DieKind, ...]) -> None:
    rng = Random(seed)
    physics, imagination = MujocoPhysics(BOARD), Imagination(BOARD)
    for _ in range(flicks // 250):
        crowd = crowded_board(rng, physics, dice, kinds)
        thrown = die(dice, kinds[0])
        launches = list(islice(possible_launches(rng, BOARD, crowd, thrown), 250))
        endings = imagination.fly(crowd, launches)
        check([*(rest.die for rest in crowd), thrown], endings)


def check(dice: list[Die], endings: Endings) -> None:
    assert np.isfinite(endings.poses).all()
    assert (endings.looks < MAX_LOOKS).all()  # none had to be frozen
    for poses, out in zip(endings.poses, endings.out, strict=True):
        for thrown, pose, left in zip(dice, poses, out, strict=True):
            if not left:
                check_rest(BOARD, thrown, Pose(*map(float, pose)))


def check_rest(board: Board, thrown: Die, pose: Pose) -> None:
    """One face, one tier, and no corner of the die inside the wood."""
    rest = read(board, thrown, pose)
    assert rest.face in thrown.kind.faces
    assert rest.tier in TIERS
    for x, y, z in corners(thrown, pose):
        tier = board.tier_at(x, y)
        assert tier is None or z > tier.top - DEEP_M or tier.top - z > 0.005, (pose, tier)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_flicks_of_all_speeds_into_crowds_of_17_dice_end_properly(seed: int) -> None:
    """Four times 4,500 flicks, so that the cores share them."""
    fly_into_crowds(seed, 4_500, 17, (D6,))


@pytest.mark.slow
def test_TD17_so_do_flicks_of_odd_dice_among_each_other() -> None:
    for seed, kind in enumerate((D8, D10, D12, D20)):
        fly_into_crowds(seed, 500, 8, (kind, D6, D8, D10, D12, D20))
