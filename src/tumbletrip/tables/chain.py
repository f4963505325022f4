"""The hash chain over a table's events: a changed, missing or swapped event breaks it."""

import hashlib
from collections.abc import Iterable

from tumbletrip.tables.ports import StoredEvent, StoredTable

START = hashlib.sha256(b"tumbletrip-table-1").hexdigest()


def link(previous: str, at_ms: int, body: str) -> str:
    """The hash of an event, given the hash of the event before it."""
    return hashlib.sha256(f"{previous}\n{at_ms}\n{body}".encode()).hexdigest()


def chain(
    previous: str, first_seq: int, at_ms: int, bodies: Iterable[str], command: str | None
) -> tuple[StoredEvent, ...]:
    """Bodies as events that continue the chain after `previous`; the first carries the command id."""
    events = []
    for offset, body in enumerate(bodies):
        previous = link(previous, at_ms, body)
        name = command if offset == 0 else None
        events.append(StoredEvent(first_seq + offset, at_ms, body, previous, name))
    return tuple(events)


def first_break(events: Iterable[StoredEvent], previous: str = START, head: int = 0) -> int | None:
    """The sequence number of the first event that breaks the chain; None if it is intact."""
    for expected, event in enumerate(events, start=head + 1):
        if event.seq != expected or event.hash != link(previous, event.at_ms, event.body):
            return expected
        previous = event.hash
    return None


def broken_at(table: StoredTable) -> int | None:
    """The sequence number at which a whole log is broken or ends too early; None if it is intact."""
    broken = first_break(table.events)
    if broken is not None:
        return broken
    last = table.events[-1] if table.events else StoredEvent(0, 0, "", START)
    return None if (last.seq, last.hash) == (table.head, table.head_hash) else last.seq + 1
