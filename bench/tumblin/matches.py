"""Matches and rounds of a bot against itself: where positions from play come from."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from bench.tumblin.unfilmed import Unfilmed
from tumbletrip.bots.tumblin.levels import Level, Player
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.rules import Flick, Match, Phase, RollForOrder, decide, evolve, new_match
from tumbletrip.tumblin.setup import Setup


@dataclass(frozen=True, slots=True)
class Aimed:
    """A position, and what the bot whose turn it was aimed at."""

    match: Match
    aim: Launch


def aimed(setup: Setup, level: Level, budget: Budget, seed: str) -> Iterator[Aimed]:
    """All aims of a match, as a table plays it: to its end."""
    rng, physics, head = Random(seed), Unfilmed(setup.board), level.head(level.hand)
    match = new_match(setup)
    while match.phase is not Phase.OVER:
        if match.phase is Phase.ORDER:
            match = after(match, RollForOrder(match.rolling[0], rng.randint(1, 6)))
            continue
        assert match.turn is not None
        aim = head.aim(match, budget, rng)
        yield Aimed(match, aim)
        launch = level.hand.flick(setup.board, match.rests, aim, partial(rng.gauss, 0.0, 1.0))
        settled = physics.settle(match.rests, launch)
        match = after(match, Flick(match.turn, launch, settled.rests, physics.fingerprint))


def ordered(setup: Setup, rng: Random) -> Match:
    """A match before its first flick."""
    match = new_match(setup)
    while match.phase is Phase.ORDER:
        match = after(match, RollForOrder(match.rolling[0], rng.randint(1, 6)))
    return match


def before_last_die(setup: Setup, player: Player, seed: str) -> Match:
    """A round that a player plays against itself, when one die is left in all hands."""
    rng, physics = Random(seed), Unfilmed(setup.board)
    match = ordered(setup, rng)
    seats = range(len(setup.seats))
    while sum(len(match.dice_in_hand(seat)) for seat in seats) > 1:
        assert match.turn is not None
        settled = physics.settle(match.rests, launch := player.choose(match, Budget(0), rng))
        match = after(match, Flick(match.turn, launch, settled.rests, physics.fingerprint))
    return match


def after(match: Match, command: RollForOrder | Flick) -> Match:
    """The match after a command that the rules allow."""
    event = decide(match, command)
    assert not isinstance(event, No), event
    return evolve(match, event)
