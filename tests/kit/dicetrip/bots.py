"""Small bots for tests, fit for `--bots path:Class`: two that play, and some that misbehave."""

from pathlib import Path
from random import Random
from time import sleep

from tumbletrip.bots.dicetrip.protocol import Budget, Choice, KeepDice, Position, RerollDice
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.options import options
from tumbletrip.dicetrip.rules import Entry


def word(bot: type) -> str:
    """The word that names one of these bots on the command line."""
    return f"{Path(__file__)}:{bot.__name__}"


class Crosser:
    """Crosses out the first open cities; scores −25 in every game."""

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:  # noqa: ARG002 (the protocol)
        if position.may_reroll_now:
            return KeepDice()
        choice = options(position.sheet, position.roll)
        return tuple(map(Entry, choice.open_cities[: choice.cities_to_fill]))


class Scribbler:
    """Re-rolls some dice at once, then writes whatever can be written, anywhere."""

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:  # noqa: ARG002 (the protocol)
        if position.may_reroll_now:
            return RerollDice(frozenset(rng.sample(COLOURS, rng.randint(1, 4))))
        choice = options(position.sheet, position.roll)
        cities = rng.sample(choice.open_cities, choice.cities_to_fill)
        splits = [split for split in choice.splits if split.may_write_both]
        if not splits:
            return tuple(map(Entry, cities))
        split = rng.choice(splits)
        return Entry(cities[0], split.first.pair), Entry(cities[1], split.second.pair)


class Sleeper(Crosser):
    """Plays like the crosser, but takes its time."""

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:
        sleep(0.005)
        return super().choose(position, budget, rng)


class Cheat(Crosser):
    """Crosses out the same city twice."""

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:
        choice = super().choose(position, budget, rng)
        return (choice[0], choice[0]) if isinstance(choice, tuple) else choice


class Babbler:
    """Answers in prose."""

    def choose(self, position: Position, budget: Budget, rng: Random) -> object:  # noqa: ARG002 (the protocol)
        return "I would rather not"


class Faulty:
    """Breaks down when asked."""

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:  # noqa: ARG002 (the protocol)
        raise LookupError("no idea")
