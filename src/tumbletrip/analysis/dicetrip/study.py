"""Judging one turn of a Dice Trip game: what each choice was worth, the one played and the best ones found.

The champion's eyes propose, games played on to the end decide. A first look at all that was proposed picks
the strongest rival of what was played; a second look, on other dice, says what the two are worth: whoever
was only lucky in the first look gains nothing by it.

Luck leads from what a sheet promised to what the best answer to the dice promises, losses from there to what
the answer given does. So luck less losses is exactly what a turn changes.

The best answer found is often the one given, since small differences are not certain: what is lost in many
of them would count as bad luck. So each turn also tells its even luck: what the roll is worth if the guide
answers it, less what the guide expected before. Who plays has no part in it, and over all rolls its mean is
nought, for weak players as for strong ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

from tumbletrip.analysis.dicetrip.lead import Lead, lead_on
from tumbletrip.analysis.dicetrip.outlook import Oracle, Outlook, throws_for
from tumbletrip.analysis.dicetrip.turns import Turn, rolls_in, turns_of
from tumbletrip.analysis.estimates import Estimate, total
from tumbletrip.bots.dicetrip.learning.trained_values import mind_for
from tumbletrip.bots.dicetrip.machine import questions
from tumbletrip.bots.dicetrip.machine.sheet_block import entries
from tumbletrip.bots.dicetrip.players import candidates, last_entry, reroll_choice
from tumbletrip.bots.dicetrip.protocol import Choice, KeepDice, Position, RerollDice
from tumbletrip.dicetrip.dice import COLOURS, Roll
from tumbletrip.dicetrip.notation.records import Record
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.rules import Entries, fill
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

PLAYS = 6  # proposals for what to write
QUICK_THROWS, CAREFUL_THROWS, WAYS = 8, 72, 2  # samples behind the proposals for throwing again, and how many
HOPELESS = 1.0  # points by which a way to throw again may look worse than keeping, and still be played on
GUIDES_PLAYS = 3  # that the guide values in full for each roll
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
    even_luck: float
    decisions: tuple[Decision, ...]

    @property
    def worth(self) -> Estimate:
        """The final score to expect after the turn."""
        return self.decisions[-1].played.worth

    @property
    def lost(self) -> Estimate:
        """What the turn's choices lost on the best ones found."""
        return total([one.lost for one in self.decisions])


@lru_cache(maxsize=4)
def turns_in(record: Record) -> dict[tuple[int, int], Turn]:
    """The finished turns of a record by seat and round; a process studies many turns of one record."""
    return {(turn.seat, turn.round): turn for turn in turns_of(replay(record))}


@lru_cache(maxsize=8)
def looks_of(plan: Plan, seat: int) -> "Looks":
    """The looks of a plan at one seat, with the lead of its board; turns of a seat share what they saw."""
    return Looks(plan, seat, lead_on(plan.record.edition))


def start_of(plan: Plan, seat: int) -> Estimate:
    """The final score a seat may expect before the first roll."""
    return looks_of(plan, seat).second_look_at(plan.record.new_game().sheets[seat]).estimate


def study_turn(plan: Plan, seat: int, round_number: int) -> StudiedTurn:
    """Judge all decisions of one turn; depends on nothing but its arguments."""
    turn = turns_in(plan.record)[seat, round_number]
    looks = looks_of(plan, seat)
    before = looks.second_look_at(turn.before)
    writing = judged_writing(looks, turn)
    if not turn.may_reroll:
        luck = writing.luck_after(before)
        return StudiedTurn(seat, round_number, luck, even_luck(looks, turn, luck), (writing.decision,))
    kept = looks.best(turn.before, turn.first_roll) if turn.rerolled else writing.best
    throwing = _judged_reroll(looks, turn, Prospect(KeepDice(), kept.outlook))
    lucks = [throwing.luck_after(before)]
    if turn.rerolled:
        lucks.append(writing.luck_after(throwing.played.outlook))
    luck = total(lucks)
    decisions = (throwing.decision, writing.decision)
    return StudiedTurn(seat, round_number, luck, even_luck(looks, turn, luck), decisions)


