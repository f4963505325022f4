"""Dice are fair, and what lies on top is what is read."""

import math
from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.kit.tumblin.flicks import die, random_launch
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, KINDS, DieKind
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.reading_many import faces
from tumbletrip.tumblin.ports import Launch

BOARD = builtin_board("classic")
PHYSICS = MujocoPhysics(BOARD)

# Chi-square for 5 degrees of freedom: a fair die is above this once in a thousand tries.
CHI_SQUARE_5 = 20.5


@pytest.mark.parametrize("face", D6.faces)
@pytest.mark.parametrize("quarter_turns", range(4))
def test_TD08_all_24_poses_of_a_d6_read_right_after_a_gentle_push(face: int, quarter_turns: int) -> None:
    yaw = math.remainder(quarter_turns * math.pi / 2, math.tau)
    rest = PHYSICS.settle((), Launch(die(), -0.06, 0.0, face, yaw=yaw, speed_mps=0.1)).rests[0]
    assert rest.face == face
    assert rest.tier == "track"


@pytest.mark.parametrize(
    ("kind", "face"),
    [(kind, face) for kind in KINDS.values() if kind != D6 for face in kind.faces],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_TD17_every_face_of_the_odd_dice_reads_right_after_a_gentle_push(kind: DieKind, face: int) -> None:
    rest = PHYSICS.settle((), Launch(die(0, kind), -0.06, 0.0, face, yaw=0.3, speed_mps=0.1)).rests[0]
    assert rest.face == face
    assert rest.tier == "track"


DICE = 20_000
AT_ONCE = 2_400  # a multiple of six: every face is up at the start equally often


def hard_launches(rng: Random) -> list[Launch]:
    """Flicks at 1.2 to 1.5 m/s, more or less straight."""
    wild = [random_launch(rng, die(), 1.2, 1.5, 0.15) for _ in range(AT_ONCE)]
    return [
        replace(one, x=one.x / 3, face_up=number % 6 + 1, hit_side=one.hit_side / 4)
        for number, one in enumerate(wild)
    ]


@pytest.mark.slow
def test_a_hard_flicked_d6_shows_every_face_equally_often() -> None:
    """Flicks until 20,000 dice have stayed on the board."""
    rng, imagination = Random(2), Imagination(BOARD)
    seen: Counter[int] = Counter()
    kept = 0
    while seen.total() < DICE:
        launches = hard_launches(rng)
        endings = imagination.fly((), launches)
        stayed = ~np.array(endings.out)[:, 0]
        shown = faces((D6,), endings)[stayed, 0]
        put_up = np.array([launch.face_up for launch in launches])[stayed]
        seen.update(shown.tolist())
        kept += int((shown == put_up).sum())
    expected = seen.total() / 6
    assert sum((seen[face] - expected) ** 2 / expected for face in D6.faces) < CHI_SQUARE_5
    assert kept / seen.total() < 0.20  # the face put up is a small advantage at most: 1/6 would be none
