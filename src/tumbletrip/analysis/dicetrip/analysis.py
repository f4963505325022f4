"""A whole Dice Trip game judged: the score every player could expect, what dice gave and what choices cost.

Between two rounds a sheet has one value, the final score to expect of it. A roll's luck is the value of the
best answer to it less the value before; a choice's loss is the value of the best answer less that of the
one given, which is the value before the next roll. So all luck less all losses is exactly the way from the
value before the first roll to the final score.

The luck of a whole game is the even one, in which the player has no part. It differs from the sum of the
rounds by small change: what choices cost each time too little to be certain, and what the value of sheets
strays by. The same goes to the losses, so the sum stays exact.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import groupby
from math import fsum, hypot
from typing import TypeAlias

from tumbletrip.analysis.dicetrip.study import Decision, Plan, StudiedTurn, start_of, study_turn, turns_in
from tumbletrip.analysis.estimates import Estimate
from tumbletrip.analysis.executor import Executor
from tumbletrip.core.replaying import ReplayError
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.rules import Phase

Task: TypeAlias = tuple[int, int]  # seat and round; round 0 is the value before the first roll
Part: TypeAlias = Estimate | StudiedTurn

DEAREST = 3  # decisions of a player that are told first


class Mark(StrEnum):
    """How much a decision cost, in words."""

    NONE = "none"
    SLIP = "slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = {Mark.BLUNDER: 3.0, Mark.MISTAKE: 1.5, Mark.SLIP: 0.5}  # points of the final score


def mark_of(lost: float) -> Mark:
    """The mark for a loss."""
    return next((mark for mark, least in THRESHOLDS.items() if lost >= least), Mark.NONE)


@dataclass(frozen=True, slots=True)
class JudgedPlayer:
    """One player's game."""

    name: str
    start: Estimate
    turns: tuple[StudiedTurn, ...]

    @property
    def end(self) -> Estimate:
        """The final score, or what may be expected where the record ends."""
        return self.turns[-1].worth if self.turns else self.start

    @property
    def luck(self) -> float:
        """What all rolls gave: even in the mean over many games, whoever plays."""
        return fsum(turn.even_luck for turn in self.turns)

    @property
    def small_change(self) -> float:
        """What choices lost beyond what the turns tell: too little each time to be told from chance."""
        return self.luck - fsum(turn.luck.mean for turn in self.turns)

    @property
    def lost(self) -> float:
        """What all choices lost on the best ones, small change included."""
        return fsum(turn.lost.mean for turn in self.turns) + self.small_change

    @property
    def error(self) -> float:
        """The standard error of luck less losses: that of the value before the first roll."""
        return hypot(self.start.se, self.end.se)

    @property
    def dearest(self) -> tuple[tuple[int, Decision], ...]:
        """The decisions that cost most, with their rounds; only those that deserve a mark."""
        costly = [
            (turn.round, one)
            for turn in self.turns
            for one in turn.decisions
            if mark_of(one.lost.mean) is not Mark.NONE
        ]
        return tuple(sorted(costly, key=lambda told: -told[1].lost.mean)[:DEAREST])


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game judged as far as its record is good."""

    plan: Plan
    players: tuple[JudgedPlayer, ...]
    is_over: bool
    error: ReplayError | None


def tasks_of(plan: Plan) -> tuple[Task, ...]:
    """The pieces of work behind an analysis; each can be done anywhere and in any order."""
    seats = range(len(plan.record.names))
    return (*((seat, 0) for seat in seats), *sorted(turns_in(plan.record)))


def do_task(plan: Plan, task: Task) -> Part:
    """One piece of work."""
    seat, round_number = task
    return study_turn(plan, seat, round_number) if round_number else start_of(plan, seat)


def analysis_parts(plan: Plan, executor: Executor) -> Iterator[Part]:
    """All pieces of work done, in their order, each as soon as it is there."""
    return executor.map(partial(do_task, plan), tasks_of(plan))


def put_together(plan: Plan, parts: list[Part]) -> Analysis:
    """The analysis that the pieces make."""
    starts = [part for part in parts if isinstance(part, Estimate)]
    turns = sorted(
        (part for part in parts if isinstance(part, StudiedTurn)), key=lambda turn: (turn.seat, turn.round)
    )
    by_seat = {seat: list(some) for seat, some in groupby(turns, key=lambda turn: turn.seat)}
    players = tuple(
        JudgedPlayer(name, start, tuple(by_seat.get(seat, ())))
        for seat, (name, start) in enumerate(zip(plan.record.names, starts, strict=True))
    )
    played = replay(plan.record)
    return Analysis(plan, players, played.final.phase is Phase.OVER, played.error)
