"""What every Dice Trip bot is asked, and what it answers."""

from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias

from tumbletrip.dicetrip.dice import Colour, Roll
from tumbletrip.dicetrip.rules import Entries, Game, Phase
from tumbletrip.dicetrip.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Position:
    """What a player sees when they must decide: the others' sheets without what they wrote this round."""

    seat: int
    sheets: tuple[Sheet, ...]
    round: int
    roller: int
    roll: Roll
    may_reroll_now: bool  # the question is keep or re-roll; otherwise it is what to write

    @property
    def sheet(self) -> Sheet:
        """The player's own sheet."""
        return self.sheets[self.seat]


@dataclass(frozen=True, slots=True)
class KeepDice:
    """Keep the roll as it is."""


@dataclass(frozen=True, slots=True)
class RerollDice:
    """Throw these dice again (DT07)."""

    dice: frozenset[Colour]


Choice: TypeAlias = KeepDice | RerollDice | Entries


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one decision; bots turn it into a fixed number of samples."""

    seconds: float = 1.0


class Bot(Protocol):
    """A player made of code. The same position, budget and generator state always give the same choice."""

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:
        """Keep or re-roll when `position.may_reroll_now`, else this round's entries in writing order."""


def position_of(game: Game, seat: int) -> Position | None:
    """The question a seat must answer now; None when it has nothing to decide."""
    if game.roll is None or game.done[seat]:
        return None
    deciding = game.phase is Phase.REROLL
    if deciding and seat != game.roller:
        return None
    sheets = tuple(game.sheets[seat] if other == seat else game.shown[other] for other in game.seats)
    return Position(seat, sheets, game.round, game.roller, game.roll, may_reroll_now=deciding)
