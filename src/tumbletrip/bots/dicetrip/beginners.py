"""Players who err like people: they see some of the plays, feel their worth roughly, keep every roll."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random

from tumbletrip.bots.dicetrip.imagining import best_of
from tumbletrip.bots.dicetrip.learning.starting_values import shortsighted_mind, starting_mind
from tumbletrip.bots.dicetrip.machine.questions import Mind
from tumbletrip.bots.dicetrip.machine.sheet_block import entries
from tumbletrip.bots.dicetrip.players import candidates, last_entry
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Choice, KeepDice, Position
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.sheet import LAST_ROUND


@dataclass(frozen=True)
class HumanBot:
    """A player with a human eye."""

    mind: Callable[[Edition], Mind]
    overlooks: float  # the share of plays it does not see
    misjudges: float  # how wrong its feeling for a play may be, in points
    plays: int = 60  # there are many poor plays to fall for

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:  # noqa: ARG002  # it never hurries
        """Keep every roll, and write what looks best among the plays it sees."""
        if position.may_reroll_now:
            return KeepDice()
        mind = self.mind(position.sheet.edition)
        if position.round == LAST_ROUND:
            return last_entry(mind, position)
        values, plays = candidates(mind, position, self.plays)
        felt = [
            value + rng.gauss(0.0, self.misjudges) if rng.random() >= self.overlooks else -inf
            for value in values
        ]
        return entries(position.sheet.edition, plays[best_of(felt)])


def beginner() -> Bot:
    """Thinks of what stands on the sheet only, and overlooks much of that."""
    return HumanBot(shortsighted_mind, overlooks=0.85, misjudges=3.0)


def casual() -> Bot:
    """Has a plan for the whole road, but overlooks things."""
    return HumanBot(starting_mind, overlooks=0.65, misjudges=1.9)
