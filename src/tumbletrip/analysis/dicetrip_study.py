"""Judging one turn of a Dice Trip game: what each choice was worth, the one played and the best ones found.

The champion's eyes propose, games played on to the end decide. A first look at all that was proposed picks
the strongest rival of what was played; a second look, on other dice, says what the two are worth: whoever
was only lucky in the first look gains nothing by it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

import numpy as np

from tumbletrip.analysis.dicetrip_outlook import Oracle, Outlook, throws_for
from tumbletrip.analysis.dicetrip_turns import Turn, rolls_in, turns_of
from tumbletrip.analysis.estimates import Estimate
from tumbletrip.bots.dicetrip.players import answer, candidates, last_entry
from tumbletrip.bots.dicetrip.protocol import Choice, KeepDice, Position, RerollDice
from tumbletrip.bots.dicetrip.search_kernels import last_reroll_means, reroll_means
from tumbletrip.bots.dicetrip.sheetarrays import entries, faces, sheet_arrays
from tumbletrip.bots.dicetrip.trained import mind_for
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.records import Record
from tumbletrip.dicetrip.replays import replay
from tumbletrip.dicetrip.rules import Entries, fill
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

PLAYS = 6  # proposals for what to write
QUICK_THROWS, CAREFUL_THROWS, WAYS = 8, 72, 2  # samples behind the proposals for throwing again, and how many
HOPELESS = 1.0  # points by which a way to throw again may look worse than keeping, and still be played on
OTHERS = 2  # further proposals that are told
CERTAIN = 2.0  # standard errors: a smaller lead over what was played counts as none
ROUNDING = 1e-9  # what sums of the same numbers in another order may differ by


@dataclass(frozen=True, slots=True)
class Effort:
    """How many games are played on for a look; more cost more time and leave less error."""

    first_look: int = 96
    second_look: int = 384

    @classmethod
    def of(cls, games: int) -> "Effort":
        """So many games for the second look; a quarter of them find the best rival at first look."""
        return cls(max(12, games // 4), games)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is studied: a record, with how much effort, on which dice."""

    record: Record
    effort: Effort = Effort()
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Option:
    """Something a player could do, and the final score to expect of it."""

    choice: Choice
    worth: Estimate


@dataclass(frozen=True, slots=True)
class Decision:
    """What was played, the best found (the same if nothing was clearly better), and what that cost."""

    played: Option
    best: Option
    lost: Estimate
    others: tuple[Option, ...]  # what else was looked at, best first


@dataclass(frozen=True, slots=True)
class StudiedTurn:
    """The luck of a turn's dice, and its decisions: whether to throw again, then what to write."""

    seat: int
    round: int
    luck: Estimate
    decisions: tuple[Decision, ...]

    @property
    def worth(self) -> Estimate:
        """The final score to expect after the turn."""
        return self.decisions[-1].played.worth


@lru_cache(maxsize=4)
def turns_in(record: Record) -> dict[tuple[int, int], Turn]:
    """The finished turns of a record by seat and round; a process studies many turns of one record."""
    return {(turn.seat, turn.round): turn for turn in turns_of(replay(record))}


def start_of(plan: Plan, seat: int) -> Estimate:
    """The final score a seat may expect before the first roll."""
    return Looks(plan, seat).closely(plan.record.new_game().sheets[seat]).estimate


def study_turn(plan: Plan, seat: int, round_number: int) -> StudiedTurn:
    """Judge all decisions of one turn; depends on nothing but its arguments."""
    turn = turns_in(plan.record)[seat, round_number]
    looks = Looks(plan, seat)
    sheet = replace(turn.before, may_reroll=False) if turn.rerolled else turn.before
    luck, writing = looks.luck(turn), _writing(looks, turn, looks.proposals(sheet, turn.roll))
    if not turn.may_reroll:
        return StudiedTurn(seat, round_number, luck, (writing.decision,))
    kept = looks.best(turn.before, turn.first_roll) if turn.rerolled else writing.best
    throwing = _throwing(looks, turn, Prospect(KeepDice(), kept.outlook))
    return StudiedTurn(seat, round_number, luck, (throwing.decision, writing.decision))


@dataclass(frozen=True, slots=True)
class Prospect:
    """A choice with the games played on from it."""

    choice: Choice
    outlook: Outlook

    @property
    def option(self) -> Option:
        """The choice and its worth."""
        return Option(self.choice, self.outlook.estimate)


@dataclass(frozen=True, slots=True)
class Proposal(Prospect):
    """Something to write, and the sheet it leads to."""

    sheet: Sheet


