"""Who goes first: everyone rolls a die, and ties roll again among themselves (TD03)."""

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

Rolls: TypeAlias = tuple[int, ...]  # what one seat has rolled so far, first roll first


def must_roll(rolls: Sequence[Rolls]) -> tuple[int, ...]:
    """The seats whose roll the table waits for: everyone once, and only then those that are tied."""
    return tuple(seat for seat, own in enumerate(rolls) if not own) or may_roll(rolls)


def may_roll(rolls: Sequence[Rolls]) -> tuple[int, ...]:
    """The seats whose roll would count: those tied with somebody, also before the others have rolled.

    A seat that has rolled again waits for the others of its tie, so a tie is a common beginning.
    """
    return tuple(
        seat
        for seat, own in enumerate(rolls)
        if any(other[: len(own)] == own for rival, other in enumerate(rolls) if rival != seat)
    )


def turn_order(rolls: Sequence[Rolls], sides: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The seats from first to last: highest roll first; teams alternate, each in the order of its rolls."""
    queues = [sorted(side, key=lambda seat: rolls[seat], reverse=True) for side in sides]
    queues.sort(key=lambda queue: rolls[queue[0]], reverse=True)
    return tuple(chain.from_iterable(zip(*queues, strict=True)))
