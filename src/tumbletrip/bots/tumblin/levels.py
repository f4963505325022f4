"""The levels, from a child to a champion: each is a head that aims and a hand that shakes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Final

from tumbletrip.bots.tumblin.protocol import Bot, Budget, Head
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say
from tumbletrip.tumblin.hands import PRACTISED, Hand
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Match

CAREFUL_MPS: Final = 0.9  # safely past the line, at times on 2x
GREEDY_MPS: Final = 1.62  # where 3x and 4x meet, and one die in three too far
DESTROYING: Final = 1.5  # what a point of a rival's matters, beside an own one


@dataclass(frozen=True, slots=True)
class Player:
    """A bot: the head aims, the hand flicks."""

    head: Head
    hand: Hand

    def choose(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """The flick that comes out."""
        aim = self.head.aim(match, budget, rng)
        return self.hand.flick(match.setup.board, match.rests, aim, partial(rng.gauss, 0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play; its name and its description are in the catalogue, under `bots.tumblin.<key>`."""

    key: str
    hand: Hand
    head: Callable[[Hand], Head]  # from the hand it knows itself to have
    imagines: bool = False  # with code that is compiled when it is first needed

    def title(self, language: str = "en") -> str:
        """The name players read."""
        return say(f"bots.tumblin.{self.key}.title", language)

    def description(self, language: str = "en") -> str:
        """One sentence on how this level plays."""
        return say(f"bots.tumblin.{self.key}.description", language)


def _hopeful(hand: Hand) -> Head:
    from tumbletrip.bots.tumblin.simple import Hopeful

    del hand
    return Hopeful()


def _straight(speed_mps: float) -> Callable[[Hand], Head]:
    def head(hand: Hand) -> Head:
        from tumbletrip.bots.tumblin.simple import Straight

        del hand
        return Straight(speed_mps)

    return head


def _thinker(thoroughness: float, spite: float = 1.0, rivals: Hand | None = None) -> Callable[[Hand], Head]:
    def head(hand: Hand) -> Head:
        from tumbletrip.bots.tumblin.thinking import Thinker

        return Thinker(hand, thoroughness, spite, rivals)

    return head


LEVELS: Final[Mapping[str, Level]] = {
    level.key: level
    for level in (
        Level("child", PRACTISED.times(4.0), _hopeful),
        Level("beginner", PRACTISED.times(3.0), _straight(CAREFUL_MPS)),
        Level("casual", PRACTISED.times(2.0), _straight(GREEDY_MPS)),
        Level("expert", PRACTISED, _thinker(0.5, spite=DESTROYING), imagines=True),
        Level("champion", PRACTISED.times(0.4), _thinker(1.0, rivals=PRACTISED), imagines=True),
    )
}


@cache
def bot_by_name(word: str) -> Bot:
    """The bot of a level."""
    level = LEVELS.get(word)
    if level is None:
        raise InputError(problem("bots.tumblin.unknown", word=word, known=", ".join(LEVELS)))
    return Player(level.head(level.hand), level.hand)
