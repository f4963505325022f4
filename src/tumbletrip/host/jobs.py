"""What worker processes do: think for bots and simulate flicks. Values in and out are plain, so they travel.

Dice Trip sheets travel in their one-line notation, which holds all that a bot may see.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.bots.dicetrip.protocol import Budget, KeepDice, Position, RerollDice
from tumbletrip.bots.dicetrip.warming import think_once
from tumbletrip.bots.tumblin.levels import LEVELS as TUMBLIN_LEVELS
from tumbletrip.bots.tumblin.levels import bot_by_name as tumblin_bot
from tumbletrip.bots.tumblin.protocol import Budget as FlickBudget
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import builtin_edition, find_edition
from tumbletrip.dicetrip.notation import format_sheet, parse_sheet
from tumbletrip.tables.dicetrip_play import entries_json
from tumbletrip.tables.play import NeedFlick
from tumbletrip.tables.tumblin_play import launch_json
from tumbletrip.tumblin.board import Board, builtin_board
from tumbletrip.tumblin.ports import Launch, Settled
from tumbletrip.tumblin.puzzles import lead
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.scoring import score_round

THINKING_SECONDS = 1.0  # the budget that bots turn into a number of samples
USUAL_OF = 9  # flicks, of which the middle one is what a hand usually makes of an aim


@dataclass(frozen=True, slots=True)
class Question:
    """A Dice Trip position in plain values."""

    seat: int
    sheets: tuple[str, ...]
    round: int
    roller: int
    roll: tuple[int, ...]
    may_reroll_now: bool


def question_of(position: Position) -> Question:
    """A position as it is sent to a worker."""
    return Question(
        position.seat,
        tuple(format_sheet(sheet) for sheet in position.sheets),
        position.round,
        position.roller,
        tuple(position.roll),
        position.may_reroll_now,
    )


def choose_dicetrip(question: Question, level: str, seed: str) -> dict[str, Any]:
    """What a bot does, as an action."""
    sheets = tuple(parse_sheet(line, find_edition) for line in question.sheets)
    position = Position(
        question.seat,
        sheets,
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


def choose_tumblin(match: Match, level: str, seed: str) -> Mapping[str, Any]:
    """What a bot flicks, as an action."""
    launch = tumblin_bot(level).choose(match, FlickBudget(THINKING_SECONDS), Random(seed))
    return {"do": "flick", **launch_json(launch)}


def usual_flick(match: Match, level: str, seed: str) -> tuple[Launch, Settled, str]:
    """What a bot usually makes of the last flick of a round: of several with its best aim, the middle one."""
    player, rng = TUMBLIN_LEVELS[level], Random(seed)
    aim = player.head(player.hand, 1).aim(match, FlickBudget(THINKING_SECONDS), rng)
    flicks = [player.hand.flick(aim, rng) for _ in range(USUAL_OF)]
    physics = _physics(match.setup.board)
    settled = [(flick, physics.settle(match.rests, flick)) for flick in flicks]
    house, sides = match.setup.house, match.setup.sides
    settled.sort(key=lambda one: lead(score_round(house, sides, one[1].rests)))
    return *settled[USUAL_OF // 2], physics.fingerprint


def settle(need: NeedFlick) -> tuple[Settled, str]:
    """How the dice come to rest, and the engine's fingerprint."""
    physics = _physics(need.setup.board)
    return physics.settle(need.resting, need.launch), physics.fingerprint


def get_ready() -> None:
    """Load the physics: a flick is waited for while people look on."""
    _physics(builtin_board("classic"))


def warm_up() -> None:
    """Load, or compile, what the bots' first thoughts would wait for."""
    for level in LEVELS:
        think_once(bot_by_name(level), builtin_edition("france"))


@cache
def _physics(board: Board) -> Any:
    from tumbletrip.tumblin.physics.engine import MujocoPhysics  # half a second to import

    return MujocoPhysics(board)
