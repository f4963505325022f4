"""Matches of Tumblin-Dice in PettingZoo: its checks pass, turns and points are those of the rules."""

from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tumbletrip.envs.tumblin.flick_actions import NUMBERS
from tumbletrip.envs.tumblin.matches import TumblinAEC
from tumbletrip.tumblin.rules import outcome

STRAIGHT = np.array([0, 0, 0, 1, -0.2, 0, 0, 0], dtype=np.float32)


def flicked(env: TumblinAEC, seed: int) -> dict[str, float]:
    """A match of sensible flicks to its end, and what each seat was paid."""
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    paid = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        assert seen in env.observation_space(agent)
        paid[agent] += reward
        shaken = STRAIGHT + np.float32(0.15) * random.standard_normal(NUMBERS).astype(np.float32)
        env.step(None if over else shaken)
    return paid


# An empty board at the first flick is what there is to see.
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
def test_pettingzoo_finds_nothing_to_say() -> None:
    api_test(TumblinAEC(2, dice=1, house=["rounds=1"], reward="difference"), num_cycles=10)
    seed_test(partial(TumblinAEC, 3, dice=1), num_cycles=5)


@pytest.mark.parametrize(("players", "teams"), [(2, None), (4, 2)])
def test_TD11_winners_share_one_point_and_differences_add_up_to_the_totals(
    players: int, teams: int | None
) -> None:
    won = TumblinAEC(players, dice=2, teams=teams, house=["target=25"])
    wins = flicked(won, 1)
    counted = TumblinAEC(players, dice=2, teams=teams, house=["target=25"], reward="difference")
    points = flicked(counted, 1)
    assert counted.match == won.match
    ended, setup = outcome(won.match), won.match.setup
    assert ended is not None
    for seat in range(players):
        side = setup.side_of[seat]
        assert wins[f"seat_{seat}"] == (1 / len(ended.winners) if side in ended.winners else 0)
        assert points[f"seat_{seat}"] == won.match.totals[side]


def test_agents_flick_in_the_order_of_the_rules_and_see_their_own_dice_first() -> None:
    env = TumblinAEC(3, dice=2, hand="exact", render_mode="ansi")
    env.reset(seed=4)
    order = [env.possible_agents[seat] for seat in env.match.order]
    turns = []
    for _ in range(3):
        turns.append(env.agent_selection)
        env.step(STRAIGHT)
    assert turns == order
    for place, agent in enumerate(order):
        assert env.observe(agent)[:2].tolist() == [1, env.match.rests[place].on_board]
    shown = env.render() or ""
    assert all(f"{rest.die.key} {rest.face} on {rest.tier}" in shown for rest in env.match.rests)
    assert shown.endswith("round 1, 0 : 0 : 0 points")


def test_TD05_a_place_that_is_taken_is_refused_by_name() -> None:
    env = TumblinAEC(2, dice=1, hand="exact")
    env.reset(seed=1)
    touch = np.array([-1, 0, 0, 0, -1, 0, 0, 0], dtype=np.float32)
    env.step(touch)
    second = env.agent_selection
    env.step(touch)
    assert env.agent_selection == second
    assert env.infos[second]["refusal"] == "tumblin/place_taken"
    with pytest.raises(ValueError, match="win or difference"):
        TumblinAEC(2, reward="love")
