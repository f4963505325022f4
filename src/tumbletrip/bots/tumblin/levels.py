"""The levels, from a child to a champion: each is a head that aims and a hand that shakes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from tumbletrip.bots.tumblin.hands import STEADY, Hand, shakier
from tumbletrip.bots.tumblin.protocol import Bot, Budget, Head
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say
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

    def title(self, language: str = "en") -> str:
        """The name players read."""
        return say(f"bots.tumblin.{self.key}.title", language)

    def description(self, language: str = "en") -> str:
        """One sentence on how this level plays."""
        return say(f"bots.tumblin.{self.key}.description", language)


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
        Level("beginner", shakier(STEADY, 3.5), _straight(0.9)),
        Level("casual", shakier(STEADY, 2.6), _straight(1.05)),
        Level("expert", shakier(STEADY, 1.9), _thinker(0.5)),
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
