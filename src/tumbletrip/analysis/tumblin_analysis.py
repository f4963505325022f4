"""A match of Tumblin-Dice judged: what each flick was worth for the hand that made it, and its luck.

Nobody knows what was meant, but what came of it is recorded: the launch. It is flown again many times on the
board as it lay, each time shaken as this player's hand shakes. The mean of what the die then counts is what
the flick was worth; what it really counted, less that, was luck.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import sqrt
from random import Random
from statistics import fmean, stdev

from tumbletrip.analysis.estimates import Estimate
from tumbletrip.analysis.executor import Executor
from tumbletrip.analysis.tumblin_flicks import FlickSeen, Spread, flicks_of, spread_of
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.house_rules import HouseRules
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.ports import Die, Pose
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.records import Record
from tumbletrip.tumblin.replays import ReplayError, replay
from tumbletrip.tumblin.rules import Phase
from tumbletrip.tumblin.scoring import score_die


@dataclass(frozen=True, slots=True)
class FlickPlan:
    """What is judged: a record, with how many flights of each flick, shaken by which dice."""

    record: Record
    flights: int = 64
    seed: int = 1


@dataclass(frozen=True, slots=True)
class JudgedFlick:
    """A flick, what it counted, and what it was worth."""

    seen: FlickSeen
    expected: Estimate

    @property
    def luck(self) -> float:
        """What it counted beyond its worth."""
        return self.seen.points - self.expected.mean


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """One player's flicks of a match."""

    name: str
    spread: Spread
    flicks: tuple[JudgedFlick, ...]

    @property
    def points(self) -> int:
        """What all flicked dice counted where they first came to rest."""
        return sum(flick.seen.points for flick in self.flicks)

    @property
    def expected(self) -> Estimate:
        """What they were worth together."""
        worths = [flick.expected for flick in self.flicks]
        return Estimate(sum(one.mean for one in worths), sqrt(sum(one.se**2 for one in worths)))

    @property
    def luck(self) -> float:
        """What they counted beyond that."""
        return self.points - self.expected.mean

    @property
    def places(self) -> Counter[str]:
        """How many dice came to rest where."""
        return Counter(flick.seen.rest.tier for flick in self.flicks)

    @property
    def best_place(self) -> str | None:
        """The zone that brought most points; None if none did."""
        brought = Counter[str]()
        for flick in self.flicks:
            brought[flick.seen.rest.tier] += flick.seen.points
        place, points = max(brought.items(), key=lambda one: one[1], default=("", 0))
        return place if points > 0 else None


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """A match judged as far as its record is good."""

    plan: FlickPlan
    hands: tuple[JudgedHand, ...]
    is_over: bool
    error: ReplayError | None


@lru_cache(maxsize=4)
def flicks_in(record: Record) -> tuple[FlickSeen, ...]:
    """The flicks of a record; a process judges many flicks of one record."""
    return tuple(flicks_of(replay(record)))


@lru_cache(maxsize=64)
def spread_in(record: Record, seat: int) -> Spread:
    """How a seat's hand shakes in a record."""
    return spread_of([seen.launch for seen in flicks_in(record) if seen.seat == seat])


def flick_tasks(plan: FlickPlan) -> range:
    """The pieces of work behind an analysis: the numbers of the flicks."""
    return range(len(flicks_in(plan.record)))


def judge_flick(plan: FlickPlan, number: int) -> Estimate:
    """What one flick was worth; depends on nothing but its arguments."""
    seen = flicks_in(plan.record)[number]
    rng = Random(f"{plan.seed}/{number}")
    hand = spread_in(plan.record, seen.seat).hand
    launches = [hand.flick(seen.launch, rng) for _ in range(plan.flights)]
    board, house = seen.before.setup.board, seen.before.setup.house
    endings = _imagination(board).fly(seen.before.rests, launches)
    points = [
        _fallen(house, seen.launch.die)
        if out[-1]
        else score_die(house, read(board, seen.launch.die, Pose(*map(float, poses[-1])))).points
        for poses, out in zip(endings.poses, endings.out, strict=True)
    ]
    return Estimate(fmean(points), stdev(points) / sqrt(len(points)))


def _fallen(house: HouseRules, die: Die) -> float:
    """What a die that left the board counts; a die on the floor shows any face (TD13)."""
    return -fmean(die.kind.faces) * (1 + die.is_bonus) if house.falling_costs else 0.0


@cache
def _imagination(board: Board) -> Imagination:
    """One imagination per board and process; its worlds are kept from flick to flick."""
    return Imagination(board)


def flick_worths(plan: FlickPlan, executor: Executor) -> Iterator[Estimate]:
    """What every flick was worth, in order, each as soon as it is known."""
    return executor.map(partial(judge_flick, plan), flick_tasks(plan))


def match_judged(plan: FlickPlan, worths: list[Estimate]) -> MatchAnalysis:
    """The analysis that all worths make."""
    judged = [JudgedFlick(seen, worth) for seen, worth in zip(flicks_in(plan.record), worths, strict=True)]
    played = replay(plan.record)
    hands = tuple(
        JudgedHand(
            seat.name,
            spread_in(plan.record, number),
            tuple(flick for flick in judged if flick.seen.seat == number),
        )
        for number, seat in enumerate(plan.record.setup.seats)
    )
    return MatchAnalysis(plan, hands, played.final.phase is Phase.OVER, played.error)
