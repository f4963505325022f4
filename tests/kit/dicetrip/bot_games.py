"""Whole games among bots, every choice judged by the readable rules; used by tests and benchmarks."""

from collections.abc import Sequence
from random import Random
from time import perf_counter

from tumbletrip.bots.dicetrip.protocol import Bot, Budget, KeepDice, RerollDice, position_of
from tumbletrip.dicetrip.dice import COLOURS, Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.rules import (
    Command,
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
)
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND


def play_game(
    edition: Edition,
    bots: Sequence[Bot],
    seed: int,
    *,
    tens_variant: bool = False,
    budget: Budget | None = None,
    seconds: list[float] | None = None,
) -> tuple[list[int], list[Event]]:
    """Play a game; the dice of a round depend on the seed only, so bots can be compared on the same dice.

    Gives the totals and the events, and adds the time of each decision to `seconds`.
    """
    game = new_game(edition, len(bots), tens_variant=tens_variant)
    events: list[Event] = []
    game = play_rounds(game, bots, seed, budget=budget, seconds=seconds, events=events)
    return totals_of(game), events


def play_rounds(
    game: Game,
    bots: Sequence[Bot],
    seed: int,
    *,
    before: int = LAST_ROUND + 1,
    budget: Budget | None = None,
    seconds: list[float] | None = None,
    events: list[Event] | None = None,
) -> Game:
    """Play on up to the beginning of a round, or to the end; the same dice as in `play_game`."""
    minds = [Random(f"{seed}/{seat}") for seat in range(len(bots))]
    while game.phase is not Phase.OVER and game.round < before:
        began = perf_counter()
        command = _command(game, bots, minds, seed, budget or Budget())
        if seconds is not None and not isinstance(command, RollDice):
            seconds.append(perf_counter() - began)
        event = decide(game, command)
        assert not isinstance(event, No), (event, command, game)
        if events is not None:
            events.append(event)
        game = evolve(game, event)
    return game


def totals_of(game: Game) -> list[int]:
    """Everybody's points."""
    return [score(sheet).total for sheet in game.sheets]


def _command(game: Game, bots: Sequence[Bot], minds: Sequence[Random], seed: int, budget: Budget) -> Command:
    first, second = dice_of(seed, game.round)
    if game.phase is Phase.ROLL:
        return RollDice(game.roller, first)
    position = next(filter(None, (position_of(game, seat) for seat in game.seats)))
    seat = position.seat
    choice = bots[seat].choose(position, budget, minds[seat])
    match choice:
        case KeepDice():
            return Keep(seat)
        case RerollDice(dice):
            return Reroll(seat, {colour: second.shows(colour) for colour in dice})
        case _:
            return Write(seat, choice)


def dice_of(seed: int, round_number: int) -> tuple[Roll, Roll]:
    """A round's roll, and what each die shows if it is thrown again."""
    chance = Random(f"{seed}/{round_number}/dice")
    first, second = (Roll(*chance.choices(DIGITS, k=len(COLOURS))) for _ in range(2))
    return first, second