def even_luck(looks: "Looks", turn: Turn, luck: Estimate) -> float:
    """What the dice of a turn gave, whoever answers them; in round 13 the best answer is counted anyway."""
    if turn.round == LAST_ROUND:
        return luck.mean
    before, fell = turn.before, turn.first_roll if turn.may_reroll else turn.roll
    given = looks.guides_answer(before, fell).ahead_of(looks.guides_games(before)).mean
    if turn.rerolled:
        spent = replace(before, may_reroll=False)
        kept = {die: fell[die] for die, colour in enumerate(COLOURS) if colour not in turn.thrown_again}
        hoped = looks.second.answered_by_guide(spent, kept)
        given += looks.guides_answer(spent, turn.roll).ahead_of(hoped).mean
    return looks.second.lead.scale(turn.round + 1) * given


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
    """Values what one seat could do: a first look with few games played on, a second with many."""

    def __init__(self, plan: Plan, seat: int, lead: Lead) -> None:
        """Prepare both looks for a seat of the plan's record."""
        rolls = rolls_in(seat, len(plan.record.names))
        self._first = Oracle(rolls, throws_for(f"{plan.seed}/first", plan.effort.first_look), lead)
        self.second = Oracle(rolls, throws_for(f"{plan.seed}/second", plan.effort.second_look), lead)
        self._seen: dict[Sheet, Outlook] = {}

    def proposals(self, sheet: Sheet, roll: Roll) -> list[Proposal]:
        """The plays that the champion and the guide would consider, ordered by the first look."""
        written = {fill(sheet, roll, play): play for play in _plays(sheet, roll)}
        seen = [Proposal(play, self._first.after(after), after) for after, play in written.items()]
        return sorted(seen, key=_worth, reverse=True)

    def best(self, sheet: Sheet, roll: Roll) -> Prospect:
        """The best proposal of the first look, valued by the second."""
        proposal = self.proposals(sheet, roll)[0]
        return Prospect(proposal.choice, self.second_look_at(proposal.sheet))

    def second_look_at(self, sheet: Sheet) -> Outlook:
        """The outlook of a sheet, by the second look."""
        return self.second.with_lead(sheet, self.guides_games(sheet))

    def guides_games(self, sheet: Sheet) -> Outlook:
        """How the guide's games end from a sheet, by the second look."""
        if sheet not in self._seen:
            self._seen[sheet] = self.second.by_guide(sheet)
        return self._seen[sheet]

    def guides_answer(self, sheet: Sheet, roll: Roll) -> Outlook:
        """How the guide's games end if it answers a roll.

        If it may not throw again it writes what its eyes like best, often a sheet that was looked at anyway.
        """
        entered, may_reroll = guides_entries(sheet, roll), self.second.may_reroll(sheet)
        if may_reroll or not any(entry.pair for entry in entered):  # of two crosses it sees less
            return self.second.answered_by_guide(sheet, dict(enumerate(roll)))
        return self.guides_games(fill(sheet, roll, entered))

    def thrown_again(self, sheet: Sheet, roll: Roll, way: RerollDice) -> Prospect:
        """The prospect of throwing some dice again, by the second look."""
        return Prospect(way, self.second.after_reroll(sheet, roll, way.dice))


