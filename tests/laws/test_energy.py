"""Energy never grows beyond solver noise, and dice lie still once they lie."""

from random import Random

import mujoco
import numpy as np
import pytest

from tests.kit.tumblin.flicks import die, native, random_launch
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, KINDS, DieKind, face_up
from tumbletrip.tumblin.physics.launching import numbers, start
from tumbletrip.tumblin.physics.stepping import MOTION, POSE
from tumbletrip.tumblin.physics.world import World, inertia
from tumbletrip.tumblin.ports import Pose

BOARD = builtin_board("classic")
GRAVITY = 9.81
STILL = [0.0] * MOTION


def energy(kind: DieKind, data: mujoco.MjData) -> float:
    """Height and motion of a lone die, in joules; what a squeezed contact stores is left out."""
    velocity, spin = data.qvel[:3], data.qvel[3:]
    moving = kind.mass_kg * velocity @ velocity + np.array(inertia(kind)) @ spin**2
    return float(moving / 2 + kind.mass_kg * GRAVITY * data.qpos[2])


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_energy_never_grows_from_one_free_flight_to_the_next(kind: DieKind) -> None:
    rng = Random(kind.name)
    world = World(BOARD, (kind,))
    for _ in range(25):
        launch = random_launch(rng, die(0, kind), fastest=2.0)
        world.simulation.restart([], *start(BOARD, launch))
        data = native(world).data
        at_start = lowest = energy(kind, data)
        for _ in range(900):
            world.simulation.step(1)
            if data.qpos[2] < BOARD.off_below:
                break
            if data.ncon == 0:
                now = energy(kind, data)
                assert now <= lowest + 0.002 * at_start, launch
                lowest = min(lowest, now)


@pytest.mark.parametrize("overhang_mm", [0, 2, 4, 6, 7])
def test_a_die_that_overhangs_a_step_does_not_creep_off_it(overhang_mm: int) -> None:
    world = World(BOARD, (D6,))
    edge = 0.18  # where 1x ends
    before = numbers(Pose(edge - 0.008 + overhang_mm / 1000, 0.05, 0.088))
    world.simulation.restart([], before, STILL)
    world.simulation.step(3000)
    assert np.abs(native(world).data.qpos - before)[:3].max() < 2e-5


def test_a_die_whose_centre_is_beyond_the_edge_tips_over() -> None:
    world = World(BOARD, (D6,))
    world.simulation.restart([], numbers(Pose(0.1805, 0.05, 0.088)), STILL)
    world.simulation.step(1000)
    assert native(world).data.qpos[2] < 0.08


def test_two_dice_stacked_stay_stacked() -> None:
    world = World(BOARD, (D6, D6))
    lying = numbers(Pose(0.24, 0.0, 0.068))
    upper = numbers(Pose(0.242, 0.001, 0.084, *face_up(D6, 1, 0.3)))
    world.simulation.restart([lying], upper, STILL)
    world.simulation.step(2000)
    poses, _ = world.simulation.now()
    assert poses[2] == pytest.approx(0.068, abs=1e-4)
    assert poses[POSE + 2] == pytest.approx(0.084, abs=1e-4)
