"""What bots imagine is what MuJoCo plays: the same shares of all flicks, by kernels where there are any."""

from dataclasses import replace
from functools import partial
from random import Random

import numpy as np
import pytest

from tests.kit.tumblin.flicks import crowded_board, die, moved_dice
from tumbletrip.bots.tumblin.fast.imagining import FastImagination
from tumbletrip.bots.tumblin.imagination import BotImagination, flicks_in, is_fast
from tumbletrip.bots.tumblin.shots import straight
from tumbletrip.tumblin.board import BOARD_NAMES, USUAL_BOARD, Board, builtin_board
from tumbletrip.tumblin.dice import D6, D20
from tumbletrip.tumblin.hands import PRACTISED
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.engines.native import NativeEngine
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.reading_many import faces, zones
from tumbletrip.tumblin.physics.stepping import using
from tumbletrip.tumblin.physics.world import COARSE
from tumbletrip.tumblin.ports import Launch, Rest

pytestmark = pytest.mark.slow

BOARD = builtin_board(USUAL_BOARD)
CHI_SQUARE_5 = 20.5  # alike faces are above this once in a thousand tries


def flicks(board: Board, mps: float, many: int, crowd: tuple[Rest, ...] = ()) -> list[Launch]:
    draw = partial(Random(f"{mps}").gauss, 0.0, 1.0)
    return [PRACTISED.flick(board, crowd, straight(board, die(99), mps), draw) for _ in range(many)]


def places(board: Board, ends: Endings) -> list[float]:
    """Shares of the flicked die: before the line, on 1x to 4x, off the board."""
    zone = zones(board, (D6,) * len(ends.out[0]), ends)[:, -1]
    off = np.array(ends.out)[:, -1]
    return [float(np.mean((zone == place) & ~off)) for place in range(5)] + [float(np.mean(off))]


# Two independent shares of 400 flicks near one half stray from each other by 3.5 points; those of the same
# launches by less. `python -m bench.tumblin imagination` judges by thousands.
STRAY = 0.08


@pytest.mark.parametrize("name", BOARD_NAMES)
@pytest.mark.parametrize("mps", [0.6, 1.0, 1.3, 1.6])
def test_dice_go_as_far_as_those_of_mujoco(name: str, mps: float) -> None:
    board = builtin_board(name)
    launches = flicks(board, mps, 400)
    truth, own = (way.fly((), launches) for way in (Imagination(board), FastImagination(board)))
    gaps = [abs(a - b) for a, b in zip(places(board, truth), places(board, own), strict=True)]
    assert max(gaps) < STRAY
    assert np.mean(truth.looks) == pytest.approx(np.mean(own.looks), rel=0.06)


def test_dice_tumble_as_those_of_mujoco() -> None:
    launches = flicks(BOARD, 1.4, 500)
    seen = []
    for way in (Imagination(BOARD), FastImagination(BOARD)):
        ends = way.fly((), launches)
        face, off = faces((D6,), ends)[:, 0], np.array(ends.out)[:, 0]
        seen.append(np.array([np.sum(face[~off] == number) for number in D6.faces]))
    assert sum(seen[0]) > 400
    truth, own = (counts / counts.sum() for counts in seen)
    size = seen[0].sum() * seen[1].sum() / (seen[0].sum() + seen[1].sum())
    assert size * np.sum((truth - own) ** 2 / ((truth + own) / 2)) < CHI_SQUARE_5


def test_a_crowd_is_pushed_about_as_by_mujoco() -> None:
    crowd = crowded_board(Random(3), MujocoPhysics(BOARD), 8)
    launches = flicks(BOARD, 1.5, 200, crowd)
    kinds = (D6,) * 9
    told = []
    for way in (Imagination(BOARD), FastImagination(BOARD)):
        ends = way.fly(crowd, launches)
        moved = len(list(moved_dice(crowd, die(99), ends)))
        told.append((moved / 200, float(zones(BOARD, kinds, ends)[:, :-1].sum(1).mean()), np.mean(ends.out)))
    truth, own = told
    assert truth[0] > 1  # or there was little to compare
    assert own[0] == pytest.approx(truth[0], abs=0.5)
    assert own[1] == pytest.approx(truth[1], abs=0.3)
    assert own[2] == pytest.approx(truth[2], abs=0.03)


def test_a_die_that_nobody_touches_stays_where_it_is_to_the_last_digit() -> None:
    crowd = crowded_board(Random(4), MujocoPhysics(BOARD), 5)
    soft = [replace(launch, speed_mps=0.1) for launch in flicks(BOARD, 1.0, 3, crowd)]
    ends = FastImagination(BOARD).fly(crowd, soft)
    assert not [pose for one, pose in moved_dice(crowd, die(99), ends) if one.key != "a99"]


def test_the_same_flicks_end_alike_whatever_was_imagined_before() -> None:
    launches = flicks(BOARD, 1.4, 20)
    mind = FastImagination(BOARD)
    together = mind.fly((), launches).poses
    assert together == [mind.fly((), [launch]).poses[0] for launch in reversed(launches)][::-1]


def test_odd_dice_and_other_engines_are_left_to_mujoco() -> None:
    plain, odd = die(0), die(0, D20)
    lying = MujocoPhysics(BOARD).settle((), straight(BOARD, die(1, D20), 0.9)).rests
    assert is_fast(plain, ())
    assert not is_fast(odd, ())
    assert not is_fast(plain, lying)
    with using(NativeEngine()):
        assert not is_fast(plain, ())
    shot = [straight(BOARD, odd, 1.2)]
    assert BotImagination(BOARD).fly((), shot) == Imagination(BOARD, COARSE).fly((), shot)


def test_a_bot_imagines_more_where_that_is_fast_and_less_in_a_crowd() -> None:
    crowd = crowded_board(Random(3), MujocoPhysics(BOARD), 8)
    fast, crowded = flicks_in(1.0, die(9), ()), flicks_in(1.0, die(9), crowd)
    assert flicks_in(1.0, die(9, D20), ()) < crowded < fast
    assert flicks_in(0.0, die(9), ()) == 1
