"""Many games stepped side by side obey the rules, and an illegal step changes nothing."""

import numpy as np
import pytest

from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.fast import bridge, kernels, random_games
from tumbletrip.dicetrip.fast.batch import Batch
from tumbletrip.dicetrip.fast.kernels import Ints
from tumbletrip.dicetrip.rules import fill, refuse_entries
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import Sheet

FRANCE = builtin_edition("france")


def sheet_in(batch: Batch, game: int) -> Sheet:
    return bridge.sheet_of(FRANCE, batch.pos[game], batch.state[game])


def scores_of(batch: Batch) -> Ints:
    scores = np.empty(len(batch), dtype=np.int64)
    kernels.score_sheets(batch.board, batch.pos, batch.state, scores)
    return scores


@pytest.mark.parametrize("tens_variant", [False, True])
def test_random_moves_are_legal_and_lead_where_the_rules_lead(tens_variant: bool) -> None:
    batch = Batch(FRANCE, 40, seed=1, tens_variant=tens_variant)
    while not batch.is_over:
        before = [sheet_in(batch, game) for game in range(len(batch))]
        rolls = [bridge.roll_of(int(roll)) for roll in batch.rolls]
        moves = [bridge.entries_of(FRANCE, move) for move in batch.random_moves()]
        batch.step(np.array([bridge.move_of(FRANCE, entries) for entries in moves]))
        for game, (sheet, roll, entries) in enumerate(zip(before, rolls, moves, strict=True)):
            assert refuse_entries(sheet, roll, entries) is None
            assert sheet_in(batch, game) == fill(sheet, roll, entries)
    assert scores_of(batch).tolist() == [score(sheet_in(batch, game)).total for game in range(len(batch))]


def test_an_illegal_move_is_refused_and_no_sheet_changes() -> None:
    batch = Batch(FRANCE, 3, seed=2)
    moves = batch.random_moves()
    moves[1, 2] = moves[1, 0]  # the same city twice
    before = batch.state.copy()
    with pytest.raises(ValueError, match="game 1 is illegal"):
        batch.step(moves)
    assert np.array_equal(batch.state, before)
    assert batch.round == 1


def test_the_same_seed_gives_the_same_games() -> None:
    one, same, other = (Batch(FRANCE, 50, seed=seed) for seed in (4, 4, 5))
    assert np.array_equal(one.rolls, same.rolls)
    assert not np.array_equal(one.rolls, other.rolls)


def test_sheets_half_way_are_played_to_their_end() -> None:
    batch = Batch(FRANCE, 20, seed=6)
    for _ in range(5):
        batch.step(batch.random_moves())
    pos, state, scores = batch.pos.copy(), batch.state.copy(), np.empty(20, dtype=np.int64)
    random_games.play_sheets(batch.board, pos, state, np.uint64(1), scores)
    ends = [bridge.sheet_of(FRANCE, pos[game], state[game]) for game in range(20)]
    assert all(sheet.is_full for sheet in ends)
    assert scores.tolist() == [score(sheet).total for sheet in ends]
    for game, end in enumerate(ends):
        kept = sheet_in(batch, game).marks
        assert {city: end.marks[city] for city in kept} == dict(kept)


def test_DT15_after_thirteen_rounds_there_is_nothing_left_to_play() -> None:
    batch = Batch(FRANCE, 5, seed=7)
    while not batch.is_over:
        moves = batch.random_moves()
        batch.step(moves)
    before, scores = batch.state.copy(), np.empty(5, dtype=np.int64)
    random_games.play_sheets(batch.board, batch.pos, batch.state, np.uint64(1), scores)
    assert np.array_equal(batch.state, before)
    assert np.array_equal(scores, scores_of(batch))
    with pytest.raises(ValueError, match="illegal"):
        batch.step(moves)
    with pytest.raises(ValueError, match="over"):
        batch.random_moves()
