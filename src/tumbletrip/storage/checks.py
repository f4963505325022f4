"""Checks that every store makes: of what it is asked to write, and of what it reads back."""

from collections.abc import Iterable, Sequence

from tumbletrip.tables.ports import Append, NewTable, Status, StoredEvent


def is_storable(text: str) -> bool:
    """Whether both databases can hold a text: PostgreSQL has no NUL, and UTF-8 no lone surrogates."""
    return "\0" not in text and (text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text))


def check_batch(batch: Iterable[Append]) -> None:
    """Raise ValueError for appends that no database can hold: a mistake of the caller, not of a player."""
    for append in batch:
        _check_events(append.table, append.events)


def check_new(table: NewTable) -> None:
    """Raise ValueError for a table that no database can hold."""
    _check_events(table.id, table.events)
    if table.events[0].seq != 1:
        raise ValueError(f"table {table.id}: the first event has number {table.events[0].seq}, not 1")
    if repeats_itself(table.events):
        raise ValueError(f"table {table.id}: one command twice")


def repeats_itself(events: Iterable[StoredEvent]) -> bool:
    """Whether two events come from the same command."""
    commands = [event.command for event in events if event.command is not None]
    return len(set(commands)) < len(commands)


def _check_events(table: str, events: Sequence[StoredEvent]) -> None:
    if not events:
        raise ValueError(f"table {table}: no events")
    for seq, event in enumerate(events, start=events[0].seq):
        if event.seq != seq:
            raise ValueError(f"table {table}: event {event.seq} stands where {seq} is due")
        if not is_storable(event.body + (event.command or "")):
            raise ValueError(f"table {table}: event {seq} holds a character that databases refuse")


def status_of(text: str) -> Status:
    """A status as it was stored; an unknown one means a damaged row, and the table is quarantined (F20)."""
    return Status(text) if text in {*Status} else Status.QUARANTINED


def end_of_prefix(prefix: str) -> str:
    """The first name, byte by byte, after all that begin with a prefix, which must be ASCII."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)
