"""An analysis cut into pieces that worker processes do one by one, for a server that must stay awake.

What the pieces found travels as opaque bytes: whoever passes them on need not load what understands them.
"""

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tumbletrip.dicetrip.records import Record

if TYPE_CHECKING:
    from tumbletrip.analysis.dicetrip_study import Plan

Piece = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Order:
    """What shall be analysed, with how much effort."""

    record: Record
    games: int


def pieces_of(order: Order) -> list[Piece]:
    """The pieces of work behind an analysis."""
    from tumbletrip.analysis.dicetrip_analysis import tasks_of

    return list(tasks_of(_plan(order)))


def do_piece(order: Order, piece: Piece) -> bytes:
    """One piece of work."""
    from tumbletrip.analysis.dicetrip_analysis import do_task

    return pickle.dumps(do_task(_plan(order), piece))


def join_pieces(order: Order, done: list[bytes]) -> dict[str, Any]:
    """The document that all pieces make."""
    from tumbletrip.analysis.dicetrip_analysis import put_together
    from tumbletrip.analysis.dicetrip_document import document_of

    return document_of(put_together(_plan(order), [pickle.loads(part) for part in done]))


def _plan(order: Order) -> "Plan":
    from tumbletrip.analysis.dicetrip_study import Effort, Plan

    return Plan(order.record, Effort.of(order.games))
