"""The cold start, on purpose: compile the kernels now, or load them, so that nobody waits later."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.fast import chance, kernels, random_games
from tumbletrip.dicetrip.fast.batch import Batch

Progress: TypeAlias = Callable[[int, int], None]  # (steps done, steps in all)


def warm(progress: Progress | None = None) -> None:
    """Get every kernel that Python calls ready; `progress` hears of each."""
    steps = _steps()
    for done, step in enumerate(steps):
        if progress:
            progress(done, len(steps))
        step()
    if progress:
        progress(len(steps), len(steps))


def _steps() -> list[Callable[[], object]]:
    """One call of each kernel for play, with the types it is called with."""
    batch = Batch(builtin_edition("france"), 1, seed=0)
    board, pos, state = batch.board, batch.pos, batch.state
    sheet = (pos[0], state[0])
    seed, scores = np.uint64(0), np.empty(1, dtype=np.int64)
    parts = np.empty(len(kernels.PARTS), dtype=np.int64)
    random = chance.game_seeds(seed, 1)
    return [
        lambda: random_games.play_games(board, 0, kernels.TENS_OFF, seed, 0, scores),
        lambda: random_games.play_sheets(board, pos.copy(), state.copy(), seed, scores),
        lambda: random_games.play_out(board, pos[0].copy(), state[0].copy(), seed),
        lambda: kernels.score_sheets(board, pos, state, scores),
        lambda: kernels.score(board, *sheet),
        lambda: kernels.score_parts(board, *sheet, parts),
        lambda: kernels.chain_lengths(board, pos[0], int(state[0, kernels.USED])),
        lambda: kernels.list_moves(state[0], 0),
        lambda: kernels.count_moves(state[0], 0),
        lambda: kernels.free_pairs(state[0], 0),
        lambda: kernels.free_splits(state[0], 0),
        lambda: kernels.round_of(state[0]),
        lambda: chance.random_roll(random),
        lambda: kernels.rerolled(0, 1, 1),
        lambda: kernels.is_legal(state[0], 0, batch.random_moves()[0]),
        lambda: kernels.fill(board, *sheet, 0, batch.random_moves()[0]),
        lambda: batch.step(batch.random_moves()),
    ]
