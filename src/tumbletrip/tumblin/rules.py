"""The match: who may do what now (`decide`), and what it changes (`evolve`).

First everyone rolls for the order; then rounds of flicks, one die each in turn, until a side has won.
Dice come to rest elsewhere: nothing here simulates, draws a number or reads a clock.
"""

import math
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.outcomes import Outcome
from tumbletrip.tumblin.dice import D6
from tumbletrip.tumblin.hands import Aim
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.order import Rolls, may_roll, must_roll, turn_order
from tumbletrip.tumblin.ports import Die, Launch, Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.scoring import RoundSheet, outcome_of, rounds_won, score_round, totals
from tumbletrip.tumblin.setup import Setup, refuse_setup

FINGERPRINT: Final = re.compile(r"[!-~]{1,200}\Z")  # one printable word
FARTHEST_M: Final = 100.0  # where a die that left the board may lie


class Phase(StrEnum):
    """What the table waits for."""

    ORDER = "order"  # the rolls that decide who begins
    FLICK = "flick"
    OVER = "over"


# Commands: what a seat wants. Chance and physics have already answered when they reach the rules.


@dataclass(frozen=True, slots=True)
class RollForOrder:
    """A player rolls a die for the order of play (TD03)."""

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Flick:
    """A player flicks a die, and this is how all dice came to rest (TD04)."""

    seat: int
    launch: Launch
    rests: tuple[Rest, ...]
    fingerprint: str
    trajectory: bytes = b""
    aim: Aim | None = None


Command: TypeAlias = RollForOrder | Flick


# Events: what happened. A match is its setup and these.


@dataclass(frozen=True, slots=True)
class RolledForOrder:
    """A seat's roll for the order of play."""

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Flicked:
    """A flick: the launch, every die of the round at rest after it, and the engine that says so."""

    seat: int
    launch: Launch
    rests: tuple[Rest, ...]
    fingerprint: str
    trajectory: bytes = b""
    aim: Aim | None = None  # of a person; bots keep theirs to themselves


Event: TypeAlias = RolledForOrder | Flicked


@dataclass(frozen=True)
class Match:
    """A match at one moment: the rolls for the order, the dice of this round, the sheets of those before."""

    setup: Setup
    rolls: tuple[Rolls, ...]
    rests: tuple[Rest, ...] = ()  # in the order they were flicked
    sheets: tuple[RoundSheet, ...] = ()
    order: tuple[int, ...] = ()  # empty until the rolls have settled it
    phase: Phase = Phase.ORDER

    @property
    def round(self) -> int:
        """The round being played, or the last one when the match is over."""
        return len(self.sheets) + (self.phase is not Phase.OVER)

    @property
    def round_order(self) -> tuple[int, ...]:
        """The order of this round; TD03: a table may pass the start on from round to round."""
        if not self.setup.house.pass_the_start or not self.order:
            return self.order
        start = (self.round - 1) % len(self.order)
        return self.order[start:] + self.order[:start]

    @property
    def turn(self) -> int | None:
        """The seat that flicks next."""
        if self.phase is not Phase.FLICK:
            return None
        return self.round_order[len(self.rests) % len(self.order)]

    @property
    def rolling(self) -> tuple[int, ...]:
        """The seats that have to roll for the order."""
        return must_roll(self.rolls) if self.phase is Phase.ORDER else ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side so far."""
        return totals(self.sheets, len(self.setup.sides))

    @property
    def rounds_won(self) -> tuple[int, ...]:
        """The rounds each side has won so far."""
        return rounds_won(self.sheets, len(self.setup.sides))

    def dice_in_hand(self, seat: int) -> tuple[Die, ...]:
        """The dice a seat has not flicked this round, the bonus die among them whenever they like (TD09)."""
        flicked = {rest.die.key for rest in self.rests}
        return tuple(die for die in self.setup.seats[seat].dice if die.key not in flicked)


def new_match(setup: Setup) -> Match:
    """A match about to begin; a setup that cannot be played is refused by name."""
    refusal = refuse_setup(setup)
    if refusal:
        raise InputError(problem(refusal))
    return Match(setup, rolls=((),) * len(setup.seats))


def decide(match: Match, command: Command) -> Event | No:
    """What a command would do, or the rule that forbids it. Touches nothing."""
    if not 0 <= command.seat < len(match.setup.seats):
        return No.NO_SUCH_SEAT
    if match.phase is Phase.OVER:
        return No.MATCH_OVER
    if isinstance(command, RollForOrder):
        return _refuse_roll(match, command) or RolledForOrder(command.seat, command.face)
    refusal = refuse_flick(match, command.seat, command.launch, may_overhang=True)
    return refusal or decide_settled(match, command)


def decide_settled(match: Match, command: Flick) -> Flicked | No:
    """What a flick did whose launch `refuse_flick` let pass in this very match: only the rests are judged."""
    return _refuse_rests(match, command) or Flicked(
        command.seat, command.launch, command.rests, command.fingerprint, command.trajectory, command.aim
    )


def _refuse_roll(match: Match, command: RollForOrder) -> No | None:
    """TD03: tied players roll again among themselves; in old records some did before the others' first."""
    if match.phase is not Phase.ORDER:
        return No.ORDER_SETTLED
    if command.seat not in may_roll(match.rolls):
        return No.ALREADY_ROLLED
    return None if command.face in D6.faces else No.IMPOSSIBLE_FACE


