"""A match of Tumblin-Dice judged: what each flick was worth for the hand that made it, and its luck.

A flick brings what it changes on the whole board: what the player's side gains on the others, by the die
itself and by all dice it pushes. What a person meant is recorded, and how much the table shook it; of bots,
and in matches without hands, only the launch that came out: there the hand is estimated. The flick is flown
again many times on the board as it lay, each time shaken anew. The mean of what that brings is what the flick
was worth; what it really brought, less that, was luck.
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
from tumbletrip.analysis.tumblin.flicks import FlickSeen, Spread, flicks_of, spread_of
from tumbletrip.analysis.tumblin.swings import swing
from tumbletrip.bots.tumblin.imagination import BotImagination
from tumbletrip.core.replaying import ReplayError
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.notation.records import Record
from tumbletrip.tumblin.notation.replays import replay
from tumbletrip.tumblin.physics.imagining import Endings
from tumbletrip.tumblin.physics.world import FINE
from tumbletrip.tumblin.ports import OFF, Die, Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.rules import Phase


@dataclass(frozen=True, slots=True)
class FlickPlan:
    """What is judged: a record, with how many flights of each flick, shaken by which dice."""

    record: Record
    flights: int = 64
    seed: int = 1


@dataclass(frozen=True, slots=True)
class JudgedFlick:
    """A flick, what it brought, and what it was worth."""

    seen: FlickSeen
    expected: Estimate

    @property
    def luck(self) -> float:
        """What it brought beyond its worth."""
        return self.seen.swing.lead - self.expected.mean


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """One player's flicks of a match."""

    name: str
    spread: Spread
    flicks: tuple[JudgedFlick, ...]

    @property
    def brought(self) -> float:
        """What all flicks brought the player's side over the others."""
        return sum(flick.seen.swing.lead for flick in self.flicks)

    @property
    def expected(self) -> Estimate:
        """What they were worth together."""
        worths = [flick.expected for flick in self.flicks]
        return Estimate(sum(one.mean for one in worths), sqrt(sum(one.se**2 for one in worths)))

    @property
    def luck(self) -> float:
        """What they brought beyond that."""
        return self.brought - self.expected.mean

    @property
    def places(self) -> Counter[str]:
        """How many dice came to rest where."""
        return Counter(flick.seen.rest.tier for flick in self.flicks)

    @property
    def best_place(self) -> str | None:
        """The zone in which flicked dice counted most; None if none did."""
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
    return spread_of([seen for seen in flicks_in(record) if seen.seat == seat])


def flick_tasks(plan: FlickPlan) -> range:
    """The pieces of work behind an analysis: the numbers of the flicks."""
    return range(len(flicks_in(plan.record)))


def judge_flick(plan: FlickPlan, number: int) -> Estimate:
    """What one flick was worth; depends on nothing but its arguments."""
    seen = flicks_in(plan.record)[number]
    hand = seen.hand or spread_in(plan.record, seen.seat).hand
    return worth_of(seen, hand, plan.flights, Random(f"{plan.seed}/{number}"))


def worth_of(seen: FlickSeen, hand: Hand, flights: int, rng: Random) -> Estimate:
    """What a flick brings on average when a hand flicks it again and again."""
    setup, before = seen.before.setup, seen.before.rests
    draw = partial(rng.gauss, 0.0, 1.0)
    launches = [hand.flick(setup.board, before, seen.meant, draw) for _ in range(flights)]
    endings = _imagination(setup.board).fly(before, launches)
    leads = [swing(setup, seen.seat, before, rests).lead for rests in _read(seen, endings, rng)]
    return Estimate(fmean(leads), stdev(leads) / sqrt(len(leads)))


def _read(seen: FlickSeen, endings: Endings, rng: Random) -> Iterator[list[Rest]]:
    """All dice of the round after each flight; those that were off before lie where they lay (TD06)."""
    board, rests = seen.before.setup.board, seen.before.rests
    gone = [rest for rest in rests if not rest.on_board]
    flown = [*(rest.die for rest in rests if rest.on_board), seen.launch.die]
    for poses, out in zip(endings.poses, endings.out, strict=True):
        yield gone + [
            _fallen(die, rng) if fell else read(board, die, Pose(*map(float, pose)))
            for die, pose, fell in zip(flown, poses, out, strict=True)
        ]


def _fallen(die: Die, rng: Random) -> Rest:
    """A die that left the board in a flight: on the floor it shows any face, which may cost (TD13)."""
    return Rest(die, Pose(0.0, 0.0, 0.0), OFF, 0, rng.choice(die.kind.faces))


@cache
def _imagination(board: Board) -> BotImagination:
    """One imagination per board and process: kernels where there are any, elsewhere the physics of play."""
    return BotImagination(board, FINE)


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
