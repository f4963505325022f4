"""Tumblin-Dice bots on the seats of a table."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from tumbletrip.bots.tumblin.levels import LEVELS, bot_by_name
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.games.kit import BotSeats
from tumbletrip.games.tumblin.play import TumblinPlay, launch_json
from tumbletrip.tables.play import Action
from tumbletrip.tumblin.rules import Match, Phase, RolledForOrder, evolve, new_match
from tumbletrip.tumblin.setup import PRESETS, from_preset

THINKING: Final = Budget(1.0)
THINKING_ON_A_DEVICE: Final = Budget(0.15, lessons=24)  # there a flick takes four times as long
BOT_SECONDS: Final = 20.0  # a champion needs one or two
STAND_IN: Final = "casual"  # a middling level: fair to those who come back and to the others


def ask(play: TumblinPlay, seat: int) -> Match | None:
    """The position a bot decides on: the whole match, since nothing is hidden; None during order rolls."""
    del seat  # the match knows whose turn it is
    return None if play.match.phase is Phase.ORDER else play.match


def forced(play: TumblinPlay, seat: int) -> Action:
    """The only action of a seat without a choice: to roll for the order."""
    del play, seat
    return {"do": "order"}


def choose(match: Match, level: str, seed: str, budget: Budget = THINKING) -> Action:
    """The flick of a bot, as an action; runs in worker processes."""
    launch = bot_by_name(level).choose(match, budget, Random(seed))
    return {"do": "flick", **launch_json(launch)}


def warm_up(level: str, tell: Callable[[int], None]) -> None:
    """Compile or load what a level imagines with, and let it learn what flicks bring on the usual board."""
    del tell  # it is one piece of code
    bot_by_name(level).choose(_first_flick(), Budget(0.0), Random(0))


def _first_flick() -> Match:
    """A duel on the usual board before its first flick."""
    match = new_match(from_preset(PRESETS["duel"], ("one", "other")))
    for event in (RolledForOrder(0, 6), RolledForOrder(1, 1)):
        match = evolve(match, event)
    return match


SEATS: Final = BotSeats(
    levels=tuple(LEVELS),
    stand_in=STAND_IN,
    ask=ask,
    forced=forced,
    choose=choose,
    seconds=BOT_SECONDS,
    warm_up=warm_up,
    to_warm=tuple(level.key for level in LEVELS.values() if level.imagines),
)
SEATS_ON_A_DEVICE: Final = replace(SEATS, choose=partial(choose, budget=THINKING_ON_A_DEVICE), to_warm=())