class Looks:
    """The two looks of a plan at what one seat could do."""

    def __init__(self, plan: Plan, seat: int) -> None:
        """Both looks know in which rounds the seat rolls."""
        rolls = rolls_in(seat, len(plan.record.names))
        self._first = Oracle(rolls, throws_for(f"{plan.seed}/first", plan.effort.first_look))
        self._second = Oracle(rolls, throws_for(f"{plan.seed}/second", plan.effort.second_look))

    def proposals(self, sheet: Sheet, roll: Roll) -> list[Proposal]:
        """What the champion would think of writing, best at first look first."""
        written = {fill(sheet, roll, play): play for play in _plays(sheet, roll)}
        seen = [Proposal(play, self._first.after(after), after) for after, play in written.items()]
        return sorted(seen, key=_worth, reverse=True)

    def best(self, sheet: Sheet, roll: Roll) -> Prospect:
        """The best proposal, looked at again."""
        proposal = self.proposals(sheet, roll)[0]
        return Prospect(proposal.choice, self.closely(proposal.sheet))

    def closely(self, sheet: Sheet) -> Outlook:
        """The second look at a sheet."""
        return self._second.after(sheet)

    def thrown_again(self, sheet: Sheet, roll: Roll, way: RerollDice) -> Prospect:
        """The second look at throwing some dice again."""
        return Prospect(way, self._second.after_reroll(sheet, roll, way.dice))

    def luck(self, turn: Turn) -> Estimate:
        """What the dice of a turn gave: the guide's prospects with them, less those before they fell.

        The same player answers on both sides, so that luck is nought in the mean over all rolls, whoever
        plays. Dice that somebody else threw again are chance like the others.
        """
        roll = turn.first_roll if turn.may_reroll else turn.roll
        fell = self._second.after_roll(turn.before, roll).ahead_of(self.closely(turn.before))
        if not turn.rerolled:
            return fell
        hoped = self._second.after_reroll(turn.before, turn.first_roll, frozenset(turn.thrown_again))
        again = self._second.after_roll(replace(turn.before, may_reroll=False), turn.roll).ahead_of(hoped)
        return Estimate(fell.mean + again.mean, hypot(fell.se, again.se))


def _worth(prospect: Prospect) -> float:
    return prospect.outlook.estimate.mean


@dataclass(frozen=True, slots=True)
class _Judged:
    """A decision with the games behind it."""

    played: Prospect
    best: Prospect
    lost: Estimate
    others: tuple[Option, ...]

    @property
    def decision(self) -> Decision:
        return Decision(self.played.option, self.best.option, self.lost, self.others)


def _judged(played: Prospect, rival: Prospect, others: Sequence[Option]) -> _Judged:
    """Compare what was played with its rival."""
    lead = _lead(played, rival)
    if lead is None:
        return _Judged(played, played, Estimate(0.0, 0.0), tuple(others))
    return _Judged(played, rival, lead, tuple(others))


def _lead(played: Prospect, rival: Prospect) -> Estimate | None:
    """How far a rival is ahead of what was played; None if that may be chance."""
    lead = rival.outlook.ahead_of(played.outlook)
    return lead if lead.mean > max(CERTAIN * lead.se, ROUNDING) else None


def _writing(looks: Looks, turn: Turn, proposals: Sequence[Proposal]) -> _Judged:
    played = Prospect(turn.entries, looks.closely(turn.after))
    first, *rest = proposals
    rival = played if first.sheet == turn.after else Prospect(first.choice, looks.closely(first.sheet))
    others = [_beside(first, rival, proposal) for proposal in rest if proposal.sheet != turn.after]
    if _lead(played, rival) is None and rival is not played:
        others.insert(0, rival.option)
    return _judged(played, rival, others[:OTHERS])


def _beside(first: Proposal, again: Prospect, other: Proposal) -> Option:
    """A proposal that got no second look: as far behind the one that did as it was at first look."""
    behind, worth = other.outlook.ahead_of(first.outlook), again.outlook.estimate
    return Option(other.choice, Estimate(worth.mean + behind.mean, hypot(worth.se, behind.se)))


def _throwing(looks: Looks, turn: Turn, keep: Prospect) -> _Judged:
    """Keep or throw again; keeping the dice is worth what the best writing with them is."""
    done = RerollDice(frozenset(turn.thrown_again))
    ways = list(_ways(turn.before, turn.first_roll))
    if turn.rerolled and done not in ways:
        ways.append(done)
    thrown = [looks.thrown_again(turn.before, turn.first_roll, way) for way in ways]
    played = next((prospect for prospect in thrown if prospect.choice == done), keep)
    seen = sorted((keep, *thrown), key=_worth, reverse=True)
    others = [prospect.option for prospect in seen if prospect is not played and prospect is not seen[0]]
    return _judged(played, seen[0], others)


def _plays(sheet: Sheet, roll: Roll) -> Iterator[Entries]:
    """What the champion's eyes propose to write; several plays may lead to the same sheet."""
    mind = mind_for(sheet.edition)
    position = Position(0, (sheet,), sheet.round, 0, roll, may_reroll_now=False)
    if sheet.round == LAST_ROUND:
        yield last_entry(mind, position)
        return
    for play in candidates(mind, position, PLAYS)[1]:
        yield entries(sheet.edition, play)


def _ways(sheet: Sheet, roll: Roll) -> Iterator[RerollDice]:
    """The ways to throw again that the champion would think of."""
    mind, means = mind_for(sheet.edition), np.empty(16)
    if sheet.round == LAST_ROUND:
        last_reroll_means(mind.board, sheet_arrays(sheet), faces(roll), means)
    else:
        random = np.array([1], np.uint64)  # proposals only: which dice fall here hardly matters
        samples = (QUICK_THROWS, CAREFUL_THROWS, WAYS)
        reroll_means(mind, sheet_arrays(sheet), faces(roll), *samples, random, means)
    promising = [again for again in range(1, 16) if means[again] > means[0] - HOPELESS]
    for again in sorted(promising, key=lambda again: -means[again])[:WAYS]:
        way = answer(again)
        assert isinstance(way, RerollDice)
        yield way
