"""Tumblin-Dice in Gymnasium: its checks pass, any action is a legal flick, points are those of the rules."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tumbletrip.envs import TUMBLIN
from tumbletrip.envs.tumblin.flick_actions import NUMBERS, launch_of
from tumbletrip.envs.tumblin.flicking import TumblinEnv
from tumbletrip.envs.tumblin.pictures import edges
from tumbletrip.tumblin.board import BOARD_NAMES, builtin_board
from tumbletrip.tumblin.dice import COLOURS, KINDS
from tumbletrip.tumblin.house_rules import CLASSIC
from tumbletrip.tumblin.launches import MAX_SPEED_MPS, MIN_SPEED_MPS, refuse_launch
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.ports import Rest
from tumbletrip.tumblin.scoring import score_die
from tumbletrip.tumblin.setup import name_dice

STRAIGHT = np.array([0, 0, 0, 1, -0.2, 0, 0, 0], dtype=np.float32)  # the six up, 1.26 m/s


@pytest.mark.parametrize("settings", [{}, {"dice": 2, "kind": "d20", "reward": "final", "hand": "exact"}])
def test_gymnasium_finds_nothing_to_say(settings: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mode in TumblinEnv.metadata["render_modes"]:
            env = gymnasium.make(f"tumbletrip.envs:{TUMBLIN}", render_mode=mode, **settings)
            check_env(env.unwrapped)


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_TD04_every_action_is_a_flick_that_the_rules_allow(board: str, kind: str) -> None:
    wood = builtin_board(board)
    [die] = name_dice(0, [(COLOURS[0], KINDS[kind], False)])
    corners = np.array(np.meshgrid(*[[-1.0, 1.0]] * NUMBERS)).reshape(NUMBERS, -1).T
    anywhere = np.random.default_rng(1).uniform(-1.2, 1.2, (200, NUMBERS))
    launches = [launch_of(wood, die, action.tolist()) for action in (*corners, *anywhere)]
    assert {refuse_launch(wood, launch) for launch in launches} == {None}
    assert {launch.face_up for launch in launches} == set(die.kind.normals)
    assert min(launch.speed_mps for launch in launches) == pytest.approx(MIN_SPEED_MPS, abs=1e-4)
    assert max(launch.speed_mps for launch in launches) == pytest.approx(MAX_SPEED_MPS, abs=1e-4)
    with pytest.raises(ValueError, match="8 numbers"):
        launch_of(wood, die, [0.0])


@pytest.mark.parametrize("reward", ["difference", "final"])
def test_a_round_pays_what_its_dice_count(reward: str) -> None:
    env = TumblinEnv(dice=4, reward=reward, render_mode="ansi")
    random = np.random.default_rng(3)
    seen, _ = env.reset(seed=1)
    paid, over = 0.0, False
    while not over:
        action = STRAIGHT + np.float32(0.3) * random.standard_normal(NUMBERS).astype(np.float32)
        seen, part, over, _, info = env.step(action)
        assert seen in env.observation_space
        paid += part
    assert paid == info["score"] == sum(score_die(CLASSIC, rest).points for rest in env.rests)
    assert env.render().endswith(f"{info['score']} points")
    for row, rest in zip(seen, env.rests, strict=True):
        assert row[:2].tolist() == [1, rest.on_board]
        if rest.on_board:
            assert row[-2:].tolist() == [rest.face, rest.zone]
            assert row[2:5] == pytest.approx([rest.pose.x, rest.pose.y, rest.pose.z])
    with pytest.raises(ValueError, match="reset"):
        env.step(STRAIGHT)


def test_an_exact_flick_rests_where_the_physics_of_play_puts_it() -> None:
    env = TumblinEnv("classic", dice=2, hand="exact")
    env.reset(seed=1)
    env.step(STRAIGHT)
    env.step(STRAIGHT)
    board = builtin_board("classic")
    physics = MujocoPhysics(board)
    rests: tuple[Rest, ...] = ()
    for die in name_dice(0, [(COLOURS[0], KINDS["d6"], False)] * 2):
        rests = physics.settle(rests, launch_of(board, die, STRAIGHT.tolist())).rests
    assert env.rests == rests


def test_a_hand_shakes_by_the_seed() -> None:
    def end(seed: int) -> tuple[object, ...]:
        env = TumblinEnv(dice=1, hand="wild")
        env.reset(seed=seed)
        env.step(STRAIGHT)
        return env.rests

    assert end(1) == end(1) != end(2)


def test_TD05_a_die_on_the_track_is_not_moved_aside() -> None:
    env = TumblinEnv(dice=2, hand="exact")
    env.reset(seed=1)
    touch = np.array([-1, 0, 0, 0, -1, 0, 0, 0], dtype=np.float32)
    env.step(touch)
    before = env.rests
    _, reward, over, _, info = env.step(touch)
    assert info["refusal"] == "tumblin/place_taken"
    assert (env.rests, reward, over) == (before, 0.0, False)


def test_the_picture_shows_each_die_where_it_lies() -> None:
    """A die of 16 mm covers its own colour where nothing but wood was, and no more than it can."""
    env = TumblinEnv(dice=1, hand="exact", render_mode="rgb_array")
    env.reset(seed=1)
    empty = env.render()
    env.step(STRAIGHT)
    [rest] = env.rests
    rows, columns = np.nonzero((env.render() != empty).any(axis=2))
    left, right, low, high = edges(env.board)
    height, width = empty.shape[:2]
    metres = (high - low) / (height - 1)
    assert left + columns.mean() / (width - 1) * (right - left) == pytest.approx(rest.pose.x, abs=metres)
    assert high - rows.mean() * metres == pytest.approx(rest.pose.y, abs=metres)
    assert len(rows) * metres**2 == pytest.approx(0.016**2, rel=0.1)
