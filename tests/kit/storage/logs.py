"""Logs of tables for tests of stores.

Stores compare hashes and never compute them. Most tests take labels instead: the hash of event 3 of
table a is `a#3`, so an append needs nobody's memory. Where the chain itself matters there are linked events.
"""

from tumbletrip.tables.chain import START, chain
from tumbletrip.tables.ports import Append, NewTable, StoredEvent


def events(
    table: str, first: int, *bodies: str, at_ms: int = 1_000, command: str | None = None
) -> tuple[StoredEvent, ...]:
    """Events in a row with labels for hashes; the first carries the command."""
    rows = enumerate(bodies or ("{}",), start=first)
    return tuple(
        StoredEvent(seq, at_ms, body, f"{table}#{seq}", command if seq == first else None)
        for seq, body in rows
    )


def new_table(name: str, *bodies: str, at_ms: int = 1_000, secrets: dict[int, str] | None = None) -> NewTable:
    """A table with its first events; its code is its name in capitals."""
    return NewTable(name, name.upper(), events(name, 1, *bodies, at_ms=at_ms), secrets or {})


def append(table: str, first: int, *bodies: str, at_ms: int = 2_000, command: str | None = None) -> Append:
    """An append that follows on the event before its first number."""
    return after(table, first, events(table, first, *bodies, at_ms=at_ms, command=command))


def after(table: str, first: int, added: tuple[StoredEvent, ...]) -> Append:
    """An append of any events, right or wrong, in the place of a number."""
    return Append(table, f"{table}#{first - 1}", added)


def linked_table(name: str, *bodies: str) -> NewTable:
    """A table whose first events are linked by their hashes."""
    return NewTable(name, name.upper(), chain(START, 1, 1_000, bodies or ("{}",), None))


def linked_append(table: str, first: int, previous: str, *bodies: str, command: str | None = None) -> Append:
    """An append of events that are linked to the event with the previous hash."""
    return Append(table, previous, chain(previous, first, 2_000, bodies, command))
