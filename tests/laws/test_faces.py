"""Dice are fair, and what lies on top is what is read."""

import math
from collections import Counter
from random import Random

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


@pytest.mark.slow
def test_a_hard_flicked_d6_shows_every_face_equally_often() -> None:
    """33,000 flicks at 1.2 to 1.5 m/s, every face up at the start equally often; more than 20,000 stay on."""
    rng = Random(2)
    launches = []
    for number in range(33_000):
        wild = random_launch(rng, die(), 1.2, 1.5, 0.15)
        launches.append(
            Launch(
                wild.die,
                wild.x / 3,
                wild.y,
                number % 6 + 1,
                wild.yaw,
                wild.azimuth,
                wild.speed_mps,
                wild.hit_side / 4,
                wild.hit_height,
            )
        )
    endings = Imagination(BOARD).fly((), launches)
    stayed = [number for number, out in enumerate(endings.out) if not out[0]]
    shown = faces((D6,), endings)[:, 0]
    faces_seen = {number: int(shown[number]) for number in stayed}
    seen = Counter(faces_seen.values())
    expected = len(stayed) / 6
    assert len(stayed) >= 20_000
    assert sum((seen[face] - expected) ** 2 / expected for face in D6.faces) < CHI_SQUARE_5
    kept = sum(face == number % 6 + 1 for number, face in faces_seen.items()) / len(stayed)
    assert kept < 0.20  # the face put up at the start is a small advantage at most: 1/6 would be none
