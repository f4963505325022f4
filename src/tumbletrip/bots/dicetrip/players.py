"""The bots behind the stronger levels: one way of valuing sheets, what each knows and how far it looks."""

from collections.abc import Callable
from dataclasses import dataclass
from math import erf, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from tumbletrip.bots.dicetrip import search_kernels as search
from tumbletrip.bots.dicetrip.play_kernels import NOTHING
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Choice, KeepDice, Position, RerollDice
from tumbletrip.bots.dicetrip.sheet_kernels import PLAY_SLOTS, Floats, best_last_pair, last_scores
from tumbletrip.bots.dicetrip.sheetarrays import entries, faces, sheet_arrays
from tumbletrip.bots.dicetrip.starting import starting_mind
from tumbletrip.bots.dicetrip.tables import Mind
from tumbletrip.bots.dicetrip.trained import is_trained, mind_for
from tumbletrip.bots.dicetrip.value_kernels import sheet_value
from tumbletrip.core.errors import Problem, problem
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.fast.kernels import NUMBERS, ROLLS, Ints
from tumbletrip.dicetrip.rules import Entries, fill
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND

DECIDING_ROUND = 11  # from here on a bot that plays to win thinks of the standings
ALL_DICE = 0b1111
SPREAD_PER_ROUND = 1.7  # how far final scores stray from the value: so many points per root of a round


@dataclass(frozen=True)
class TableBot:
    """A bot that values sheets by tables, and looks at what the next roll may bring."""

    mind: Callable[[Edition], Mind] = mind_for
    plays: int = 6  # candidates it compares
    overlooks: float = 0.0  # the share of them it does not see
    next_rolls: int = 0  # rolls of the next round it imagines for each, in the time it is given
    quick_throws: int = 6  # samples of each way to re-roll …
    careful_throws: int = 36  # … and of the two best; 0 decides by a rule of thumb
    plays_to_win: bool = False

    def remark(self, edition: Edition) -> Problem | None:
        """What people should know about this bot on a board: that it was not trained there."""
        if self.mind is mind_for and not is_trained(edition):
            return problem("bots.untrained", edition=edition.name())
        return None

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:
        """Keep or re-roll, or this round's entries."""
        mind = self.mind(position.sheet.edition)
        if position.may_reroll_now:
            return self._keep_or_reroll(mind, position, rng)
        if position.round == LAST_ROUND:
            return last_entry(mind, position)
        return self._two_entries(mind, position, budget, rng)

    def _keep_or_reroll(self, mind: Mind, position: Position, rng: Random) -> KeepDice | RerollDice:
        sheet, dice, means = sheet_arrays(position.sheet), faces(position.roll), np.zeros(16)
        if not self.careful_throws:
            return by_rule_of_thumb(mind, position)
        if position.round == LAST_ROUND:
            search.last_reroll_means(mind.board, sheet, dice, means)
        else:
            random = np.array([rng.getrandbits(64)], np.uint64)
            search.reroll_means(mind, sheet, dice, self.quick_throws, self.careful_throws, 2, random, means)
        return answer(int(np.argmax(means)))

    def _two_entries(self, mind: Mind, position: Position, budget: Budget, rng: Random) -> Entries:
        values, plays = candidates(mind, position, self.plays)
        if self.overlooks:
            plays = seen(plays, self.overlooks, rng)
            values = values[: len(plays)]  # best first, so the first one seen is taken
        if self.next_rolls and len(plays) > 1:
            futures = self._futures(mind, position, plays, budget, rng)
            values = self._prospects(mind, position, futures)
        return entries(position.sheet.edition, plays[int(np.argmax(values))])

    def _futures(self, mind: Mind, position: Position, plays: Ints, budget: Budget, rng: Random) -> Floats:
        """For each play, what each of some next rolls would be worth; all rolls, exactly, before round 13."""
        sheet, dice = sheet_arrays(position.sheet), faces(position.roll)
        if position.round == LAST_ROUND - 1:
            values = np.empty((len(plays), ROLLS))
            rolls_last = (LAST_ROUND - 1) % len(position.sheets) == position.seat
            search.last_round_values_after(mind, sheet, dice, plays, int(rolls_last), values)
            return values
        rolls = next_rolls(max(8, round(self.next_rolls * min(1.0, budget.seconds))), rng)
        values = np.empty((len(plays), len(rolls)))
        search.next_round_values(mind, sheet, dice, plays, rolls, values)
        return values

    def _prospects(self, mind: Mind, position: Position, futures: Floats) -> Floats:
        """What each play is worth: its mean, or in the last rounds against others its chance to win."""
        means: Floats = futures.mean(axis=1)
        if not self.plays_to_win or len(position.sheets) == 1 or position.round < DECIDING_ROUND:
            return means
        # A chance hardly moves when a game is all but decided; the mean then still tells good from bad.
        return chance_to_win(mind, position, futures) + 1e-3 * means


