"""One game of Dice Trip among bots: the dice are given, every choice goes through the rules."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter_ns
from traceback import extract_tb

from tumbletrip.bots.dicetrip.protocol import Bot, Budget, KeepDice, Position, RerollDice, position_of
from tumbletrip.core.errors import InputError, Problem, problem
from tumbletrip.dicetrip.dice import COLOURS, Pair, Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.rules import (
    Command,
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
)
from tumbletrip.dicetrip.scoring import Score, score
from tumbletrip.dicetrip.sheet import LAST_ROUND

SHOWN_CHOICE = 200  # characters of a refused choice that fit in a sentence


class BotError(InputError):
    """A bot that broke down, answered nonsense or broke a rule; the sentence says which, and what."""

    def __reduce__(self) -> tuple[type["BotError"], tuple[Problem]]:
        """Travel between processes whole: as the problem, not as its sentence."""
        return type(self), (self.problem,)


@dataclass(frozen=True, slots=True)
class Deal:
    """All the chance of a game, fixed beforehand: each round's roll, and what each die shows if thrown again.

    Whoever re-rolls whichever dice, later rounds stay the same: games on one deal can be compared.
    """

    rolls: tuple[Roll, ...]
    second_rolls: tuple[Roll, ...]


def deal(seed: int, number: int) -> Deal:
    """The dice of one game of a series; each game has a generator of its own, so order does not matter."""
    rng = Random(f"{seed}/{number}/dice")
    rolls = [Roll(*rng.choices(DIGITS, k=len(COLOURS))) for _ in range(2 * LAST_ROUND)]
    return Deal(tuple(rolls[::2]), tuple(rolls[1::2]))


def private_chance(seed: int, number: int, seat: int) -> Random:
    """The generator of the bot in one seat of one game; it has nothing to do with the dice."""
    return Random(f"{seed}/{number}/seat {seat}")


@dataclass(slots=True)
class Player:
    """A bot in a seat, with its own generator and the time each of its decisions took."""

    name: str
    bot: Bot
    rng: Random
    microseconds: "array[float]" = field(default_factory=lambda: array("f"))


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that was played to its end: what happened, and every seat's score."""

    events: tuple[Event, ...]
    scores: tuple[Score, ...]


def play(
    edition: Edition, players: Sequence[Player], dice: Deal, budget: Budget, *, tens_variant: bool = False
) -> Finished:
    """Play a game to its end; the same players, generators and dice always give the same game."""
    game = new_game(edition, len(players), tens_variant=tens_variant)
    events: list[Event] = []
    while game.phase is not Phase.OVER:
        event = _next_event(game, players, dice, budget)
        game = evolve(game, event)
        events.append(event)
    return Finished(tuple(events), tuple(score(sheet) for sheet in game.sheets))


def _next_event(game: Game, players: Sequence[Player], dice: Deal, budget: Budget) -> Event:
    """The roll, or the answer of the first seat that has something to decide."""
    if game.phase is Phase.ROLL:
        return _allowed(game, RollDice(game.roller, dice.rolls[game.round - 1]))
    position = next(filter(None, (position_of(game, seat) for seat in game.seats)))
    player = players[position.seat]
    choice = _ask(player, position, budget)
    command = _command(choice, position.seat, dice.second_rolls[game.round - 1])
    if command is None:
        raise _complaint("bot.nonsense", player, position, choice=_shown(choice))
    event = decide(game, command)
    if isinstance(event, No):
        raise _complaint("bot.illegal", player, position, choice=_shown(choice), refusal=problem(event.value))
    return event


def _allowed(game: Game, command: Command) -> Event:
    """The event of a command that cannot be refused."""
    event = decide(game, command)
    assert not isinstance(event, No), event
    return event


def _ask(player: Player, position: Position, budget: Budget) -> object:
    """A bot's answer, timed; whatever it is, since a bot of the user's own may answer anything."""
    began = perf_counter_ns()
    try:
        choice: object = player.bot.choose(position, budget, player.rng)
    except Exception as error:  # a user's bot may raise anything; it is told as the bot's fault
        place = extract_tb(error.__traceback__)[-1]
        raise _complaint(
            "bot.crashed",
            player,
            position,
            error=f"{type(error).__name__}: {error}",
            file=Path(place.filename).name,
            line=place.lineno,
        ) from error
    player.microseconds.append((perf_counter_ns() - began) / 1000)
    return choice


def _command(choice: object, seat: int, second_roll: Roll) -> Command | None:
    """The command that a choice means; None if it is no choice at all."""
    match choice:
        case KeepDice():
            return Keep(seat)
        case RerollDice(dice) if isinstance(dice, frozenset | set) and dice <= set(COLOURS):
            return Reroll(seat, {colour: second_roll.shows(colour) for colour in dice})
        case tuple() if all(_is_entry(entry) for entry in choice):
            return Write(seat, choice)
        case _:
            return None


def _is_entry(value: object) -> bool:
    return isinstance(value, Entry) and isinstance(value.city, str) and _is_pair(value.pair)


def _is_pair(value: object) -> bool:
    return value is None or (isinstance(value, Pair) and all(die in COLOURS for die in value))


def _shown(choice: object) -> str:
    text = repr(choice)
    return text if len(text) <= SHOWN_CHOICE else f"{text[:SHOWN_CHOICE]}…"


def _complaint(key: str, player: Player, position: Position, **values: object) -> BotError:
    return BotError(problem(key, bot=player.name, round=position.round, **values))
