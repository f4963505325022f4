"""Players who err like people: they see only some of the plays, and feel their worth only roughly."""

from dataclasses import dataclass
from random import Random

import numpy as np

from tumbletrip.bots.dicetrip.players import candidates, last_entry
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Choice, KeepDice, Position
from tumbletrip.bots.dicetrip.sheetarrays import entries
from tumbletrip.bots.dicetrip.starting import starting_mind
from tumbletrip.dicetrip.sheet import LAST_ROUND


@dataclass(frozen=True)
class HumanBot:
    """A player with the right ideas and a human eye."""

    overlooks: float  # the share of plays it does not see
    misjudges: float  # how wrong its feeling for a play may be, in points
    plays: int = 60  # there are many poor plays to fall for

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:  # noqa: ARG002  # it never hurries
        """Keep every roll, and write what looks best among the plays it sees."""
        if position.may_reroll_now:
            return KeepDice()
        mind = starting_mind(position.sheet.edition)
        if position.round == LAST_ROUND:
            return last_entry(mind, position)
        values, plays = candidates(mind, position, self.plays)
        felt = [
            value + rng.gauss(0.0, self.misjudges) if rng.random() >= self.overlooks else -np.inf
            for value in values.tolist()
        ]
        return entries(position.sheet.edition, plays[int(np.argmax(felt))])


def beginner() -> Bot:
    """Misses most of what is there and judges badly."""
    return HumanBot(overlooks=0.8, misjudges=5.0)


def casual() -> Bot:
    """Has an eye for the game, but overlooks things."""
    return HumanBot(overlooks=0.6, misjudges=2.0)
