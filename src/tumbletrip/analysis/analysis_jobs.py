"""An analysis cut into pieces that worker processes do one by one, for a server that must stay awake.

What the pieces found travels as opaque bytes: whoever passes them on need not load what understands them.
"""

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Piece: TypeAlias = Any  # what a game calls a piece of its own work; it travels between processes


@dataclass(frozen=True, slots=True)
class Work:
    """How one game is analysed: its pieces, how each is done, and the document they make together."""

    pieces: Sequence[Piece]
    do: Callable[[Piece], Any]
    join: Callable[[list[Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Order:
    """A record to be analysed, by the function of its game, with so many games played on for each choice."""

    analyse: Callable[[Any, int], Work]  # a function of a module, so that it travels by name
    record: Any
    games: int

    def work(self) -> Work:
        """The work behind the order, made anew in each process that does a piece of it."""
        return self.analyse(self.record, self.games)


def pieces_of(order: Order) -> list[Piece]:
    """The pieces of work behind an analysis."""
    return list(order.work().pieces)


def do_piece(order: Order, piece: Piece) -> bytes:
    """One piece of work."""
    return pickle.dumps(order.work().do(piece))


def join_pieces(order: Order, done: list[bytes]) -> dict[str, Any]:
    """The document that all pieces make."""
    return order.work().join([pickle.loads(part) for part in done])
