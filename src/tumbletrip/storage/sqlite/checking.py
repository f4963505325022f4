"""Whether an SQLite file is sound: asked at every start, and of its events by every sign of life (F28)."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

MOST_FAULTS: Final = 20  # that are told of one file
LARGEST_CHECKED_BYTES: Final = 512 * 1024**2  # whole, at every start: a second or two
TABLES, EVENTS, SECRETS, NOTES = "tables", "events", "seat_secrets", "notes"
# Down to the first and the last event by both ways that lead to them.
READ_EVENTS: Final = (
    "SELECT hash FROM events WHERE rowid = (SELECT min(rowid) FROM events)",
    "SELECT hash FROM events WHERE rowid = (SELECT max(rowid) FROM events)",
    "SELECT table_id FROM events ORDER BY table_id, seq LIMIT 1",
)


def faults_of(path: Path) -> tuple[str, ...]:
    """What SQLite's own quick check finds wrong with a file; a very large one is only looked into.

    Above `LARGEST_CHECKED_BYTES` the small tables are checked, and of the events the first and the last.
    """
    with closing(sqlite3.connect(path)) as database:
        if path.stat().st_size <= LARGEST_CHECKED_BYTES:
            return _quick_check(database, str(MOST_FAULTS))
        small = [fault for name in (TABLES, SECRETS, NOTES) for fault in _quick_check(database, name)]
        return (*small, *_faults_of_reading(database, READ_EVENTS))


def _quick_check(database: sqlite3.Connection, argument: str) -> tuple[str, ...]:
    try:
        found = database.execute(f"PRAGMA quick_check({argument})").fetchall()
    except sqlite3.DatabaseError as error:
        return (str(error),)
    return tuple(str(fault) for (fault,) in found if fault != "ok")


def _faults_of_reading(database: sqlite3.Connection, questions: Sequence[str]) -> Iterator[str]:
    for question in questions:
        try:
            database.execute(question).fetchall()
        except sqlite3.DatabaseError as error:
            yield str(error)
