"""What each choice that was considered is worth: the final score to expect after it.

By the weights that the bots learned, which costs next to nothing, or by games played on to their end. Round
13 is counted, not guessed, either way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tumbletrip.analysis.dicetrip.lead import lead_on
from tumbletrip.analysis.dicetrip.outlook import Oracle, throws_for
from tumbletrip.analysis.dicetrip.study import reroll_proposals
from tumbletrip.analysis.dicetrip.turns import rolls_in
from tumbletrip.bots.dicetrip.candidate_plays import candidate_plays
from tumbletrip.bots.dicetrip.learning.trained_values import mind_for
from tumbletrip.bots.dicetrip.machine.questions import last_reroll_means, reroll_means, value_of_sheet
from tumbletrip.bots.dicetrip.machine.sheet_block import entries
from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.rules import Entries, Entry, fill, refuse_draft
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet
from tumbletrip.envs.dicetrip.actions import Throw

PLAYS = 6  # ways to fill a round that are considered beside the one chosen
QUICK_THROWS, CAREFUL_THROWS = 8, 36  # samples of a way to throw dice again

Throws: TypeAlias = dict[Throw, float]
KEEPING = Throw(frozenset())
# A set of dice to throw again by its mask; the first keeps all.
SETS = tuple(
    Throw(frozenset(colour for die, colour in enumerate(COLOURS) if mask >> die & 1)) for mask in range(16)
)


class Judge(Protocol):
    """Whoever knows what sheets and throws promise."""

    def of_sheet(self, sheet: Sheet) -> float:
        """The final score to expect of a sheet between two rounds."""

    def of_throws(self, sheet: Sheet, roll: Roll, chosen: Throw, random: int) -> Throws:
        """The same for keeping a roll and for ways to throw dice of it again, the chosen one among them."""


@dataclass(frozen=True, slots=True)
class ByWeights:
    """The values that the bots learned on a board, or those made by hand where they learned none."""

    edition: Edition

    def of_sheet(self, sheet: Sheet) -> float:
        """The value of its weights; of a full sheet, what it counts."""
        return _counted(sheet) if sheet.is_full else value_of_sheet(mind_for(self.edition), sheet)

    def of_throws(self, sheet: Sheet, roll: Roll, _chosen: Throw, random: int) -> Throws:
        """All sixteen, the means of sampled throws."""
        samples = (QUICK_THROWS, CAREFUL_THROWS, len(SETS) - 1)
        return dict(
            zip(SETS, reroll_means(mind_for(self.edition), sheet, roll, *samples, random), strict=True)
        )


@dataclass(frozen=True, slots=True)
class ByGames:
    """Games played on for one seat, always on the same dice."""

    oracle: Oracle

    def of_sheet(self, sheet: Sheet) -> float:
        """The mean end of its games; of a full sheet, what it counts."""
        return self.oracle.after(sheet).estimate.mean

    def of_throws(self, sheet: Sheet, roll: Roll, chosen: Throw, _random: int) -> Throws:
        """The few that look promising, and the chosen one; keeping is worth its best play."""
        ways = dict.fromkeys((*(Throw(way.dice) for way in reroll_proposals(sheet, roll)), chosen))
        plays = (fill(sheet, roll, play) for play in considered_plays(sheet, roll))
        return {KEEPING: max(map(self.of_sheet, plays))} | {
            way: self.oracle.after_reroll(sheet, roll, way.dice).estimate.mean
            for way in ways
            if way != KEEPING
        }


def judge_for(edition: Edition, seat: int, players: int, effort: int, seed: int) -> Judge:
    """Whoever values a seat's choices: with an effort, by so many games played on for each."""
    if not effort:
        return ByWeights(edition)
    throws = throws_for(f"{seed}/dataset", effort)
    return ByGames(Oracle(rolls_in(seat, players), throws, lead_on(edition)))


def valued_plays(judge: Judge, sheet: Sheet, roll: Roll, chosen: Entries) -> dict[Entries, float]:
    """The chosen way to fill a round first, then the others considered; those that end alike count once."""
    ends = {fill(sheet, roll, chosen): chosen}
    for play in considered_plays(sheet, roll):
        ends.setdefault(fill(sheet, roll, play), play)
    return {play: judge.of_sheet(end) for end, play in ends.items()}


def valued_throws(judge: Judge, sheet: Sheet, roll: Roll, chosen: Throw, random: int) -> Throws:
    """The chosen throw first, then the others considered."""
    if sheet.round == LAST_ROUND:
        values = dict(zip(SETS, last_reroll_means(mind_for(sheet.edition), sheet, roll), strict=True))
    else:
        values = judge.of_throws(sheet, roll, chosen, random)
    return {chosen: values.pop(chosen)} | values


def considered_plays(sheet: Sheet, roll: Roll) -> Iterator[Entries]:
    """The plays that look best to the weights; in round 13 all there are."""
    if sheet.round == LAST_ROUND:
        (city,) = sheet.open_cities
        entry = ((Entry(city, pair),) for pair in (*PAIRS, None))
        yield from (play for play in entry if refuse_draft(sheet, roll, play) is None)
        return
    for play in candidate_plays(mind_for(sheet.edition), sheet, roll, PLAYS)[1]:
        yield entries(sheet.edition, play)


def _counted(sheet: Sheet) -> float:
    return float(score(sheet).total)
