"""Tumblin-Dice in OpenSpiel: its own simulation passes, and a history tells the whole match."""

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not locked (decision 0017): pip install open_spiel"
)

from tumbletrip.envs.tumblin.openspiel import HITS, NAME, PLACES, SHAKES, launch_from  # noqa: E402  # after the skip
from tumbletrip.tumblin.rules import outcome, refuse_flick  # noqa: E402  # after the skip

SMALL = f"{NAME}(players=2,dice=1)"


def played(settings: str, seed: int) -> Any:
    chosen = random.Random(seed)
    state = pyspiel.load_game(settings).new_initial_state()
    while not state.is_terminal():
        state.apply_action(chosen.choice(state.legal_actions()))
    return state


@pytest.mark.slow
def test_its_own_simulation_finds_nothing_to_say() -> None:
    pyspiel.random_sim_test(pyspiel.load_game(SMALL), num_sims=1, serialize=False, verbose=False)


@pytest.mark.slow
def test_the_same_history_is_the_same_match_and_returns_are_those_of_the_rules() -> None:
    state = played(SMALL, 3)
    match = state.moment.match
    again = pyspiel.load_game(SMALL).new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.moment.match == match
    ended = outcome(match)
    assert ended is not None
    assert state.returns() == [float(side in ended.winners) / len(ended.winners) for side in (0, 1)]
    assert ended.winners == (match.sheets[-1].winner,)  # TD15: one round decides


def test_chance_rolls_for_the_order_and_shakes_the_hand() -> None:
    state = pyspiel.load_game(SMALL).new_initial_state()
    assert state.is_chance_node()
    assert [face for face, _ in state.chance_outcomes()] == list(range(6))
    for face in (5, 0):
        state.apply_action(face)
    assert state.current_player() == 0
    assert len(state.legal_actions()) == len(PLACES) * len(HITS)
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    assert dict(state.chance_outcomes()) == dict.fromkeys(range(SHAKES), 1 / SHAKES)
    one, other = state.clone(), state.clone()
    one.apply_action(0)
    other.apply_action(1)
    assert str(one.moment.match.rests) != str(other.moment.match.rests)
    assert not state.moment.match.rests  # a clone has a life of its own


def test_only_what_the_rules_allow_is_legal() -> None:
    state = pyspiel.load_game(SMALL).new_initial_state()
    for face in (5, 0):
        state.apply_action(face)
    match = state.moment.match
    assert all(
        refuse_flick(match, 0, launch_from(match, 0, action)) is None for action in state.legal_actions()
    )
