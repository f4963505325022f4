"""Whole games played by chance: every move legal, every power used now and then, repeatable from a seed."""

from collections.abc import Iterator
from random import Random

from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.rules import (
    Command,
    Entries,
    Entry,
    Event,
    Game,
    Keep,
    No,
    Phase,
    Reroll,
    RollDice,
    Write,
    decide,
    evolve,
    new_game,
    refuse_entries,
)
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet
from tumbletrip.dicetrip.splits import DOUBLED_SPLITS, PLAIN_SPLITS

REROLL_CHANCE, DOUBLE_CHANCE, CROSS_CHANCE = 0.2, 0.2, 0.25
TRIES = 20  # then both cities are crossed out, which is always allowed


def random_roll(rng: Random) -> Roll:
    """Four dice."""
    return Roll(*(rng.choice(DIGITS) for _ in COLOURS))


def random_entries(sheet: Sheet, roll: Roll, rng: Random) -> Entries:
    """A legal way to fill this round's cities, in any order."""
    for _ in range(TRIES):
        entries = _any_entries(sheet, rng)
        if refuse_entries(sheet, roll, entries) is None:
            return entries
    return tuple(Entry(city) for city in sheet.open_cities[: _wanted(sheet)])


def _wanted(sheet: Sheet) -> int:
    return 1 if sheet.round >= LAST_ROUND else 2


def _any_entries(sheet: Sheet, rng: Random) -> Entries:
    cities = rng.sample(sheet.open_cities, _wanted(sheet))
    split = rng.choice(DOUBLED_SPLITS if rng.random() < DOUBLE_CHANCE else PLAIN_SPLITS)
    pairs = [split.first, split.second] if len(cities) == 2 else [rng.choice(PAIRS)]
    rng.shuffle(pairs)
    return tuple(
        Entry(city, None if rng.random() < CROSS_CHANCE else pair)
        for city, pair in zip(cities, pairs, strict=True)
    )


def random_command(game: Game, rng: Random) -> Command:
    """Something that may be done now; writers come in any order."""
    match game.phase:
        case Phase.ROLL:
            return RollDice(game.roller, random_roll(rng))
        case Phase.REROLL if rng.random() < REROLL_CHANCE:
            dice = rng.sample(COLOURS, rng.randint(1, 4))
            return Reroll(game.roller, {colour: rng.choice(DIGITS) for colour in dice})
        case Phase.REROLL:
            return Keep(game.roller)
        case _:
            seat = rng.choice([seat for seat in game.seats if not game.done[seat]])
            assert game.roll is not None
            return Write(seat, random_entries(game.sheets[seat], game.roll, rng))


def play_on(game: Game, rng: Random) -> Iterator[tuple[Event, Game]]:
    """Every event to the end of the game, with the game after it."""
    while game.phase is not Phase.OVER:
        event = decide(game, random_command(game, rng))
        assert not isinstance(event, No), event
        game = evolve(game, event)
        yield event, game


def random_game(
    seed: int, edition: Edition, players: int = 1, *, tens: bool = False
) -> tuple[list[Event], Game]:
    """The events of a whole game and the game at its end."""
    steps = list(play_on(new_game(edition, players, tens_variant=tens), Random(seed)))
    return [event for event, _ in steps], steps[-1][1]
