"""Logs of tables for tests of stores: linked events with bodies that say what they are."""

from tumbletrip.tables.chain import START, chain
from tumbletrip.tables.ports import Append, NewTable, StoredEvent


def events(
    first: int, *bodies: str, previous: str = START, at_ms: int = 1_000, command: str | None = None
) -> tuple[StoredEvent, ...]:
    """Events in a row; the first carries the command."""
    return chain(previous, first, at_ms, bodies or ("{}",), command)


def new_table(name: str, *bodies: str, at_ms: int = 1_000, secrets: dict[int, str] | None = None) -> NewTable:
    """A table with its first events; its code is its name in capitals."""
    return NewTable(name, name.upper(), events(1, *bodies, at_ms=at_ms), secrets or {})


def append(
    table: str,
    first: int,
    *bodies: str,
    previous: str = START,
    at_ms: int = 2_000,
    command: str | None = None,
) -> Append:
    """An append that expects the head before its first number."""
    return Append(table, events(first, *bodies, previous=previous, at_ms=at_ms, command=command))
