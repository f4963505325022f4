import gc
import hashlib
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.kit.tumblin.flicks import crowded_board, die, native, possible_launches
from tumbletrip.core.errors import InputError
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, KINDS, DieKind
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.world import World, inertia
from tumbletrip.tumblin.ports import Launch, Physics, Pose, Settled

BOARD = builtin_board("classic")
PHYSICS: Physics = MujocoPhysics(BOARD)

STRAIGHT = Launch(die(), -0.02, 0.0, 1, speed_mps=1.0)


def some_flicks(engine: MujocoPhysics) -> list[Settled]:
    """A dozen flicks onto a board with eight dice."""
    rng = Random(3)
    crowd = crowded_board(rng, engine, 8)
    launches = possible_launches(rng, BOARD, crowd, die(8))
    return [engine.settle(crowd, next(launches)) for _ in range(12)]


def print_digest() -> None:
    print(hashlib.sha256(repr(some_flicks(MujocoPhysics(BOARD))).encode()).hexdigest())


def test_the_same_flicks_give_the_same_bits_again_and_in_another_process() -> None:
    here = hashlib.sha256(repr(some_flicks(MujocoPhysics(BOARD))).encode()).hexdigest()
    again = hashlib.sha256(repr(some_flicks(MujocoPhysics(BOARD))).encode()).hexdigest()
    code = "from tests.tumblin.physics.test_engine import print_digest; print_digest()"
    root = Path(__file__).parents[3]
    elsewhere = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env={"PYTHONPATH": "src:."}, capture_output=True, text=True
    )
    assert again == here
    assert elsewhere.stdout.strip() == here, elsewhere.stderr


def test_F70_an_imagination_forgets_sets_of_dice_that_it_has_not_met_lately() -> None:
    imagination = Imagination(BOARD)
    rng, crowd = Random(5), crowded_board(Random(5), MujocoPhysics(BOARD), 7)
    before = _worlds()
    for number in range(len(crowd) + 1):
        launch = next(possible_launches(rng, BOARD, crowd[:number], die(number)))
        imagination.fly(crowd[:number], [launch])
    assert 1 <= _worlds() - before <= 4


def _worlds() -> int:
    gc.collect()
    return sum(type(thing).__name__ == "World" for thing in gc.get_objects())


def test_what_an_engine_did_before_does_not_matter() -> None:
    used = MujocoPhysics(BOARD)
    some_flicks(used)
    assert used.settle((), STRAIGHT) == MujocoPhysics(BOARD).settle((), STRAIGHT)


def test_imagination_ends_where_play_ends() -> None:
    rng = Random(4)
    engine = MujocoPhysics(BOARD)
    crowd = crowded_board(rng, engine, 8)
    launches = list(islice(possible_launches(rng, BOARD, crowd, die(8)), 60))
    endings = Imagination(BOARD).fly(crowd, launches)
    for launch, poses, out in zip(launches[:20], endings.poses, endings.out, strict=False):
        for rest, pose, left in zip(engine.settle(crowd, launch).rests, poses, out, strict=True):
            assert rest.on_board != left
            assert left or (rest.pose.x, rest.pose.y, rest.pose.z) == pytest.approx(pose[:3], abs=1e-6)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"x": 0.05}, "off_the_track"),
        ({"speed_mps": 3.5}, "too_fast"),
        ({"speed_mps": float("nan")}, "not_a_number"),
        ({"azimuth": 1.5}, "not_forward"),
        ({"hit_height": 1.2}, "hit_beside_the_die"),
        ({"face_up": 7}, "unknown_face"),
    ],
)
def test_TD04_impossible_flicks_are_refused_by_name(changed: dict[str, float], reason: str) -> None:
    with pytest.raises(InputError) as refused:
        PHYSICS.settle((), replace(STRAIGHT, **changed))  # type: ignore[arg-type]  # names and types above
    assert refused.value.problem.key == f"tumblin/{reason}"


def test_a_place_on_the_track_that_is_taken_is_refused() -> None:
    resting = PHYSICS.settle((), replace(STRAIGHT, x=-0.1, speed_mps=0.1)).rests
    assert resting[0].tier == "track"
    with pytest.raises(InputError) as refused:
        PHYSICS.settle(resting, replace(STRAIGHT, die=die(1), x=resting[0].pose.x))
    assert refused.value.problem.key == "tumblin/place_taken"


def test_TD06_a_die_that_left_the_board_shows_a_face_on_the_table_and_stays_as_it_lies() -> None:
    gone = PHYSICS.settle((), replace(STRAIGHT, speed_mps=2.5)).rests
    assert gone[0].tier == "off"
    assert gone[0].face in D6.faces
    assert gone[0].pose.z == pytest.approx(0.008, abs=2e-4)  # flat on the table
    assert PHYSICS.settle(gone, replace(STRAIGHT, die=die(1))).rests[0] == gone[0]


def test_TD05_dice_that_nobody_touched_stay_to_the_last_digit() -> None:
    resting = PHYSICS.settle((), replace(STRAIGHT, y=0.04, azimuth=0.4, speed_mps=0.9)).rests
    after = PHYSICS.settle(resting, replace(STRAIGHT, die=die(1), y=-0.04, azimuth=-0.4, speed_mps=0.9)).rests
    assert after[0] is resting[0]


def test_sounds_name_the_die_and_what_it_hit() -> None:
    target = PHYSICS.settle((), replace(STRAIGHT, speed_mps=0.1, x=-0.06)).rests
    settled = PHYSICS.settle(target, replace(STRAIGHT, die=die(1), x=-0.1, speed_mps=1.5))
    hits = {(contact.one, contact.other) for contact in settled.contacts}
    assert hits & {("a0", "a1"), ("a1", "a0")}
    assert ("a0", "1x") in hits
    times = [contact.time_s for contact in settled.contacts]
    assert times == sorted(times)
    assert all(contact.strength > 0 for contact in settled.contacts)


def test_the_fingerprint_is_one_word_with_engine_and_board() -> None:
    engine, ours, board = PHYSICS.fingerprint.split("/")
    assert engine.startswith("mujoco-")
    assert ours.isdigit()
    assert board == BOARD.hash


def test_a_cube_has_the_inertia_of_a_cube() -> None:
    assert inertia(D6) == pytest.approx(np.full(3, D6.mass_kg * 0.016**2 / 6))


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_die_weighs_in_the_world_what_it_weighs_in_the_rules(kind: DieKind) -> None:
    model = native(World(BOARD, (kind,))).model
    assert model.body_mass[1] == pytest.approx(kind.mass_kg)
    assert model.body_inertia[1] == pytest.approx(inertia(kind), rel=1e-6)


def test_hit_above_the_middle_a_die_tumbles_forward_and_beside_it_it_hardly_turns() -> None:
    """ω = r × v/(s²/6); a finger as broad as the die pushes a side hit with 0.15 of its lever."""
    from tumbletrip.tumblin.physics.launching import motion

    launch = replace(STRAIGHT, hit_height=0.5, hit_side=0.25, speed_mps=1.2)
    moved = motion(launch, Pose(-0.02, 0.0, 0.108))
    assert moved[:3] == pytest.approx((1.2, 0.0, 0.0))
    per_metre = 1.2 / (0.016**2 / 6)
    assert moved[3:] == pytest.approx((0.0, 0.5 * 0.008 * per_metre, -0.15 * 0.25 * 0.008 * per_metre))
