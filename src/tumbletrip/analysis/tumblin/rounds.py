"""Many rounds of Tumblin-Dice among bots, as a pure function of seeds: any executor gives the same result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from random import Random
from time import perf_counter_ns

from tumbletrip.analysis.executor import Executor
from tumbletrip.bots.tumblin.levels import bot_by_name
from tumbletrip.bots.tumblin.protocol import Bot, Budget
from tumbletrip.core.errors import InputError, problem
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.ports import Launch, Physics, Rest
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.rules import (
    Command,
    Flick,
    Match,
    Phase,
    RollForOrder,
    decide,
    evolve,
    new_match,
    refuse_flick,
)
from tumbletrip.tumblin.scoring import RoundSheet
from tumbletrip.tumblin.setup import Setup

LONG = 1_000_000  # points or rounds: a series never ends because somebody has won


@dataclass(frozen=True, slots=True)
class Series:
    """What all rounds of a series share; bots are words, so that every process makes its own."""

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    budget: Budget = field(default_factory=Budget)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of a series: which bot sat where, the sheet, where the dice lay, and the thinking times."""

    number: int
    seats: tuple[int, ...]  # the bot in each seat, by its place in the series
    side_of: tuple[int, ...]  # the side of each seat
    sheet: RoundSheet
    rests: tuple[Rest, ...]
    microseconds: tuple[tuple[float, ...], ...]  # by seat


def play_series(series: Series, rounds: int, executor: Executor) -> Iterator[PlayedRound]:
    """The rounds of a series in their order, each as soon as it is there."""
    return executor.map(partial(play_round, series), range(rounds))


def play_round(series: Series, number: int) -> PlayedRound:
    """Play one round; depends on nothing but its arguments."""
    return play_among(series, [bot_by_name(word) for word in series.bots], number)


def play_among(
    series: Series, players: Sequence[Bot], number: int, physics: Physics | None = None
) -> PlayedRound:
    """One round of a series among bots that need no name; they move up one seat from round to round."""
    physics = physics or _physics(series.setup.board)
    seats = tuple((seat + number) % len(players) for seat in range(len(players)))
    rngs = [Random(f"{series.seed}/{number}/seat {seat}") for seat in range(len(seats))]
    bots = [players[bot] for bot in seats]
    match = _ordered(_endless(series.setup), Random(f"{series.seed}/{number}/order"))
    times: list[list[float]] = [[] for _ in seats]
    rests: tuple[Rest, ...] = ()
    while match.turn is not None and not match.sheets:
        seat = match.turn
        began = perf_counter_ns()
        launch = bots[seat].choose(match, series.budget, rngs[seat])
        times[seat].append((perf_counter_ns() - began) / 1000)
        flick = _flick(match, launch, physics)
        rests = flick.rests
        match = _after(match, flick)
    side_of = tuple(series.setup.side_of[seat] for seat in range(len(seats)))
    return PlayedRound(number, seats, side_of, match.sheets[0], rests, tuple(map(tuple, times)))


def _endless(setup: Setup) -> Setup:
    """The same setup, but with a target that no round reaches; won rounds count as they do in its matches."""
    of_rounds = setup.house.rounds_to_win is not None
    longer = replace(setup.house, rounds_to_win=LONG) if of_rounds else replace(setup.house, target=LONG)
    return replace(setup, house=longer)


def _ordered(setup: Setup, rng: Random) -> Match:
    """A match after the rolls for the order (TD03)."""
    match = new_match(setup)
    while match.phase is Phase.ORDER:
        match = _after(match, RollForOrder(match.rolling[0], rng.randint(1, 6)))
    return match


def _flick(match: Match, launch: Launch, physics: Physics) -> Flick:
    """A bot's flick as a command, checked and simulated as a player's is."""
    assert match.turn is not None
    refusal = refuse_flick(match, match.turn, launch)
    if refusal:
        raise InputError(problem(refusal.value))
    settled = physics.settle(match.rests, launch)
    return Flick(match.turn, launch, settled.rests, physics.fingerprint)


def _after(match: Match, command: Command) -> Match:
    event = decide(match, command)
    if isinstance(event, No):
        raise InputError(problem(event.value))
    return evolve(match, event)


@cache
def _physics(board: Board) -> Physics:
    """One engine per board and process."""
    from tumbletrip.tumblin.physics.engine import MujocoPhysics

    return MujocoPhysics(board)
