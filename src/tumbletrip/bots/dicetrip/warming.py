"""Warming up: ask a bot one question of every kind, so that its code is compiled before anybody waits."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

from tumbletrip.bots.dicetrip.machine.running import is_native
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Position
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.rules import Entry, fill
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

POOR_ROLL = Roll(1, 1, 1, 1)  # worth thinking about a re-roll
ROUNDS = (1, LAST_ROUND - 2, LAST_ROUND - 1, LAST_ROUND)  # bots think in other ways towards the end


def get_ready(bot: Bot, edition: Edition, tell: Callable[[int], None]) -> None:
    """Let a bot answer one question of every kind; `tell` hears the percentage of code that is compiled."""
    if not is_native():
        think_once(bot, edition)
        return
    from tumbletrip.dicetrip.fast.compiling_progress import tells_percent

    with tells_percent(tell):
        think_once(bot, edition)


def think_once(bot: Bot, edition: Edition) -> None:
    """Let a bot answer one question of every kind."""
    for position in questions(edition):
        bot.choose(position, Budget(), Random(0))


def questions(edition: Edition) -> Iterator[Position]:
    """Keep or re-roll and what to write, alone and against a rival, early and late."""
    for round_number, players, rerolls in product(ROUNDS, (1, 2), (True, False)):
        sheets = (_crossed_out(edition, round_number),) * players
        yield Position(0, sheets, round_number, 0, POOR_ROLL, may_reroll_now=rerolls)


def _crossed_out(edition: Edition, round_number: int) -> Sheet:
    """A sheet before a round on which everything so far was crossed out."""
    sheet = Sheet(edition)
    while sheet.round < round_number:
        one, other = [city for city in edition.city_ids if city not in sheet.marks][:2]
        sheet = fill(sheet, POOR_ROLL, (Entry(one), Entry(other)))
    return sheet
