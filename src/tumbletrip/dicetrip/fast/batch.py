"""Many solo games side by side, stepped from Python: roll and fill, thirteen times.

For the benchmarks: `bench/bench_dicetrip.py` and `bench/bench_engines.py` measure what a step costs.
"""

import numpy as np

from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.fast import chance, kernels, random_games
from tumbletrip.dicetrip.fast.bridge import board_arrays
from tumbletrip.dicetrip.fast.fields import NUMBERS
from tumbletrip.dicetrip.fast.kernels import Bytes, Ints
from tumbletrip.dicetrip.sheet import LAST_ROUND

BOTH_POWERS = kernels.REROLL | kernels.DOUBLE


class Batch:
    """A batch of games in the same round, each with dice of its own; a pure function of seed and moves."""

    def __init__(self, edition: Edition, games: int, *, seed: int, tens_variant: bool = False) -> None:
        """Empty sheets with both powers, and the dice of the first round already rolled."""
        self.board = board_arrays(edition)
        self.pos: Bytes = np.empty((games, NUMBERS), dtype=np.int8)
        self.state: Ints = np.empty((games, kernels.FIELDS), dtype=np.int64)
        self.rolls: Ints = np.empty(games, dtype=np.int64)
        tens = kernels.TENS_OPEN if tens_variant else kernels.TENS_OFF
        random_games.clear_sheets(self.pos, self.state, BOTH_POWERS, tens)
        self._random = chance.game_seeds(np.uint64(seed), games)
        self.round = 1
        random_games.roll_sheets(self._random, self.rolls)

    def __len__(self) -> int:
        """How many games there are."""
        return len(self.rolls)

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played (DT15)."""
        return self.round > LAST_ROUND

    def step(self, moves: Bytes) -> None:
        """Fill this round's cities, one move (row) for each game, and roll for the next round."""
        refused = random_games.fill_sheets(self.board, self.pos, self.state, self.rolls, moves)
        if refused >= 0:
            raise ValueError(f"the move of game {refused} is illegal; nothing was changed")
        self.round += 1
        random_games.roll_sheets(self._random, self.rolls)

    def random_moves(self) -> Bytes:
        """A legal move for each game, as the wanderer draws it."""
        if self.is_over:
            raise ValueError("the games are over")
        moves = np.empty((len(self), 4), dtype=np.int8)
        random_games.wander_sheets(self.state, self._random, self.rolls, moves)
        return moves
