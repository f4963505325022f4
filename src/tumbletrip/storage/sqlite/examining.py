"""A doctor for SQLite databases: what is broken, what can still be read, and saving it into a new file (F28).

Works on a copy, so the patient is never touched. An event counts as good if the chain of hashes reaches it.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, Final, TypeAlias

from tumbletrip.core.errors import InputError, problem, reason_of
from tumbletrip.storage.checks import status_of
from tumbletrip.storage.migrating import migrate_sqlite
from tumbletrip.storage.private_files import make_database_file
from tumbletrip.storage.sqlite.checking import EVENTS, NOTES, SECRETS, TABLES, faults_of
from tumbletrip.storage.sqlite.locking import WriterLock
from tumbletrip.storage.sqlite.pages import Value, rows_in
from tumbletrip.tables.chain import START, first_break
from tumbletrip.tables.ports import Status, StoredEvent, StoreInUse

Row: TypeAlias = tuple[Any, ...]
_Kinds: TypeAlias = tuple[type | tuple[type, ...], ...]
_NOTHING: Final = type(None)
# What the rows of each table hold, in order, and how many values name a row.
_COLUMNS: Final[Mapping[str, _Kinds]] = {
    TABLES: (str, str, str, int, int, str, int),
    EVENTS: (str, int, int, str, str, (str, _NOTHING)),
    SECRETS: (str, int, str),
    NOTES: (str, str),
}
_KEY: Final = {TABLES: 1, EVENTS: 2, SECRETS: 2, NOTES: 1}


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A game's table as far as its log holds together."""

    row: Row  # as it stands in the database, with the head of what is left
    events: tuple[StoredEvent, ...]
    lost: int  # events after them that the table had, as far as is known
    is_whole: bool  # up to the head that the database knows


@dataclass(frozen=True, slots=True)
class Findings:
    """What a database is like, and what can be saved of it."""

    faults: tuple[str, ...]  # in SQLite's words
    unreadable: tuple[str, ...]  # tables of the database that cannot be read in the usual way
    tables: tuple[SavedTable, ...]
    gone: tuple[SavedTable, ...]  # of which no event is left
    secrets: tuple[Row, ...]
    notes: tuple[Row, ...]

    @property
    def is_healthy(self) -> bool:
        """Whether there is nothing to mend."""
        return not self.faults and not self.unreadable and not self.gone and not self.cut

    @property
    def cut(self) -> int:
        """How many tables have lost the end of their log."""
        return sum(not table.is_whole for table in self.tables)

    @property
    def events(self) -> int:
        """How many events are good."""
        return sum(len(table.events) for table in self.tables)

    @property
    def lost_events(self) -> int:
        """How many events of known tables are gone or broken."""
        return sum(table.lost for table in (*self.tables, *self.gone))


def examine(path: Path) -> Findings:
    """Look at a database that no server uses now; raises InputError if there is none or it is in use."""
    with _kept_from_servers(path), _copy_of(path) as copy:
        faults = faults_of(copy)
        rows, unreadable = _all_rows(copy)
    found = _saved_tables(rows[TABLES], rows[EVENTS])
    tables = tuple(table for table in found if table.events)
    gone = tuple(table for table in found if not table.events)
    known = {table.row[0] for table in tables}
    secrets = tuple(row for row in rows[SECRETS] if row[0] in known)
    return Findings(faults, unreadable, tables, gone, secrets, tuple(rows[NOTES]))


@contextmanager
def _kept_from_servers(path: Path) -> Iterator[None]:
    if not path.is_file():
        raise InputError(problem("file.unreadable", path=path, reason=problem("file.missing")))
    try:
        lock = WriterLock(path)
    except StoreInUse as error:
        raise InputError(problem("storage.in_use", path=path)) from error
    except OSError as error:
        raise InputError(problem("file.unreadable", path=path, reason=reason_of(error))) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _copy_of(path: Path) -> Iterator[Path]:
    """A private copy of a database with all that its log holds moved into it."""
    with tempfile.TemporaryDirectory(prefix="tumbletrip-doctor-") as folder:
        copy = Path(folder) / "patient.sqlite"
        try:
            shutil.copyfile(path, copy)
            log = path.with_name(f"{path.name}-wal")
            if log.is_file():
                shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))
        except OSError as error:
            raise InputError(problem("file.unreadable", path=path, reason=reason_of(error))) from error
        try:
            with closing(sqlite3.connect(copy)) as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.DatabaseError as error:
            raise InputError(problem("storage.unusable", path=path, reason=error)) from error
        yield copy


