"""Dice Trip bots on the seats of a table: positions and choices as plain values.

Sheets are sent to worker processes in their one-line notation, which holds all that a bot may see.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from tumbletrip.bots.compiler import has_compiler
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.bots.dicetrip.machine.running import native_machine
from tumbletrip.bots.dicetrip.protocol import Budget, KeepDice, Position, RerollDice, position_of
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import builtin_edition, find_edition
from tumbletrip.dicetrip.notation.sheet_line import format_sheet, parse_sheet
from tumbletrip.games.dicetrip.play import DiceTripPlay, entries_json
from tumbletrip.games.kit import BotSeats
from tumbletrip.tables.play import Action

THINKING_SECONDS: Final = 1.0  # the budget that bots turn into a number of samples
BOT_SECONDS: Final = 20.0  # a champion needs one or two
STAND_IN: Final = "casual"  # a middling level: fair to those who come back and to the others


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A Dice Trip position in plain values."""

    seat: int
    sheets: tuple[str, ...]
    round: int
    roller: int
    roll: tuple[int, ...]
    may_reroll_now: bool


def ask(play: DiceTripPlay, seat: int) -> BotQuestion | None:
    """The position a bot on a seat decides on; None before the roll."""
    position = position_of(play.game, seat)
    if position is None:
        return None
    return BotQuestion(
        position.seat,
        tuple(format_sheet(sheet) for sheet in position.sheets),
        position.round,
        position.roller,
        tuple(position.roll),
        position.may_reroll_now,
    )


def forced(play: DiceTripPlay, seat: int) -> Action:
    """The only action of a seat without a choice: to roll the dice."""
    del play, seat
    return {"do": "roll"}


def choose(question: BotQuestion, level: str, seed: str) -> Action:
    """The choice of a bot, as an action; runs in worker processes."""
    position = Position(
        question.seat,
        tuple(parse_sheet(line, find_edition) for line in question.sheets),
        question.round,
        question.roller,
        Roll(*question.roll),
        question.may_reroll_now,
    )
    choice = bot_by_name(level).choose(position, Budget(THINKING_SECONDS), Random(seed))
    if isinstance(choice, KeepDice):
        return {"do": "keep"}
    if isinstance(choice, RerollDice):
        return {"do": "reroll", "dice": sorted(choice.dice)}
    return {"do": "write", "entries": entries_json(choice)}


def load_kernels() -> None:
    """Load the kernels before threads do: of two that load some at once, one finds Numba half made."""
    if has_compiler():
        native_machine()


def warm_up(level: str, tell: Callable[[int], None]) -> None:
    """Load or compile the code of a level; `tell` hears the percentage of all code that is compiled."""
    from tumbletrip.bots.dicetrip.warming import get_ready

    get_ready(bot_by_name(level), builtin_edition("france"), tell)


SEATS: Final = BotSeats(
    levels=tuple(LEVELS),
    stand_in=STAND_IN,
    ask=ask,
    forced=forced,
    choose=choose,
    seconds=BOT_SECONDS,
    warm_up=warm_up,
    to_warm=tuple(LEVELS),
)