def _worth(prospect: Prospect) -> float:
    return prospect.outlook.estimate.mean


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with the games behind it."""

    played: Prospect
    best: Prospect
    lost: Estimate
    others: tuple[Option, ...]

    @property
    def decision(self) -> Decision:
        """The decision as reports show it."""
        return Decision(self.played.option, self.best.option, self.lost, self.others)

    def luck_after(self, before: Outlook) -> Estimate:
        """What the dice gave that were to be answered: the best answer, less what was expected before."""
        return self.best.outlook.ahead_of(before)


def _judged(played: Prospect, rival: Prospect, others: Sequence[Option]) -> Judged:
    """Compare what was played with its rival."""
    lead = certain_lead(rival.outlook, played.outlook)
    if lead is None:
        return Judged(played, played, Estimate(0.0, 0.0), tuple(others))
    return Judged(played, rival, lead, tuple(others))


def certain_lead(rival: Outlook, played: Outlook) -> Estimate | None:
    """How far a rival is ahead of what was played; None if that may be chance."""
    lead = rival.ahead_of(played)
    return lead if lead.mean > max(CERTAIN * lead.se, ROUNDING) else None


def judged_writing(looks: Looks, turn: Turn) -> Judged:
    """Judge what was written against the strongest proposal for the same dice."""
    sheet = replace(turn.before, may_reroll=False) if turn.rerolled else turn.before
    played = Prospect(turn.entries, looks.second_look_at(turn.after))
    first, *rest = looks.proposals(sheet, turn.roll)
    rival = played if first.sheet == turn.after else Prospect(first.choice, looks.second_look_at(first.sheet))
    others = [_beside(first, rival, proposal) for proposal in rest if proposal.sheet != turn.after]
    if rival is not played and certain_lead(rival.outlook, played.outlook) is None:
        others.insert(0, rival.option)
    return _judged(played, rival, others[:OTHERS])


def _beside(first: Proposal, again: Prospect, other: Proposal) -> Option:
    """A proposal that got no second look: as far behind the one that did as it was at first look."""
    behind, worth = other.outlook.ahead_of(first.outlook), again.outlook.estimate
    return Option(other.choice, Estimate(worth.mean + behind.mean, hypot(worth.se, behind.se)))


def _judged_reroll(looks: Looks, turn: Turn, keep: Prospect) -> Judged:
    """Judge keeping or throwing again; keeping is worth what the best play with the dice is."""
    done = RerollDice(frozenset(turn.thrown_again))
    ways = list(reroll_proposals(turn.before, turn.first_roll))
    if turn.rerolled and done not in ways:
        ways.append(done)
    thrown = [looks.thrown_again(turn.before, turn.first_roll, way) for way in ways]
    played = next((prospect for prospect in thrown if prospect.choice == done), keep)
    seen = sorted((keep, *thrown), key=_worth, reverse=True)
    others = [prospect.option for prospect in seen if prospect is not played and prospect is not seen[0]]
    return _judged(played, seen[0], others)


def _plays(sheet: Sheet, roll: Roll) -> Iterator[Entries]:
    """What to look at: the champion's best plays and the guide's; several may lead to the same sheet."""
    mind = mind_for(sheet.edition)
    position = Position(0, (sheet,), sheet.round, 0, roll, may_reroll_now=False)
    if sheet.round == LAST_ROUND:
        yield last_entry(mind, position)
        return
    for play in candidates(mind, position, PLAYS)[1]:
        yield entries(sheet.edition, play)
    yield guides_entries(sheet, roll)  # it is valued for the even luck anyway


def guides_entries(sheet: Sheet, roll: Roll) -> Entries:
    """What the guide writes."""
    _, plays = questions.candidates(mind_for(sheet.edition), sheet, roll, GUIDES_PLAYS)
    return entries(sheet.edition, plays[0])


def reroll_proposals(sheet: Sheet, roll: Roll) -> Iterator[RerollDice]:
    """The sets of dice that the champion would consider throwing again."""
    mind = mind_for(sheet.edition)
    if sheet.round == LAST_ROUND:
        means = questions.last_reroll_means(mind, sheet, roll)
    else:
        samples = (QUICK_THROWS, CAREFUL_THROWS, WAYS)
        means = questions.reroll_means(mind, sheet, roll, *samples, random=1)  # any dice will do
    promising = [again for again in range(1, 16) if means[again] > means[0] - HOPELESS]
    for again in sorted(promising, key=lambda again: -means[again])[:WAYS]:
        way = reroll_choice(again)
        assert isinstance(way, RerollDice)
        yield way
