"""Rows of a dataset are the very steps of the environments, and their values those of whoever gave them."""

from itertools import groupby, pairwise

import numpy as np
import pytest

from tests.kit.dicetrip.bots import Crosser, Scribbler, word
from tumbletrip.analysis.dicetrip.simulation import Setup, around_the_table
from tumbletrip.analysis.executor import Serial
from tumbletrip.bots.dicetrip.candidate_plays import candidate_plays
from tumbletrip.bots.dicetrip.learning.trained_values import mind_for
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND
from tumbletrip.envs.datasets.rows import Row, all_rows, width_of_observation
from tumbletrip.envs.datasets.valuing import PLAYS, ByGames, judge_for
from tumbletrip.envs.dicetrip.actions import KEEP, answer_of
from tumbletrip.envs.dicetrip.moment import Moment, answered, beginning, landed, observation_space
from tumbletrip.envs.dicetrip.observations import Observation, Question, observe, roll_seen, sheet_seen
from tumbletrip.envs.dicetrip.seat import legal_actions

FRANCE = builtin_edition("france")
CHAMPION = Setup(FRANCE, ("champion",), seed=3, tens_variant=True)


def rows_of(setup: Setup, games: int = 1, effort: int = 0) -> list[Row]:
    return [
        row
        for game in all_rows(setup, around_the_table(len(setup.bots), games), effort, Serial())
        for row in game
    ]


def seen(row: Row) -> Observation:
    return np.frombuffer(row.observation, np.int8)


def test_the_actions_of_a_game_lead_from_each_observation_to_the_next() -> None:
    """The rules are told every action on the dice that were seen, and end with the score of the rows."""
    rows = rows_of(CHAMPION)
    moment = beginning(FRANCE, tens=True, reroll=True, double=True)
    for row, following in zip(rows, [*rows[1:], None], strict=True):
        moment = with_dice(moment, seen(row))
        turn = moment.turn(0)
        assert np.array_equal(observe(turn, moment.roll), seen(row))
        mask = legal_actions(turn)
        assert all(mask[action] for action in row.considered)
        moment = answered(moment, 0, answer_of(FRANCE, row.action))
        if moment.again and following:
            moment = landed(moment, roll_seen(seen(following)))
    assert moment.is_over
    assert {row.final for row in rows} == {score(moment.game.sheets[0]).total}
    assert {row.win for row in rows} == {None}


def with_dice(moment: Moment, observation: Observation) -> Moment:
    return landed(moment, roll_seen(observation)) if moment.in_the_air else moment


def test_the_action_taken_is_the_first_considered_and_every_action_has_one_value() -> None:
    for row in rows_of(Setup(FRANCE, (word(Scribbler),), seed=1)):
        assert row.considered[0] == row.action
        assert len(set(row.considered)) == len(row.considered) == len(row.values)
        assert np.isfinite(row.values).all()
    throws = [row for row in rows_of(CHAMPION) if row.action >= KEEP and row.round < LAST_ROUND]
    assert throws
    assert all(sorted(row.considered) == list(range(KEEP, KEEP + 16)) for row in throws)


def test_values_of_the_weights_are_those_the_bots_compare() -> None:
    writing = [row for row in rows_of(CHAMPION) if seen(row)[57] == Question.FIRST_ENTRY]
    for row in writing[:-1]:
        before = sheet_seen(FRANCE, seen(row))
        found, _ = candidate_plays(mind_for(FRANCE), before, roll_seen(seen(row)), PLAYS)
        assert max(row.values) == pytest.approx(found[0], abs=1e-3)


def test_the_last_round_is_counted_to_its_end() -> None:
    *_, row = rows_of(Setup(FRANCE, (word(Crosser),), seed=2))
    assert row.round == LAST_ROUND
    assert row.values[0] == row.final == -25
    assert max(row.values) > -25  # any number would have scored more than the cross


def test_with_an_effort_values_are_the_ends_of_games_played_on() -> None:
    rows = rows_of(CHAMPION, effort=12)
    judge = judge_for(FRANCE, 0, 1, 12, CHAMPION.seed)
    assert isinstance(judge, ByGames)
    pairs = [(one, two) for one, two in pairwise(rows) if one.round < two.round]
    for last_of_round, first_of_next in pairs:
        sheet = sheet_seen(FRANCE, seen(first_of_next))
        assert last_of_round.values[0] == judge.of_sheet(sheet)
    assert rows[-1].values[0] == rows[-1].final


def test_at_a_table_a_seat_sees_what_it_sees_in_the_environment() -> None:
    rows = rows_of(Setup(FRANCE, (word(Scribbler), word(Crosser), word(Scribbler)), seed=5), games=2)
    space = observation_space(3)
    assert all(seen(row) in space for row in rows)
    assert {len(row.observation) for row in rows} == {width_of_observation(3)}
    for _, game in groupby(rows, lambda row: row.game):
        shares = {row.seat: row.win or 0.0 for row in game}
        assert sum(shares.values()) == pytest.approx(1)
    assert next(row.bot for row in rows if row.seat == 0 and row.game == 1) == word(Crosser)  # they move up
