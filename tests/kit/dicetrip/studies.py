"""Analysed Dice Trip games for tests, with little effort: enough to tell good from bad, and quick."""

from collections.abc import Sequence
from functools import cache

from tests.kit.dicetrip.bot_games import play_game
from tumbletrip.analysis.dicetrip.analysis import Analysis, analysis_parts, put_together
from tumbletrip.analysis.dicetrip.study import Effort, Plan
from tumbletrip.analysis.executor import Serial
from tumbletrip.bots.dicetrip.levels import bot_by_name
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.records import Record, record_of
from tumbletrip.dicetrip.rules import Event, new_game

LITTLE = Effort(first_look=12, second_look=48)


def record_by(bots: Sequence[str], seed: int, *, edition: str = "france", tens: bool = False) -> Record:
    """The record of a game among bots."""
    board = builtin_edition(edition)
    _, events = play_game(board, [bot_by_name(bot) for bot in bots], seed, tens_variant=tens)
    return record_with(bots, events, edition=edition, tens=tens)


def record_with(
    names: Sequence[str], events: Sequence[Event], *, edition: str = "france", tens: bool = False
) -> Record:
    """The record of some events."""
    game = new_game(builtin_edition(edition), len(names), tens_variant=tens)
    return record_of(game, names, events)


@cache
def analysed(*bots: str, seed: int = 1, edition: str = "france", tens: bool = False) -> Analysis:
    """An analysed game among bots."""
    return analysed_record(record_by(bots, seed, edition=edition, tens=tens))


def analysed_record(record: Record, seed: int = 1) -> Analysis:
    """A record, analysed with little effort."""
    plan = Plan(record, LITTLE, seed)
    return put_together(plan, list(analysis_parts(plan, Serial())))
