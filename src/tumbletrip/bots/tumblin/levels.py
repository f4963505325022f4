"""The levels, from a child to a champion: each is a head that aims and a hand that shakes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from tumbletrip.bots.tumblin.hands import STEADY, Hand, shakier
from tumbletrip.bots.tumblin.protocol import Bot, Budget, Head
from tumbletrip.core.errors import InputError, problem
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Match


@dataclass(frozen=True, slots=True)
class Player:
    """A bot: the head aims, the hand flicks."""

    head: Head
    hand: Hand

    def choose(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """The flick that comes out."""
        return self.hand.flick(self.head.aim(match, budget, rng), rng)


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play; its name and its description are in the catalogue, under `bots.tumblin.<key>`."""

    key: str
    hand: Hand
    head: Callable[[Hand, int], Head]  # from the hand it knows itself to have, and a number of threads


def _hopeful(hand: Hand, threads: int) -> Head:
    from tumbletrip.bots.tumblin.simple import Hopeful

    del hand, threads
    return Hopeful()


def _straight(speed_mps: float) -> Callable[[Hand, int], Head]:
    def head(hand: Hand, threads: int) -> Head:
        from tumbletrip.bots.tumblin.simple import Straight

        del hand, threads
        return Straight(speed_mps)

    return head


def _thinker(thoroughness: float) -> Callable[[Hand, int], Head]:
    def head(hand: Hand, threads: int) -> Head:
        from tumbletrip.bots.tumblin.thinking import Thinker

        return Thinker(hand, thoroughness, threads)

    return head


LEVELS: Final[Mapping[str, Level]] = {
    level.key: level
    for level in (
        Level("child", shakier(STEADY, 4.0), _hopeful),
        Level("beginner", shakier(STEADY, 3.0), _straight(0.95)),
        Level("casual", shakier(STEADY, 2.5), _straight(1.15)),
        Level("expert", shakier(STEADY, 1.4), _thinker(0.3)),
        Level("champion", STEADY, _thinker(1.0)),
    )
}


@cache
def bot_by_name(word: str, threads: int = 1) -> Bot:
    """The bot of a level; more threads make it faster, not better."""
    level = LEVELS.get(word)
    if level is None:
        raise InputError(problem("bots.tumblin.unknown", word=word, known=", ".join(LEVELS)))
    return Player(level.head(level.hand, threads), level.hand)
