"""Dice are fair, and what lies on top is what is read."""

import math

import pytest

from tests.kit.tumblin.flicks import die
from tests.kit.tumblin.laws import HARD_FLICKS_OF_A_D6
from tests.kit.tumblin.measuring import measured
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, KINDS, DieKind
from tumbletrip.tumblin.physics.engine import MujocoPhysics
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


@pytest.mark.slow
def test_a_hard_flicked_d6_shows_every_face_equally_often() -> None:
    """Of at least 20,000 dice that stayed on the board."""
    parts = measured(HARD_FLICKS_OF_A_D6)
    seen = [sum(counts) for counts in zip(*(part.seen for part in parts), strict=True)]
    total = sum(seen)
    assert total >= DICE
    expected = total / len(seen)
    assert sum((count - expected) ** 2 / expected for count in seen) < CHI_SQUARE_5
    assert sum(part.kept for part in parts) / total < 0.20  # the face put up is a small advantage at most