def _all_rows(path: Path) -> tuple[Mapping[str, Sequence[Row]], tuple[str, ...]]:
    """The rows of every table, and which tables had to be read page by page."""
    rows: dict[str, list[Row]] = {name: [] for name in _COLUMNS}
    unreadable = []
    with closing(sqlite3.connect(path)) as database:
        database.text_factory = lambda raw: raw.decode(errors="replace")
        for name in _COLUMNS:
            try:  # an error in the middle keeps the rows before it
                rows[name].extend(database.execute(f"SELECT * FROM {name} ORDER BY rowid"))
            except sqlite3.DatabaseError:
                if name != NOTES or not _is_older_than_notes(database):
                    unreadable.append(name)
    if unreadable:
        with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as pages:
            for row in rows_in(pages):
                for name in unreadable:
                    if _fits(row, _COLUMNS[name]):
                        rows[name].append(row)
    readable = {name: [row for row in found if _fits(row, _COLUMNS[name])] for name, found in rows.items()}
    return {name: _newest(name, found) for name, found in readable.items()}, tuple(unreadable)


def _is_older_than_notes(database: sqlite3.Connection) -> bool:
    """Whether a file is of a time when there were no notes yet."""
    try:
        return not database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (NOTES,)).fetchall()
    except sqlite3.DatabaseError:
        return False


def _fits(row: tuple[Value, ...], kinds: _Kinds) -> bool:
    return len(row) == len(kinds) and all(map(isinstance, row, kinds))


def _newest(name: str, rows: Iterable[Row]) -> list[Row]:
    """One row for every key: of a game's table the one with the highest head, else the first found."""
    rank: Callable[[Row], int] = (lambda row: int(row[4])) if name == TABLES else (lambda _: 0)
    newest: dict[Row, Row] = {}
    for row in rows:
        key = row[: _KEY[name]]
        if key not in newest or rank(row) > rank(newest[key]):
            newest[key] = row
    return list(newest.values())


def _saved_tables(tables: Iterable[Row], events: Iterable[Row]) -> list[SavedTable]:
    """All tables with the good part of their logs, and those that are known by their events alone."""
    logs: dict[str, list[StoredEvent]] = {}
    for table, *event in events:
        logs.setdefault(table, []).append(StoredEvent(*event))
    saved = [_saved_table(row, logs.pop(row[0], [])) for row in tables]
    orphans = [_saved_table(_row_for(table), log) for table, log in logs.items()]
    return saved + orphans


def _row_for(table: str) -> Row:
    """A row for a table of which only events are known: nobody finds it by a code, and no bot plays on."""
    return table, table, Status.QUARANTINED.value, 0, 0, START, 0


def _saved_table(row: Row, log: Iterable[StoredEvent]) -> SavedTable:
    """A table up to the first event that does not follow; one that lost its end is left alone by servers."""
    ordered = sorted(log, key=lambda event: event.seq)
    broken = first_break(ordered)
    good = tuple(ordered if broken is None else ordered[: broken - 1])
    last = good[-1] if good else StoredEvent(0, 0, "", START)
    table, code, status, created, head, head_hash, _ = row
    is_whole = (last.seq, last.hash) == (head, head_hash)
    status = status_of(status) if is_whole else Status.QUARANTINED
    kept = table, code, status.value, created, last.seq, last.hash, last.at_ms
    known = max(head, *(event.seq for event in ordered)) if ordered else head
    return SavedTable(kept, good, known - last.seq, is_whole)


def save(findings: Findings, target: Path) -> None:
    """Write what can be saved into a new database; raises InputError if the file is there or cannot be."""
    if target.exists():
        raise InputError(problem("doctor.exists", path=target))
    try:
        make_database_file(target)
    except OSError as error:
        raise InputError(problem("file.unwritable", path=target, reason=reason_of(error))) from error
    migrate_sqlite(target)
    with closing(sqlite3.connect(target)) as database, database:
        codes: set[str] = set()
        for table in findings.tables:
            row = table.row if table.row[1] not in codes else (table.row[0], table.row[0], *table.row[2:])
            codes.add(row[1])
            database.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            database.executemany(
                "INSERT INTO events (table_id, seq, at_ms, body, hash, command) VALUES (?, ?, ?, ?, ?, ?)",
                [(row[0], e.seq, e.at_ms, e.body, e.hash, e.command) for e in table.events],
            )
        database.executemany("INSERT INTO seat_secrets VALUES (?, ?, ?)", findings.secrets)
        database.executemany("INSERT INTO notes VALUES (?, ?)", findings.notes)
