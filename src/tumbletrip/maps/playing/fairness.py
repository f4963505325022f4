"""Which of several boards is most like France: a bot plays many games on each, in compiled code."""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tumbletrip.bots.dicetrip.city_order import best_walk
from tumbletrip.bots.dicetrip.learning.training import Pupil
from tumbletrip.bots.dicetrip.machine.board_tables import board_tables
from tumbletrip.dicetrip.editions import Edition, edition_from_text

GAMES = 500
SEED = 15
SPREAD_COUNTS = 0.5  # half as much as the mean


class Points(NamedTuple):
    """What games on a board end with."""

    mean: float
    spread: float


FRANCE = Points(38.0, 5.8)  # of 2,000 games, docs/lab/boards.md


def points_on(edition: Edition, games: int = GAMES) -> Points:
    """How games end for a bot with values made by hand, which plays alike on every board; without powers."""
    pupil = Pupil(board_tables(edition, best_walk(edition)))
    totals = pupil.play(games, SEED, powers=0.0, others=0).scores
    return Points(float(totals.mean()), float(totals.std()))


def nearest_to_france(
    documents: Sequence[dict[str, Any]], tell: Callable[[int], None] = lambda _: None
) -> list[int]:
    """The places of the boards, those whose mean and spread are most like France's first."""
    distances = []
    for number, document in enumerate(documents):
        distances.append(unlikeness(document))
        tell(number + 1)
    return sorted(range(len(distances)), key=distances.__getitem__)


def unlikeness(document: dict[str, Any], games: int = GAMES) -> float:
    """How far the mean and the spread of games on a board are from France's."""
    found = points_on(edition_from_text(json.dumps(document), source=str(document["id"])), games)
    return abs(found.mean - FRANCE.mean) + SPREAD_COUNTS * abs(found.spread - FRANCE.spread)
