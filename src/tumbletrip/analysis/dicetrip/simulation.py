"""Many games of Dice Trip among bots, as a pure function of seeds: any executor gives the same result."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial

from tumbletrip.analysis.dicetrip.bot_game import Player, deal, play, private_chance
from tumbletrip.analysis.executor import Executor
from tumbletrip.analysis.extras import needs_compiler
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.bots.dicetrip.machine.running import machine
from tumbletrip.bots.dicetrip.protocol import Bot, Budget
from tumbletrip.bots.dicetrip.warming import think_once
from tumbletrip.core.errors import Problem
from tumbletrip.core.outcomes import rank
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.rules import Event
from tumbletrip.dicetrip.scoring import Score


@dataclass(frozen=True, slots=True)
class Setup:
    """What all games of a series share; bots are words, so that every process makes its own."""

    edition: Edition
    bots: tuple[str, ...]
    seed: int
    tens_variant: bool = False
    budget: Budget = field(default_factory=Budget)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: whose dice, and which bot (by its place in the setup) sits in each seat."""

    deal: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a series after its end, seat by seat."""

    pairing: Pairing
    events: tuple[Event, ...]  # none where nobody asked for them
    scores: tuple[Score, ...]
    microseconds: "tuple[array[float], ...]"  # per seat, the time of every decision

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's points."""
        return tuple(score.total for score in self.scores)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The seats from first to last, equals together (DT15)."""
        return rank(self.totals)


def around_the_table(bots: int, games: int) -> Iterator[Pairing]:
    """All bots at one table; they move up one seat each game, so that nobody always rolls first."""
    for game in range(games):
        yield Pairing(game, tuple((seat + game) % bots for seat in range(bots)))


def each_alone(bots: int, games: int) -> Iterator[Pairing]:
    """Every bot on its own, all on the same dice."""
    for game in range(games):
        yield from (Pairing(game, (bot,)) for bot in range(bots))


def play_pairing(setup: Setup, pairing: Pairing, *, with_events: bool = True) -> Played:
    """Play one game of a series; depends on nothing but its arguments."""
    players = [
        Player(setup.bots[bot], _bot(setup.bots[bot]), private_chance(setup.seed, pairing.deal, seat))
        for seat, bot in enumerate(pairing.seats)
    ]
    finished = play(
        _known(setup.edition),
        players,
        deal(setup.seed, pairing.deal),
        setup.budget,
        tens_variant=setup.tens_variant,
    )
    times = tuple(player.microseconds for player in players)
    return Played(pairing, finished.events if with_events else (), finished.scores, times)


def play_all(
    setup: Setup, pairings: Iterator[Pairing], executor: Executor, *, with_events: bool = True
) -> Iterator[Played]:
    """The games of a series in their order, each as soon as it is there.

    Events are most of what a game sends from one process to another: a millisecond, as long as some games.
    """
    return executor.map(partial(play_pairing, setup, with_events=with_events), pairings)


def prepared(setup: Setup) -> Iterator[str]:
    """The words of the bots, each when its bot is ready to play.

    A wrong word or a missing package is noticed here, before the first game. The levels also answer one
    question of every kind: what has to be compiled is compiled now, not while somebody watches the clock.
    """
    for word in setup.bots:
        _bot(word)
    for word in setup.bots:
        if word in LEVELS:
            think_once(_bot(word), _known(setup.edition))
        yield word


def remarks(setup: Setup) -> Iterator[tuple[str, Problem]]:
    """What people should know about the bots on this board: that one was not trained on it."""
    for word in dict.fromkeys(setup.bots):
        remark = getattr(_bot(word), "remark", None)  # bots of the user's own need not have one
        said = remark(setup.edition) if callable(remark) else None
        if isinstance(said, Problem):
            yield word, said


@cache
def _bot(word: str) -> Bot:
    """One bot per word and process: reading weights takes longer than a game."""
    with needs_compiler():
        if word in LEVELS:
            machine()
        return bot_by_name(word)


@lru_cache(maxsize=64)
def _known(edition: Edition) -> Edition:
    """The first edition equal to this one, so that a process keeps one copy however many it is sent."""
    return edition
