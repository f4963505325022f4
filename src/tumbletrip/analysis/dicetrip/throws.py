"""Dice for games that are played on: the same for equal seeds, on a server as in a page."""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from tumbletrip.dicetrip.dice import COLOURS, Roll
from tumbletrip.dicetrip.sheet import LAST_ROUND

DICE: Final = len(COLOURS)
ROUND: Final = 2 * DICE  # a roll, and a second one
GAME: Final = LAST_ROUND * ROUND
FACES: Final = 6


@dataclass(frozen=True, slots=True)
class Throws:
    """The dice of some games: a roll and a second one per round."""

    faces: "array[int]"  # from 0 to 5, in words of the kernels: game by game, throw by throw, die by die

    @property
    def games(self) -> int:
        """How many games they are for."""
        return len(self.faces) // GAME

    def rolls_of(self, round_number: int) -> Iterator[Roll]:
        """The first roll of a round in each game."""
        for at in range((round_number - 1) * ROUND, len(self.faces), GAME):
            yield Roll(*(face + 1 for face in self.faces[at : at + DICE]))

    def of_games(self, numbers: Iterable[int]) -> "Throws":
        """The dice of some of the games."""
        chosen = array("q")
        for number in numbers:
            chosen += self.faces[number * GAME : (number + 1) * GAME]
        return Throws(chosen)

    def with_roll(self, round_number: int, shown: Mapping[int, int]) -> "Throws":
        """The same dice, but some of those of a round's first roll show a number in all games."""
        faces = self.faces[:]
        for die, number in shown.items():
            faces[(round_number - 1) * ROUND + die :: GAME] = array("q", [number - 1]) * self.games
        return Throws(faces)


@lru_cache(maxsize=8)
def throws_for(seed: str, games: int) -> Throws:
    """Dice for many games; each die shows every face equally often."""
    rng = Random(seed)
    faces = array("q", bytes(games * GAME * 8))
    for at in range(GAME):
        column = [game % FACES for game in range(games)]
        rng.shuffle(column)
        faces[at::GAME] = array("q", column)
    return Throws(faces)
