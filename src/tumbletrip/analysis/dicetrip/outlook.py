"""The final score to expect from a sheet: games played on from it, always on the same dice.

Whoever plays on is called the guide: the champion's weights, without its look-ahead. What the best choices
would still gain over it, the lead, is added to how its games end.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt

import numpy as np

from tumbletrip.analysis.dicetrip.lead import NO_LEAD, Floats, Lead
from tumbletrip.analysis.estimates import Estimate
from tumbletrip.bots.dicetrip.learning.trained_values import mind_for
from tumbletrip.bots.dicetrip.machine.questions import last_reroll_means, play_on
from tumbletrip.dicetrip.dice import COLOURS, Colour, Roll
from tumbletrip.dicetrip.fast.kernels import Ints
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet


@dataclass(frozen=True, slots=True)
class Outlook:
    """How games ended that were played on from one sheet; one end if nothing had to be drawn."""

    ends: Floats

    @property
    def estimate(self) -> Estimate:
        """The final score to expect."""
        return _estimate(self.ends)

    def ahead_of(self, other: "Outlook") -> Estimate:
        """How much more this promises than another; the same dice fell in both, so much luck cancels."""
        return _estimate(self.ends - other.ends)


def _estimate(ends: Floats) -> Estimate:
    se = float(ends.std(ddof=1)) / sqrt(len(ends)) if len(ends) > 1 else 0.0
    return Estimate(float(ends.mean()), se)


@lru_cache(maxsize=8)
def throws_for(seed: str, games: int) -> Ints:
    """Dice for many games: a roll and a second one per round; each die shows every face equally often."""
    rng = np.random.default_rng(list(seed.encode()))
    faces_in_turn = np.arange(games) % 6
    throws = np.empty((games, LAST_ROUND, 2, len(COLOURS)), np.int64)
    for at in np.ndindex(throws.shape[1:]):
        throws[(slice(None), *at)] = rng.permutation(faces_in_turn)
    return throws


@dataclass(frozen=True, slots=True)
class Oracle:
    """Estimates final scores for one player by playing sheets on; the player rolls in some of the rounds."""

    rolls_in: tuple[bool, ...]
    throws: Ints
    lead: Lead = NO_LEAD

    def after(self, sheet: Sheet) -> Outlook:
        """What to expect of a sheet between two rounds; of a full one, what it counts."""
        if sheet.is_full:
            return Outlook(np.array([float(score(sheet).total)]))
        return self._played_on(sheet, self.throws)

    def after_reroll(self, sheet: Sheet, roll: Roll, dice: frozenset[Colour]) -> Outlook:
        """What to expect when some dice of a roll are thrown again, before they have come to rest."""
        if sheet.round == LAST_ROUND:
            return Outlook(_last_reroll(sheet, roll, dice))
        throws = self.throws.copy()
        kept = [die for die, colour in enumerate(COLOURS) if colour not in dice]
        throws[:, sheet.round - 1, 0, kept] = [roll[die] - 1 for die in kept]
        return self._played_on(replace(sheet, may_reroll=False), throws)

    def _played_on(self, sheet: Sheet, throws: Ints) -> Outlook:
        if sheet.round == LAST_ROUND:
            throws = throws[:1]  # the last round is counted over all its rolls: nothing is drawn
        mind = mind_for(sheet.edition)
        ends = np.array(play_on(mind, sheet, self.rolls_in, len(throws), throws.tobytes()))
        return Outlook(self.lead.added(sheet.round, self._throws_left(sheet), ends))

    def _throws_left(self, sheet: Sheet) -> int:
        """How many rolls the player may yet throw again, one of them (DT07)."""
        return sum(self.rolls_in[sheet.round - 1 :]) if sheet.may_reroll else 0


def _last_reroll(sheet: Sheet, roll: Roll, dice: frozenset[Colour]) -> Floats:
    """Round 13: the mean over all that the dice may show, exactly."""
    means = last_reroll_means(mind_for(sheet.edition), sheet, roll)
    return np.array([means[sum(1 << COLOURS.index(colour) for colour in dice)]])
