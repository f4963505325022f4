"""Dice Trip in PettingZoo: its checks pass, both ways play the same game, and nobody sees too early."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from tumbletrip.dicetrip.rules import outcome
from tumbletrip.dicetrip.scoring import score
from tumbletrip.envs.dicetrip.actions import KEEP
from tumbletrip.envs.dicetrip.observations import DICE, SIZE, sheet_seen
from tumbletrip.envs.dicetrip.simultaneous import DiceTripParallel
from tumbletrip.envs.dicetrip.turn_based import DiceTripAEC

# PettingZoo names its own games with masks as exceptions from this advice.
MASKED = pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
DICTS = pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")


@MASKED
@DICTS
@pytest.mark.parametrize("players", [2, 4])
def test_pettingzoo_finds_nothing_to_say(players: int) -> None:
    api_test(DiceTripAEC(players, reward="difference"), num_cycles=80)
    parallel_api_test(DiceTripParallel(players, tens=True), num_cycles=80)


@pytest.mark.parametrize("players", [2, 3])
def test_a_seed_repeats_a_game(players: int) -> None:
    seed_test(partial(DiceTripAEC, players, edition="germany"), num_cycles=20)
    parallel_seed_test(partial(DiceTripParallel, players), num_cycles=20)


def choose(seen: dict[str, Any], random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(seen["action_mask"])))


def together(players: int, seed: int, **settings: Any) -> tuple[DiceTripParallel, dict[str, float]]:
    """A random game of all at once, and what each was paid."""
    env = DiceTripParallel(players, **settings)
    seen, _ = env.reset(seed=seed)
    randoms = {agent: np.random.default_rng([seed, seat]) for seat, agent in enumerate(env.agents)}
    paid = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        seen, rewards, _, _, infos = env.step(
            {agent: choose(seen[agent], randoms[agent]) for agent in env.agents}
        )
        assert all(info["refusal"] == "" for info in infos.values())
        paid = {agent: paid[agent] + rewards[agent] for agent in paid}
    return env, paid


def one_by_one(players: int, seed: int, **settings: Any) -> tuple[DiceTripAEC, dict[str, float]]:
    """The same game one after the other: a seat draws for an answer only when it is asked."""
    env = DiceTripAEC(players, **settings)
    env.reset(seed=seed)
    randoms = {agent: np.random.default_rng([seed, seat]) for seat, agent in enumerate(env.agents)}
    paid = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        paid[agent] += reward
        env.step(None if over else choose(seen, randoms[agent]))
    return env, paid


@pytest.mark.parametrize("reward", ["win", "difference", "final"])
def test_both_ways_play_the_same_game(reward: str) -> None:
    """Without the question about dice, in which others wait, all draw alike in both."""
    for players, seed in ((2, 1), (3, 2), (4, 3)):
        settings = {"reroll": False, "tens": True, "reward": reward}
        at_once, paid = together(players, seed, **settings)
        in_turn, same = one_by_one(players, seed, **settings)
        assert at_once.table.game == in_turn.table.game
        assert paid == same


def test_DT15_winners_share_one_point_and_scores_are_those_of_the_rules() -> None:
    for seed in range(4):
        won, wins = together(2, seed)
        ended = outcome(won.table.game)
        assert ended is not None
        assert wins == {
            f"seat_{seat}": 1 / len(ended.winners) if seat in ended.winners else 0.0 for seat in range(2)
        }
        counted, points = together(2, seed, reward="final")
        assert list(points.values()) == [score(sheet).total for sheet in counted.table.game.sheets]


def test_a_seat_sees_its_own_entries_at_once_and_those_of_others_after_the_round() -> None:
    env = DiceTripAEC(2, reroll=False)
    env.reset(seed=1)
    for cross in (12, 25):
        env.step(cross)  # the first city, then the second
    own = env.observe("seat_0")["observation"]
    others = env.observe("seat_1")["observation"]
    crossed = env.table.edition.city_ids[:2]
    assert sheet_seen(env.table.edition, own).crossed == crossed
    assert others[SIZE : SIZE + 2].tolist() == [0, 0]
    assert env.agent_selection == "seat_1"
    for cross in (12, 25):
        env.step(cross)
    after = env.observe("seat_1")["observation"]
    assert after[SIZE : SIZE + 2].tolist() == [1, 1]
    assert after.shape == (SIZE + DICE + 1,)


def test_DT07_only_the_roller_is_asked_about_the_dice_and_others_wait() -> None:
    env = DiceTripParallel(3)
    seen, _ = env.reset(seed=1)
    assert seen["seat_0"]["action_mask"][KEEP:].all()
    for agent in ("seat_1", "seat_2"):
        assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == [KEEP]
    assert [seen[agent]["observation"][-1] for agent in env.agents] == [0, 2, 1]


def test_a_refused_action_keeps_the_others_waiting_and_names_the_rule() -> None:
    env = DiceTripParallel(2, reroll=False)
    env.reset(seed=1)
    _, _, _, _, infos = env.step({"seat_0": 12, "seat_1": KEEP})
    assert infos["seat_1"]["refusal"] == "dicetrip/not_your_roll"
    env.step({"seat_0": 25, "seat_1": 12})
    assert env.table.asked == [1]
    with pytest.raises(ValueError, match="2 to 4"):
        DiceTripParallel(5)


def test_a_table_shows_what_all_may_see() -> None:
    env = DiceTripAEC(2, reroll=False, render_mode="ansi")
    env.reset(seed=1)
    first = env.table.edition.city_ids[0]
    for cross in (12, 25, 12):
        assert f"{first} xx" not in (env.render() or "")
        env.step(cross)
    env.step(25)
    assert (env.render() or "").count(f"{first} xx") == 2
    assert DiceTripParallel(2).render() is None
