"""The bots behind the levels: one way of valuing sheets, and how far each looks, errs and dares."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tumbletrip.bots.dicetrip import search_kernels as search
from tumbletrip.bots.dicetrip.boardarrays import BoardArrays, board_arrays
from tumbletrip.bots.dicetrip.cityorder import city_order
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Choice, KeepDice, Position, RerollDice
from tumbletrip.bots.dicetrip.sheetarrays import entries, faces, sheet_arrays
from tumbletrip.bots.dicetrip.starting import starting_weights
from tumbletrip.bots.dicetrip.value_kernels import PLAY_SLOTS, Layout, best_last_pair, last_scores, layout
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.rules import Entries
from tumbletrip.dicetrip.sheet import LAST_ROUND

NOTHING = -1e8  # below this a slot holds no play


class Mind(NamedTuple):
    """What a bot knows about a board: its arrays and the weights of its tables."""

    layout: Layout
    board: BoardArrays
    weights: NDArray[np.float32]


@cache
def starting_mind(edition: Edition) -> Mind:
    """A mind made by hand, for any board."""
    board = board_arrays(edition, city_order(edition))
    lay = layout(len(board.roads), len(board.chains))
    return Mind(lay, board, starting_weights(lay, board))


@dataclass(frozen=True)
class TableBot:
    """A bot that values sheets by tables."""

    plays: int = 8  # candidates it compares
    next_rolls: int = 0  # rolls of the next round it imagines for each
    reroll_samples: int = 12
    noise: float = 0.0  # how wrong its feeling for a play may be, in points

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:  # noqa: ARG002  # the protocol's
        """Keep or re-roll, or this round's entries."""
        mind = starting_mind(position.sheet.edition)
        if position.may_reroll_now:
            return self._keep_or_reroll(mind, position, rng)
        if position.round == LAST_ROUND:
            return _last_entry(mind, position)
        return self._two_entries(mind, position, rng)

    def _keep_or_reroll(self, mind: Mind, position: Position, rng: Random) -> KeepDice | RerollDice:
        sheet = sheet_arrays(position.sheet)
        dice = faces(position.roll)
        means = np.zeros(16)
        if position.round == LAST_ROUND:
            search.last_reroll_means(mind.board, *sheet, dice, means)
        else:
            search.reroll_means(*mind, *sheet, dice, self.reroll_samples, _seed(rng), means)
        again = int(np.argmax(means))
        if again == 0:
            return KeepDice()
        return RerollDice(frozenset(colour for die, colour in enumerate(COLOURS) if again >> die & 1))

    def _two_entries(self, mind: Mind, position: Position, rng: Random) -> Entries:
        values = np.empty(self.plays)
        plays = np.empty((self.plays, PLAY_SLOTS), np.int64)
        sheet, dice = sheet_arrays(position.sheet), faces(position.roll)
        search.candidates(*mind, *sheet, dice, values, plays)
        known = int(np.count_nonzero(values > NOTHING))
        values, plays = values[:known], plays[:known]
        if self.next_rolls:
            rolls = np.array([[rng.randrange(6) for _ in range(4)] for _ in range(self.next_rolls)], np.int64)
            search.look_ahead(*mind, *sheet, dice, plays, rolls, 5, values)
        if self.noise:
            values += [rng.gauss(0.0, self.noise) for _ in range(known)]
        return entries(position.sheet.edition, plays[int(np.argmax(values))])


def _last_entry(mind: Mind, position: Position) -> Entries:
    """Round 13: the number, or the cross, that scores most."""
    sheet = sheet_arrays(position.sheet)
    scores = np.empty(37, np.int64)
    city = last_scores(mind.board, *sheet, scores)
    pair, _ = best_last_pair(mind.board, city, scores, faces(position.roll))
    return entries(position.sheet.edition, np.array([pair, city, -1, -1, 0], np.int64))


def _seed(rng: Random) -> NDArray[np.uint64]:
    return np.array([rng.getrandbits(64)], np.uint64)


def beginner() -> Bot:
    """A first holiday: sees many plays and feels them badly."""
    return TableBot(plays=40, noise=8.0)


def casual() -> Bot:
    """Plays for fun."""
    return TableBot(plays=24, noise=3.0)


def good() -> Bot:
    """Values sheets by hand-made tables, without looking further."""
    return TableBot()


def expert() -> Bot:
    """Looks one round ahead."""
    return TableBot(next_rolls=24)


def champion() -> Bot:
    """Looks one round ahead, closely."""
    return TableBot(next_rolls=80)
