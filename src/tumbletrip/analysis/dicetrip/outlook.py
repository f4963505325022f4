"""The final score to expect from a sheet: games played on from it, always on the same dice.

Whoever plays on is called the guide: the champion's weights, without its look-ahead. What the best choices
would still gain over it, the lead, is added to how its games end.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final

from tumbletrip.analysis.dicetrip.lead import NO_LEAD, Lead
from tumbletrip.analysis.estimates import Estimate, estimate_of
from tumbletrip.bots.dicetrip.learning.trained_values import mind_for
from tumbletrip.bots.dicetrip.machine.questions import last_reroll_means, play_on
from tumbletrip.dicetrip.dice import COLOURS, Colour, Roll
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

DICE: Final = len(COLOURS)
ROUND: Final = 2 * DICE  # a roll, and a second one
GAME: Final = LAST_ROUND * ROUND
FACES: Final = 6


@dataclass(frozen=True, slots=True)
class Outlook:
    """How games ended that were played on from one sheet; one end if nothing had to be drawn."""

    ends: Sequence[float]

    @property
    def estimate(self) -> Estimate:
        """The final score to expect."""
        return estimate_of(self.ends)

    def ahead_of(self, other: "Outlook") -> Estimate:
        """How much more this promises than another; the same dice fell in both, so much luck cancels."""
        games = max(len(self.ends), len(other.ends))
        ours, theirs = (_in_each(one.ends, games) for one in (self, other))
        return estimate_of([end - beside for end, beside in zip(ours, theirs, strict=True)])


def _in_each(ends: Sequence[float], games: int) -> Sequence[float]:
    """Ends beside those of so many games: a single one, from which nothing was drawn, holds in all."""
    return [ends[0]] * games if len(ends) == 1 else ends


@dataclass(frozen=True, slots=True)
class Throws:
    """The dice of some games: a roll and a second one per round."""

    faces: "array[int]"  # from 0 to 5, in words of the kernels: game by game, throw by throw, die by die

    @property
    def games(self) -> int:
        """How many games they are for."""
        return len(self.faces) // GAME

    def rolls_of(self, round_number: int) -> Iterator[Roll]:
        """The first roll of a round in each game."""
        for at in range((round_number - 1) * ROUND, len(self.faces), GAME):
            yield Roll(*(face + 1 for face in self.faces[at : at + DICE]))

    def of_games(self, numbers: Iterable[int]) -> "Throws":
        """The dice of some of the games."""
        chosen = array("q")
        for number in numbers:
            chosen += self.faces[number * GAME : (number + 1) * GAME]
        return Throws(chosen)

    def with_roll(self, round_number: int, shown: Mapping[int, int]) -> "Throws":
        """The same dice, but some of those of a round's first roll show a number in all games."""
        faces = self.faces[:]
        for die, number in shown.items():
            faces[(round_number - 1) * ROUND + die :: GAME] = array("q", [number - 1]) * self.games
        return Throws(faces)


@lru_cache(maxsize=8)
def throws_for(seed: str, games: int) -> Throws:
    """Dice for many games, the same in every Python; each die shows every face equally often."""
    rng = Random(seed)
    faces = array("q", bytes(games * GAME * 8))
    for at in range(GAME):
        column = [game % FACES for game in range(games)]
        rng.shuffle(column)
        faces[at::GAME] = array("q", column)
    return Throws(faces)


@dataclass(frozen=True, slots=True)
class Oracle:
    """Estimates final scores for one player by playing sheets on; the player rolls in some of the rounds."""

    rolls_in: tuple[bool, ...]
    throws: Throws
    lead: Lead = NO_LEAD

    def after(self, sheet: Sheet) -> Outlook:
        """What to expect of a sheet between two rounds; of a full one, what it counts."""
        return self.with_lead(sheet, self.by_guide(sheet))

    def by_guide(self, sheet: Sheet) -> Outlook:
        """The same without the lead: how the guide's games end."""
        if sheet.is_full:
            return Outlook([float(score(sheet).total)])
        return self._played_on(sheet, self.throws)

    def with_lead(self, sheet: Sheet, guides: Outlook) -> Outlook:
        """What the best choices found will make of a sheet, from what the guide makes of it."""
        if sheet.is_full:
            return guides
        return Outlook(self.lead.added(sheet.round, self._throws_left(sheet), guides.ends))

    def after_reroll(self, sheet: Sheet, roll: Roll, dice: frozenset[Colour]) -> Outlook:
        """What to expect when some dice of a roll are thrown again, before they have come to rest."""
        if sheet.round == LAST_ROUND:
            return Outlook(_last_reroll(sheet, roll, dice))
        kept = {die: roll[die] for die, colour in enumerate(COLOURS) if colour not in dice}
        spent = replace(sheet, may_reroll=False)
        return self.with_lead(spent, self.answered_by_guide(spent, kept))

    def answered_by_guide(self, sheet: Sheet, shown: Mapping[int, int]) -> Outlook:
        """How the guide's games end if some dice of the next roll show these numbers; the others fall."""
        return self._played_on(sheet, self.throws.with_roll(sheet.round, shown))

    def _played_on(self, sheet: Sheet, throws: Throws) -> Outlook:
        if sheet.round == LAST_ROUND:
            throws = throws.of_games([0])  # the last round is counted over all its rolls: nothing is drawn
        mind = mind_for(sheet.edition)
        return Outlook(play_on(mind, sheet, self.rolls_in, throws.games, throws.faces.tobytes()))

    def may_reroll(self, sheet: Sheet) -> bool:
        """Whether the player may throw the next roll again."""
        return sheet.may_reroll and self.rolls_in[sheet.round - 1]

    def _throws_left(self, sheet: Sheet) -> int:
        """How many rolls the player may yet throw again, one of them (DT07)."""
        return sum(self.rolls_in[sheet.round - 1 :]) if sheet.may_reroll else 0


def _last_reroll(sheet: Sheet, roll: Roll, dice: frozenset[Colour]) -> list[float]:
    """Round 13: the mean over all that the dice may show, exactly."""
    means = last_reroll_means(mind_for(sheet.edition), sheet, roll)
    return [means[sum(1 << COLOURS.index(colour) for colour in dice)]]