def candidates(mind: Mind, position: Position, count: int) -> tuple[Floats, Ints]:
    """The best plays by value alone, best first."""
    values, plays = np.empty(count), np.empty((count, PLAY_SLOTS), np.int64)
    search.candidates(mind, sheet_arrays(position.sheet), faces(position.roll), values, plays)
    known = int(np.count_nonzero(values > NOTHING))
    return values[:known], plays[:known]


def seen(plays: Ints, overlooks: float, rng: Random) -> Ints:
    """The plays a player notices, in their order; at least the last one."""
    noticed = [k for k in range(len(plays)) if rng.random() >= overlooks]
    return plays[noticed or [len(plays) - 1]]


def next_rolls(count: int, rng: Random) -> Ints:
    """Rolls of the next round; each die shows every face equally often, in random company."""
    sixth = [face for face in range(6) for _ in range(-(-count // 6))]
    return np.array([rng.sample(sixth, count) for _ in COLOURS], np.int64).T.copy()


def chance_to_win(mind: Mind, position: Position, futures: Floats) -> Floats:
    """The chance of each play to beat all rivals, whose scores are taken as normal around their values."""
    left = LAST_ROUND - position.round
    rivals = [sheet for seat, sheet in enumerate(position.sheets) if seat != position.seat]
    chances = np.ones_like(futures)
    for rival in rivals:
        expected = sheet_value(mind, sheet_arrays(rival))
        spread = SPREAD_PER_ROUND * sqrt(left + 1 + max(0, left - 1))  # theirs, and ours after the next round
        chances *= _normal_below((futures - expected) / spread)
    means: Floats = chances.mean(axis=1)
    return means


_erf = np.vectorize(erf)


def _normal_below(deviations: Floats) -> NDArray[np.float64]:
    return np.asarray(0.5 + 0.5 * _erf(deviations / sqrt(2.0)))


def last_entry(mind: Mind, position: Position) -> Entries:
    """Round 13: the number, or the cross, that scores most."""
    scores = np.empty(NUMBERS + 1, np.int64)
    city = last_scores(mind.board, sheet_arrays(position.sheet), scores)
    pair, _ = best_last_pair(mind.board, city, scores, faces(position.roll))
    return entries(position.sheet.edition, np.array([pair, city, -1, -1, 0], np.int64))


def by_rule_of_thumb(mind: Mind, position: Position) -> KeepDice | RerollDice:
    """Throw all dice again if the roll brings clearly less than the sheet promised before it."""
    promised = sheet_value(mind, sheet_arrays(position.sheet))
    if position.round == LAST_ROUND:
        brings = float(score(fill(position.sheet, position.roll, last_entry(mind, position))).total)
    else:
        values, _ = candidates(mind, position, 1)
        brings = float(values[0])
    return answer(ALL_DICE) if brings < promised - search.DISAPPOINTMENT else KeepDice()


def answer(again: int) -> KeepDice | RerollDice:
    """A mask of dice as a choice."""
    if again == 0:
        return KeepDice()
    return RerollDice(frozenset(colour for die, colour in enumerate(COLOURS) if again >> die & 1))


def good() -> Bot:
    """Plans by values made by hand, the same way on every board, but overlooks many plays."""
    return TableBot(mind=starting_mind, plays=12, overlooks=0.6, careful_throws=0)


def expert() -> Bot:
    """Knows the board from self-play, but overlooks one play in three."""
    return TableBot(plays=8, overlooks=0.35, careful_throws=0)


def champion() -> Bot:
    """Looks a round ahead as well, judges re-rolls with care, and plays to win."""
    return TableBot(plays=5, next_rolls=24, quick_throws=8, careful_throws=72, plays_to_win=True)
