"""What every Tumblin-Dice bot is asked, and what it answers."""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Match


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one flick; bots turn it into a fixed number of imagined flicks."""

    seconds: float = 1.0
    lessons: int = 128  # straight flicks of each speed from which a thinker learns, once


class Head(Protocol):
    """Chooses a flick. The same match, budget and generator state always give the same choice."""

    def aim(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """The flick the player on turn intends: one of their dice in hand, at a free place on the track."""


class Bot(Protocol):
    """A player made of code. It answers with a launch, as the gestures of people do."""

    def choose(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """The flick the player on turn makes."""
