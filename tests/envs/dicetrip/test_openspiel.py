"""Dice Trip in OpenSpiel: its own simulation passes, chance is explicit, and hidden entries stay hidden."""

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not locked (decision 0017): pip install open_spiel"
)

from tumbletrip.dicetrip.rules import outcome  # noqa: E402  # after the skip
from tumbletrip.dicetrip.scoring import score  # noqa: E402
from tumbletrip.envs.dicetrip.actions import KEEP  # noqa: E402
from tumbletrip.envs.dicetrip.openspiel import NAME, DiceTripState  # noqa: E402


def played(settings: str, seed: int) -> DiceTripState:
    """A random game to its end."""
    chosen = random.Random(seed)
    state = pyspiel.load_game(f"{NAME}({settings})").new_initial_state()
    while not state.is_terminal():
        state.apply_action(chosen.choice(state.legal_actions()))
    return state  # type: ignore[no-any-return]  # OpenSpiel has no types


@pytest.mark.parametrize("settings", ["players=1", "players=3,edition=germany,tens=True"])
def test_its_own_simulation_finds_nothing_to_say(settings: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(f"{NAME}({settings})"), num_sims=1, serialize=False, verbose=False
    )


@pytest.mark.parametrize("players", [1, 2, 4])
def test_returns_are_those_of_the_rules(players: int) -> None:
    for seed in range(3):
        state = played(f"players={players},tens=True", seed)
        game = state.moment.game
        ended = outcome(game)
        assert ended is not None
        assert all(sheet.is_full for sheet in game.sheets)
        if players == 1:
            assert state.returns() == [score(game.sheets[0]).total]
        else:
            share = 1 / len(ended.winners)
            assert state.returns() == [share if seat in ended.winners else 0 for seat in range(players)]


def after(state: Any, *actions: int) -> Any:
    for action in actions:
        state.apply_action(action)
    return state


def test_chance_throws_all_dice_or_those_that_were_chosen() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 6**4
    after(state, 0, KEEP + 5)  # 1 1 1 1, then red and green again
    outcomes = dict(state.chance_outcomes())
    assert sum(outcomes.values()) == pytest.approx(1)
    assert set(outcomes) == {red * 216 + green * 6 for red in range(6) for green in range(6)}
    assert state.clone().chance_outcomes() == state.chance_outcomes()
    assert state.action_to_string(1) == "dice 1 1 1 2"
    after(state, 6 * 5)
    assert state.action_to_string(12).endswith(" x")
    assert "g6" in state.action_to_string(1)  # red and green


def test_a_player_does_not_see_what_another_has_just_written() -> None:
    """Two ways on, which differ in the hidden entries only, look alike until the round is over."""
    game = pyspiel.load_game(f"{NAME}(players=2,reroll=False)")
    one, other = (after(game.new_initial_state(), 7, *entries) for entries in ((12, 25), (38, 51)))
    assert one.current_player() == other.current_player() == 1
    for view in ("information_state_string", "observation_string", "observation_tensor"):
        assert getattr(one, view)(1) == getattr(other, view)(1)
        assert getattr(one, view)(0) != getattr(other, view)(0)
    for state in (one, other):
        after(state, 12, 25)
    for view in ("information_state_string", "observation_string", "observation_tensor"):
        assert getattr(one, view)(1) != getattr(other, view)(1)
