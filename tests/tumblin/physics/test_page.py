"""A page's physics: MuJoCo as WebAssembly ends flicks where the native one ends them."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.kit.tumblin.flicks import crowded_board, die, possible_launches
from tests.kit.tumblin.node_physics import node_engine
from tumbletrip.tumblin.board import USUAL_BOARD, builtin_board
from tumbletrip.tumblin.dice import D6, KINDS, DieKind
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.engines.page import PageEngine
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.stepping import NO_ENGINE, EngineMissing, using
from tumbletrip.tumblin.physics.world import COARSE
from tumbletrip.tumblin.ports import Settled

BOARD = builtin_board(USUAL_BOARD)
NEAR_M = 0.0001


@pytest.fixture(scope="module")
def page() -> Iterator[PageEngine]:
    with node_engine() as engine:
        yield engine


def check_alike(ours: Settled, theirs: Settled) -> None:
    for one, other in zip(ours.rests, theirs.rests, strict=True):
        assert (one.tier, one.zone, one.face) == (other.tier, other.zone, other.face)
        for axis in ("x", "y", "z"):
            assert getattr(one.pose, axis) == pytest.approx(getattr(other.pose, axis), abs=NEAR_M)
    assert len(ours.trajectory) == len(theirs.trajectory)
    assert [(c.one, c.other) for c in ours.contacts] == [(c.one, c.other) for c in theirs.contacts]


@pytest.mark.parametrize("kinds", [(D6,), tuple(KINDS.values())], ids=["d6", "mixed"])
def test_flicks_end_alike_in_a_page_and_natively(page: PageEngine, kinds: tuple[DieKind, ...]) -> None:
    rng = Random(14)
    native = MujocoPhysics(BOARD)
    crowd = crowded_board(rng, native, 8, kinds)
    for resting in ((), crowd):
        launches = possible_launches(rng, BOARD, resting, die(99, kinds[-1]))
        for launch in [next(launches) for _ in range(4)]:
            ours = native.settle(resting, launch)
            with using(page):
                theirs = MujocoPhysics(BOARD)
                assert theirs.fingerprint == native.fingerprint
                check_alike(ours, theirs.settle(resting, launch))


def test_what_bots_imagine_is_alike_in_a_page(page: PageEngine) -> None:
    rng = Random(15)
    launches = [next(possible_launches(rng, BOARD, (), die())) for _ in range(4)]
    ours = Imagination(BOARD, COARSE).fly((), launches)
    with using(page):
        theirs = Imagination(BOARD, COARSE).fly((), launches)
    assert (ours.out, ours.looks) == (theirs.out, theirs.looks)
    for (one,), (other,) in zip(ours.poses, theirs.poses, strict=True):
        assert list(one) == pytest.approx(list(other), abs=NEAR_M)


def test_a_device_without_its_engine_says_so() -> None:
    launch = next(possible_launches(Random(1), BOARD, (), die()))
    with using(NO_ENGINE), pytest.raises(EngineMissing):
        MujocoPhysics(BOARD).settle((), launch)
