"""What the laws of faces and crowds look at, part by part; judged in `tests/laws`."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from random import Random

import numpy as np

from tests.kit.tumblin.flicks import crowded_board, depth, die, moved_dice, possible_launches, random_launch
from tests.kit.tumblin.measuring import Law, Part, digest_of
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, D8, D10, D12, D20, DieKind
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.reading_many import faces
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.reading import read

BOARD = builtin_board("classic")
TIERS = {"track", "level", "1x", "2x", "3x", "4x"}
FLICKS = 250  # into each crowd
HARD_FLICKS = 240  # of a part; a multiple of six: every face is up at the start equally often
ODD_KINDS = (D8, D10, D12, D20)


@dataclass(frozen=True)
class Faces(Part):
    """The faces of dice that stayed: how often each was seen, and how many show the one put up."""

    seen: list[int]
    kept: int


@dataclass(frozen=True)
class Crowd(Part):
    """Flicks into a crowd: the longest, the deepest corner of a moved die in the wood, what cannot be."""

    flicks: int
    moved: int
    most_looks: int
    deepest_mm: float
    nowhere: int
    not_finite: int


@cache
def imagination() -> Imagination:
    """One for all parts: building a world costs as much as some flicks."""
    return Imagination(BOARD)


@cache
def physics() -> MujocoPhysics:
    """One for all crowds."""
    return MujocoPhysics(BOARD)


def hard_flicks(part: int) -> Faces:
    """Flicks at 1.2 to 1.5 m/s, more or less straight."""
    rng = Random(f"hard flicks {part}")
    wild = [random_launch(rng, die(), 1.2, 1.5, 0.15) for _ in range(HARD_FLICKS)]
    return look_at_faces([_straightened(one, number % 6 + 1) for number, one in enumerate(wild)])


def _straightened(one: Launch, face: int) -> Launch:
    return replace(one, x=one.x / 3, face_up=face, hit_side=one.hit_side / 4)


def look_at_faces(launches: list[Launch]) -> Faces:
    """Fly a D6 over the empty board."""
    endings = imagination().fly((), launches)
    stayed = ~np.array(endings.out)[:, 0]
    shown = faces((D6,), endings)[stayed, 0]
    put_up = np.array([launch.face_up for launch in launches])[stayed]
    seen = Counter(shown.tolist())
    return Faces(digest_of(endings), [seen[face] for face in D6.faces], int((shown == put_up).sum()))


def crowd_of_17(quarter: int, part: int) -> Crowd:
    """Flicks of a D6 into a crowd of its kind."""
    return look_at_crowd(Random(f"crowd {quarter} {part}"), 17, (D6,))


def crowd_of_odd_dice(part: int) -> Crowd:
    """Flicks of an odd die into a crowd of all kinds."""
    kind = ODD_KINDS[part % len(ODD_KINDS)]
    return look_at_crowd(Random(f"odd crowd {part}"), 8, (kind, D6, *ODD_KINDS))


def look_at_crowd(rng: Random, dice: int, kinds: tuple[DieKind, ...]) -> Crowd:
    """Flick dice onto the board until that many lie there, then one more in many ways."""
    resting = crowded_board(rng, physics(), dice, kinds)
    thrown = die(dice, kinds[0])
    launches = list(islice(possible_launches(rng, BOARD, resting, thrown), FLICKS))
    endings = imagination().fly(resting, launches)
    moved = list(moved_dice(resting, thrown, endings))
    rests = [read(BOARD, one, pose) for one, pose in moved]
    return Crowd(
        ends=digest_of(endings),
        flicks=len(launches),
        moved=len(moved),
        most_looks=max(endings.looks),
        deepest_mm=round(1000 * max(depth(BOARD, one, pose) for one, pose in moved), 4),
        nowhere=sum(rest.tier not in TIERS or rest.face not in rest.die.kind.faces for rest in rests),
        not_finite=int((~np.isfinite(endings.poses)).sum()),
    )


HARD_FLICKS_OF_A_D6 = Law("hard flicks", 130, hard_flicks, Faces)
CROWDS_OF_17 = [
    Law(f"crowds of 17, quarter {quarter}", 18, partial(crowd_of_17, quarter), Crowd) for quarter in range(4)
]
CROWDS_OF_ODD_DICE = Law("crowds of odd dice", 8, crowd_of_odd_dice, Crowd)
LAWS: tuple[Law[Faces] | Law[Crowd], ...] = (HARD_FLICKS_OF_A_D6, *CROWDS_OF_17, CROWDS_OF_ODD_DICE)
