"""Dice Trip in Gymnasium: its checks pass, its games are those of the readable rules, its masks are exact."""

import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition
from tumbletrip.dicetrip.options import all_entries
from tumbletrip.dicetrip.rules import Entries, game_from
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND
from tumbletrip.envs import DICETRIP
from tumbletrip.envs.dicetrip.actions import ACTIONS, Throw, action_of, answer_of
from tumbletrip.envs.dicetrip.observations import QUESTION, Observation, Question, roll_seen, sheet_seen
from tumbletrip.envs.dicetrip.seat import SeatTurn, entered, legal_actions, refuse
from tumbletrip.envs.dicetrip.solo import DiceTripEnv

SETTINGS: list[dict[str, Any]] = [
    {},
    {"edition": "germany", "tens": True},
    {"reroll": False, "reward": "final"},
    {"edition": "germany", "double": False, "reroll": False, "tens": True},
]


class Moment(NamedTuple):
    """What a learner sees, what is true, and what the last action paid."""

    seen: Observation
    turn: SeatTurn
    reward: float


def random_game(env: DiceTripEnv, seed: int) -> Iterator[Moment]:
    """The moments of a random game, the end included."""
    random = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    yield Moment(seen, env.turn, 0.0)
    over = False
    while not over:
        action = random.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, _, info = env.step(action)
        yield Moment(seen, env.turn, reward)


@pytest.mark.parametrize("settings", SETTINGS)
def test_gymnasium_finds_nothing_to_say(settings: dict[str, Any]) -> None:
    for mode in ("ansi", "rgb_array"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            env = gymnasium.make(f"tumbletrip.envs:{DICETRIP}", render_mode=mode, **settings)
            check_env(env.unwrapped)


@pytest.mark.parametrize("settings", SETTINGS)
def test_random_games_end_after_thirteen_rounds_and_pay_their_score(settings: dict[str, Any]) -> None:
    env = DiceTripEnv(**settings)
    for seed in range(20):
        moments = list(random_game(env, seed))
        sheet = moments[-1].turn.game.sheets[0]
        assert sheet.is_full
        known = 0 if settings.get("reward") == "final" else 9  # DT13: three clean zones
        assert known + sum(moment.reward for moment in moments) == score(sheet).total
        assert 25 <= len(moments) - 1 <= 38  # 25 entries and at most 13 questions about dice
        assert {moment.turn.game.round for moment in moments} == set(range(1, LAST_ROUND + 1))


@pytest.mark.parametrize("settings", SETTINGS)
def test_an_observation_is_a_sheet(settings: dict[str, Any]) -> None:
    env = DiceTripEnv(**settings)
    for seed in range(20):
        for seen, turn, _ in random_game(env, seed):
            assert seen in env.observation_space
            assert sheet_seen(env.edition, seen) == turn.sheet
            assert turn.game.roll in (None, roll_seen(seen))


def rounds_of(turn: SeatTurn) -> set[Entries]:
    """Every way to fill a round, one legal action after the other."""
    ways: set[Entries] = set()
    for action in np.flatnonzero(legal_actions(turn)):
        answer = answer_of(turn.game.edition, int(action))
        assert not isinstance(answer, Throw)
        if turn.game.round == LAST_ROUND or turn.draft:
            ways.add((*turn.draft, answer))
        else:
            ways |= rounds_of(entered(turn, answer))
    return ways


@pytest.mark.parametrize("round_", [8, 12, 13])
def test_one_entry_at_a_time_reaches_every_way_to_fill_a_round(round_: int) -> None:
    """Two crosses may be made in either order, which the rules list once."""
    env = DiceTripEnv("germany", tens=True)
    sheet, roll = next(
        (turn.sheet, roll_seen(seen))
        for seen, turn, _ in random_game(env, 3)
        if turn.may_write and turn.game.round == round_
    )
    listed = set(all_entries(sheet, roll))
    crosses = {entries[::-1] for entries in listed if all(entry.pair is None for entry in entries)}
    assert rounds_of(SeatTurn(game_from(sheet, 1, roll))) == listed | crosses


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_actions_and_answers_are_the_same(edition: str) -> None:
    board = builtin_edition(edition)
    answers = [answer_of(board, action) for action in range(ACTIONS)]
    assert len(set(answers)) == ACTIONS
    assert [action_of(board, answer) for answer in answers] == list(range(ACTIONS))
    for wrong in (-1, ACTIONS):
        with pytest.raises(ValueError, match="actions are"):
            answer_of(board, wrong)


def test_the_mask_is_what_the_rules_do_not_refuse() -> None:
    env = DiceTripEnv()
    for seed in range(3):
        for _, turn, _ in random_game(env, seed):
            free = [refuse(turn, answer_of(env.edition, action)) is None for action in range(ACTIONS)]
            assert legal_actions(turn).tolist() == free


def test_a_refused_action_changes_nothing_and_names_the_rule() -> None:
    env = DiceTripEnv(reroll=False)
    env.reset(seed=1)
    _, _, _, _, info = env.step(np.int64(12))  # a cross in the first city
    before, again = env.turn, env.step(np.int64(12))
    assert env.turn == before
    assert again[1] == 0
    assert again[4]["refusal"] == "dicetrip/city_taken"
    assert again[4]["action_mask"].tolist() == info["action_mask"].tolist()
    assert env.step(np.int64(325))[4]["refusal"] == "dicetrip/reroll_spent"


def test_a_seed_repeats_a_series_of_games_and_another_does_not() -> None:
    def dice(seed: int) -> list[Roll]:
        env, rolls = DiceTripEnv(), []
        for first in (seed, None):
            _, info = env.reset(seed=first)
            over = False
            while not over:
                action = np.flatnonzero(info["action_mask"])[0]
                seen, _, over, _, info = env.step(action)
                rolls.append(roll_seen(seen))
        return rolls

    assert dice(5) == dice(5) != dice(6)


def test_the_environment_shows_the_sheet() -> None:
    env = DiceTripEnv(reroll=False, render_mode="ansi")
    env.reset(seed=1)
    env.step(np.int64(12))
    assert f"{env.edition.city_ids[0]} xx" in env.render()
    picture = DiceTripEnv(render_mode="rgb_array")
    picture.reset(seed=1)
    empty = picture.render()
    picture.step(np.int64(325))
    picture.step(np.int64(12))
    assert not np.array_equal(empty, picture.render())
    with pytest.raises(ValueError, match="render mode"):
        DiceTripEnv(render_mode="smell")


def test_what_is_seen_when_all_is_over_asks_nothing() -> None:
    env = DiceTripEnv()
    *_, (seen, turn, _) = random_game(env, 2)
    assert seen[QUESTION] == Question.NONE
    assert not legal_actions(turn).any()
