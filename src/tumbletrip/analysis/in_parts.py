"""An analysis cut into pieces that worker processes do one by one, for a server that must stay awake.

What the pieces found travels as opaque bytes: whoever passes them on need not load what understands them.
"""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from tumbletrip.dicetrip.records import Record as TripRecord
from tumbletrip.tumblin.records import Record as TumbleRecord

Record: TypeAlias = TripRecord | TumbleRecord
Piece: TypeAlias = Any  # what a game calls a piece of its own work

GAMES_PER_FLIGHT = 6  # a flight of a die takes about as long as so many games of Dice Trip played on
FEWEST_FLIGHTS = 8


@dataclass(frozen=True, slots=True)
class Order:
    """What shall be analysed, and how many games are played on for each choice."""

    record: Record
    games: int


@dataclass(frozen=True, slots=True)
class _Work:
    """How one game is analysed: its pieces, how each is done, and what they make."""

    pieces: list[Piece]
    do: Callable[[Piece], Any]
    join: Callable[[list[Any]], dict[str, Any]]


def pieces_of(order: Order) -> list[Piece]:
    """The pieces of work behind an analysis."""
    return _work(order).pieces


def do_piece(order: Order, piece: Piece) -> bytes:
    """One piece of work."""
    return pickle.dumps(_work(order).do(piece))


def join_pieces(order: Order, done: list[bytes]) -> dict[str, Any]:
    """The document that all pieces make."""
    return _work(order).join([pickle.loads(part) for part in done])


def _work(order: Order) -> _Work:
    if isinstance(order.record, TripRecord):
        return _trip_work(order.record, order.games)
    return _tumble_work(order.record, max(FEWEST_FLIGHTS, order.games // GAMES_PER_FLIGHT))


# What understands the pieces takes a second to import, so only those who do the work import it.


def _trip_work(record: TripRecord, games: int) -> _Work:
    from tumbletrip.analysis.dicetrip_analysis import do_task, put_together, tasks_of
    from tumbletrip.analysis.dicetrip_document import document_of
    from tumbletrip.analysis.dicetrip_study import Effort, Plan

    plan = Plan(record, Effort.of(games))
    return _Work(
        list(tasks_of(plan)), partial(do_task, plan), lambda parts: document_of(put_together(plan, parts))
    )


def _tumble_work(record: TumbleRecord, flights: int) -> _Work:
    from tumbletrip.analysis.tumblin_analysis import FlickPlan, flick_tasks, judge_flick, match_judged
    from tumbletrip.analysis.tumblin_document import match_document

    plan = FlickPlan(record, flights)
    return _Work(
        list(flick_tasks(plan)),
        partial(judge_flick, plan),
        lambda parts: match_document(match_judged(plan, parts)),
    )
