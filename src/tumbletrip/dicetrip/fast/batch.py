"""Many solo games side by side, stepped from Python: roll, perhaps re-roll, fill, thirteen times."""

import numpy as np

from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.fast import chance, kernels, random_games
from tumbletrip.dicetrip.fast.bridge import board_arrays, sheet_of
from tumbletrip.dicetrip.fast.kernels import Bytes, Ints
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

BOTH_POWERS = kernels.REROLL | kernels.DOUBLE


class Batch:
    """A batch of games in the same round, each with dice of its own; a pure function of seed and moves."""

    def __init__(
        self,
        edition: Edition,
        games: int,
        *,
        seed: int,
        powers: int = BOTH_POWERS,
        tens_variant: bool = False,
    ) -> None:
        """Empty sheets, and the dice of the first round already rolled."""
        self.edition = edition
        self.board = board_arrays(edition)
        self.pos: Bytes = np.empty((games, kernels.NUMBERS), dtype=np.int8)
        self.state: Ints = np.empty((games, kernels.FIELDS), dtype=np.int64)
        self.rolls: Ints = np.empty(games, dtype=np.int64)
        tens = kernels.TENS_OPEN if tens_variant else kernels.TENS_OFF
        random_games.clear_sheets(self.pos, self.state, powers, tens)
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

    def reroll(self, dice: Ints) -> None:
        """Throw again the dice of each game's mask; 0 keeps the roll and the power (DT07)."""
        refused = random_games.reroll_sheets(self.state, self._random, self.rolls, dice)
        if refused >= 0:
            raise ValueError(f"game {refused} has no re-roll left; nothing was changed")

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

    def scores(self) -> Ints:
        """What each sheet would count now."""
        scores = np.empty(len(self), dtype=np.int64)
        kernels.score_sheets(self.board, self.pos, self.state, scores)
        return scores

    def sheet(self, game: int) -> Sheet:
        """The readable sheet of one game."""
        return sheet_of(self.edition, self.pos[game], self.state[game])
