"""Thousands of games at once are the very games of the readable environment, step by step."""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

from tumbletrip.dicetrip.fast.kernels import Bytes
from tumbletrip.dicetrip.scoring import score
from tumbletrip.envs import DICETRIP
from tumbletrip.envs.dicetrip.actions import ACTIONS, answer_of
from tumbletrip.envs.dicetrip.moment import Moment, answered, beginning, landed
from tumbletrip.envs.dicetrip.observations import roll_seen, sheet_seen
from tumbletrip.envs.dicetrip.solo import DiceTripEnv
from tumbletrip.envs.dicetrip.vector import DiceTripVectorEnv

SETTINGS: list[dict[str, Any]] = [
    {"tens": True},
    {"edition": "germany", "reward": "final"},
    {"edition": "germany", "reroll": False, "double": False},
]
GAMES, STEPS = 8, 90  # two games each, and the beginning between them


@pytest.mark.parametrize("settings", SETTINGS)
def test_every_step_is_that_of_the_readable_environment(settings: dict[str, Any]) -> None:
    fast = DiceTripVectorEnv(GAMES, **settings)
    slow = SyncVectorEnv([partial(DiceTripEnv, **settings)] * GAMES)
    random = np.random.default_rng(1)
    seen, infos = fast.reset(seed=7)
    true, told = slow.reset(seed=7)
    finished = 0
    over = np.zeros(GAMES, dtype=bool)
    for _ in range(STEPS):
        assert np.array_equal(seen, true)
        assert infos["score"].tolist() == told["score"].tolist()
        assert np.array_equal(infos["action_mask"][~over], told["action_mask"][~over])
        actions = fast.random_actions()
        wild = random.random(GAMES) < 0.1  # anything at all, which is mostly refused
        actions[wild] = random.integers(ACTIONS, size=wild.sum())
        seen, rewards, over, _, infos = fast.step(actions)
        true, paid, ended, _, told = slow.step(actions)
        assert rewards.tolist() == paid.tolist()
        assert over.tolist() == ended.tolist()
        assert infos["refused"].tolist() == [refusal != "" for refusal in told["refusal"]]
        finished += int(over.sum())
    assert finished >= GAMES * 2 - 2


@pytest.mark.parametrize("edition", ["france", "germany"])
@pytest.mark.parametrize("tens", [True, False])
def test_two_thousand_games_go_and_end_as_the_rules_say(edition: str, tens: bool) -> None:
    """Every action is told to the rules again, on the dice that were seen."""
    games = 500  # in each of the four settings
    env = DiceTripVectorEnv(games, edition, tens=tens)
    first = beginning(env.edition, tens=tens, reroll=True, double=True)
    moments = [first] * games
    seen, infos = env.reset(seed=11)
    playing = np.ones(games, dtype=bool)
    while playing.any():
        actions = env.random_actions()
        after, _, over, _, infos = env.step(actions)
        for game in np.flatnonzero(playing):
            moments[game] = told(moments[game], seen[game], int(actions[game]), after[game])
        ended = np.flatnonzero(playing & over)
        for game in ended:
            sheet = moments[game].game.sheets[0]
            assert sheet.is_full
            assert sheet_seen(env.edition, after[game]) == sheet
            assert infos["score"][game] == score(sheet).total
        playing &= ~over
        seen = after


def told(moment: Moment, seen: Bytes, action: int, after: Bytes) -> Moment:
    """What the rules make of an action, on the dice seen before it and after."""
    if moment.in_the_air:
        moment = landed(moment, roll_seen(seen))
    moment = answered(moment, 0, answer_of(moment.game.edition, action))
    return landed(moment, roll_seen(after)) if moment.again else moment


def test_random_actions_are_legal_and_every_legal_action_is_drawn() -> None:
    env = DiceTripVectorEnv(4000, reroll=False)
    _, infos = env.reset(seed=[1] * 4000)
    for _ in range(3):
        actions = env.random_actions()
        assert infos["action_mask"][np.arange(4000), actions].all()
        _, _, _, _, infos = env.step(actions)
    env.reset(seed=[1] * 4000)
    env._choosing[:] = np.arange(4000, dtype=np.uint64) << np.uint64(20)
    drawn = set(env.random_actions().tolist())
    assert drawn == set(np.flatnonzero(env.reset(seed=[1] * 4000)[1]["action_mask"][0]).tolist())


def test_gymnasium_makes_it_and_what_it_gives_is_nobody_elses() -> None:
    env = gymnasium.make_vec(f"tumbletrip.envs:{DICETRIP}", num_envs=3, edition="germany", tens=True)
    assert isinstance(env.unwrapped, DiceTripVectorEnv)
    first, infos = env.reset(seed=3)
    kept, mask = first.copy(), infos["action_mask"].copy()
    env.step(env.unwrapped.random_actions())
    assert np.array_equal(first, kept)
    assert np.array_equal(infos["action_mask"], mask)
    assert first in env.observation_space
    assert sheet_seen(env.unwrapped.edition, first[0]).tens_variant


def test_it_refuses_to_begin_in_the_middle() -> None:
    env = DiceTripVectorEnv(2)
    with pytest.raises(ValueError, match="reset"):
        env.step(np.zeros(2, dtype=np.int64))
    env.reset()
    with pytest.raises(ValueError, match="as many actions"):
        env.step(np.zeros(3, dtype=np.int64))


def test_seeds_repeat_and_dice_roll_on_without_one() -> None:
    env = DiceTripVectorEnv(50)
    first, _ = env.reset(seed=1)
    rolled_on, _ = env.reset()
    again, _ = env.reset(seed=1)
    shifted, _ = env.reset(seed=2)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, rolled_on)
    assert np.array_equal(first[1:], shifted[:-1])  # the seeds of the games are seed, seed + 1, …