def refuse_flick(match: Match, seat: int, launch: Launch, *, may_overhang: bool = False) -> No | None:
    """Why a seat may not flick this die this way now; asked before physics is."""
    if match.phase is Phase.ORDER:
        return No.ROLL_FIRST
    if match.phase is Phase.OVER:
        return No.MATCH_OVER
    if seat != match.turn:
        return No.NOT_YOUR_TURN
    if launch.die not in match.setup.seats[seat].dice:
        return No.NOT_YOUR_DIE
    if launch.die not in match.dice_in_hand(seat):
        return No.ALREADY_FLICKED  # TD05
    return refuse_launch(match.setup.board, launch, match.rests, may_overhang=may_overhang)


def _refuse_rests(match: Match, command: Flick) -> No | None:
    """What is wrong with an engine's answer: it must speak of the dice on the table, and read them right."""
    if not FINGERPRINT.match(command.fingerprint):
        return No.NO_FINGERPRINT
    expected = [*(rest.die for rest in match.rests), command.launch.die]
    if [rest.die for rest in command.rests] != expected:
        return No.WRONG_DICE
    if not all(_is_possible(rest.pose) for rest in command.rests):
        return No.IMPOSSIBLE_POSE
    if any(
        before != after and not before.on_board
        for before, after in zip(match.rests, command.rests, strict=False)
    ):
        return No.OFF_STAYS_OFF  # TD06
    board = match.setup.board
    return None if all(rest == read(board, rest.die, rest.pose) for rest in command.rests) else No.MISREAD_DIE


def _is_possible(pose: Pose) -> bool:
    place = (pose.x, pose.y, pose.z)
    norm = math.sqrt(sum(part * part for part in pose.orientation))
    return all(abs(value) <= FARTHEST_M for value in place) and abs(norm - 1) < 1e-3  # both false for nan


def evolve(match: Match, event: Event) -> Match:
    """The match after the fact. Never refuses: it already happened."""
    if isinstance(event, RolledForOrder):
        return _after_roll(match, event)
    return _close_round(replace(match, rests=event.rests))


def _after_roll(match: Match, event: RolledForOrder) -> Match:
    """The first round begins when no two seats are tied any more."""
    rolls = tuple((*own, event.face) if seat == event.seat else own for seat, own in enumerate(match.rolls))
    if must_roll(rolls):
        return replace(match, rolls=rolls)
    return replace(match, rolls=rolls, order=turn_order(rolls, match.setup.sides), phase=Phase.FLICK)


def _close_round(match: Match) -> Match:
    """TD04, TD08: when all dice are flicked they are counted, and go back to their owners."""
    setup = match.setup
    if len(match.rests) < setup.flicks_per_round:
        return match
    sheets = (*match.sheets, score_round(setup.house, setup.sides, match.rests))
    is_over = outcome_of(setup.house, sheets, len(setup.sides)) is not None
    return replace(match, rests=(), sheets=sheets, phase=Phase.OVER if is_over else Phase.FLICK)


def outcome(match: Match) -> Outcome | None:
    """TD11, TD15: how the match ended, by sides; None while it goes on."""
    return outcome_of(match.setup.house, match.sheets, len(match.setup.sides)) if match.sheets else None
