"""The embedded store: one SQLite file, one writer thread, one reader thread.

The writer makes one durable commit (WAL, synchronous=FULL) for a whole batch. Readers never wait for it.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import msgspec

from tumbletrip.storage.checks import (
    check_batch,
    check_new,
    end_of_prefix,
    is_storable,
    repeats_itself,
    status_of,
)
from tumbletrip.storage.lone_process import LoneProcess
from tumbletrip.storage.sqlite.checking import READ_EVENTS
from tumbletrip.storage.sqlite.threads import Reader, Writer, savepoint
from tumbletrip.tables.chain import START
from tumbletrip.tables.ports import (
    Append,
    Appended,
    NewTable,
    Status,
    StoredDraft,
    StoredEvent,
    StoredTable,
)

# A batch comes as one text and is taken apart by SQLite. With a statement for each row the writer would have
# to win the interpreter's lock from the busy event loop a thousand times before it could commit.
_MOVE_HEADS = """
    UPDATE tables SET head_seq = moved.seq, head_hash = moved.hash, last_at_ms = moved.at_ms
    FROM (
        SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS expected,
            json_extract(value, '$[2]') AS previous, json_extract(value, '$[3]') AS seq,
            json_extract(value, '$[4]') AS hash, json_extract(value, '$[5]') AS at_ms
        FROM json_each(?)
    ) AS moved
    WHERE tables.id = moved.id AND tables.head_seq = moved.expected AND tables.head_hash = moved.previous
"""
_ADD_EVENTS = """
    INSERT INTO events (table_id, seq, at_ms, body, hash, command)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
    FROM json_each(?)
"""
_PUT_SECRET = """
    INSERT INTO seat_secrets (table_id, seat, secret_hash) SELECT id, ?, ? FROM tables WHERE id = ?
    ON CONFLICT (table_id, seat) DO UPDATE SET secret_hash = excluded.secret_hash
"""
_COPY_SECRETS = """
    INSERT INTO seat_secrets (table_id, seat, secret_hash)
    SELECT target.id, source.seat, source.secret_hash
    FROM seat_secrets AS source JOIN tables AS target ON target.id = ? WHERE source.table_id = ?
    ON CONFLICT (table_id, seat) DO UPDATE SET secret_hash = excluded.secret_hash
"""
_KEEP_DRAFT = """
INSERT INTO drafts (table_id, seat, round, body) SELECT id, ?, ?, ? FROM tables WHERE id = ?
ON CONFLICT (table_id, seat) DO UPDATE SET round = excluded.round, body = excluded.body
"""
_SET_STATUS = "UPDATE tables SET status = ? WHERE id = ?"
_FREE_CODE = "UPDATE tables SET status = ?, code = id WHERE id = ?"
_VISIT = """
INSERT INTO visits (table_id, at_ms) SELECT id, ? FROM tables WHERE id = ?
ON CONFLICT (table_id) DO UPDATE SET at_ms = excluded.at_ms
"""
_IDLE = """
    SELECT id FROM tables LEFT JOIN visits ON table_id = id
    WHERE status IN ({marks}) AND max(last_at_ms, coalesce(at_ms, 0)) < ?
    ORDER BY max(last_at_ms, coalesce(at_ms, 0)), id LIMIT ?
"""
# A range, not LIKE: the index finds it, however many notes there are.
NOTES_BY_PREFIX = "SELECT name, value FROM notes WHERE name >= ? AND name < ? ORDER BY name"


_Move: TypeAlias = tuple[str, int, str, int, str, int]  # table; seq and hash before; seq, hash and time after


class Lock(Protocol):
    """A lock on the file, held for as long as the store is open."""

    def release(self) -> None:
        """Let others have it."""


class SqliteStore(LoneProcess):
    """Tables in one file, for one server process."""

    def __init__(self, path: Path, lock: Lock, turn: AbstractContextManager[None] | None = None) -> None:
        """Open a file that has the newest schema; the lock is released when the store is closed.

        Where other processes write to the file too, each transaction runs within `turn`.
        """
        self._lock = lock
        self._writer = Writer("sqlite-writer", path, turn)
        self._reader = Reader("sqlite-reader", path)

    async def create(self, table: NewTable) -> bool:
        """Keep a new table, durably; False if its id or code is taken."""
        check_new(table)
        return await self._writer.write(lambda database: _create(database, table))

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Add events to several tables in one commit; each append succeeds or conflicts by itself."""
        check_batch(batch)
        return await self._writer.write(lambda database: _append(database, batch))

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        """A table with its events after a sequence number; None if there is no such table."""
        if not is_storable(table):
            return None
        return await self._reader.run(lambda database: _load(database, table, after))

    async def find_code(self, code: str) -> str | None:
        """The id of the table with a short code."""
        if not is_storable(code):
            return None
        rows = await self._read("SELECT id FROM tables WHERE code = ?", code)
        found: str | None = rows[0][0] if rows else None
        return found

    async def seat_of(self, table: str, secret_hash: str) -> tuple[int, ...]:
        """The seats a secret opens at a table, lowest first; empty if none."""
        if not is_storable(table + secret_hash):
            return ()
        rows = await self._read(
            "SELECT seat FROM seat_secrets WHERE table_id = ? AND secret_hash = ? ORDER BY seat",
            table,
            secret_hash,
        )
        return tuple(seat for (seat,) in rows)

    async def put_secret(self, table: str, seat: int, secret_hash: str | None) -> None:
        """Give a seat a new secret, or none: the old one opens nothing any more."""
        if secret_hash is None:
            await self._write("DELETE FROM seat_secrets WHERE table_id = ? AND seat = ?", table, seat)
        else:
            await self._write(_PUT_SECRET, seat, secret_hash, table)

    async def copy_secrets(self, source: str, target: str) -> None:
        """Let the secrets of one table open the same seats of another (rematch)."""
        await self._write(_COPY_SECRETS, target, source)

    async def keep_drafts(self, drafts: Sequence[StoredDraft]) -> None:
        """Keep drafts, each in the place of its seat's last one; those of unknown tables are left out."""
        rows = [(draft.seat, draft.round, draft.body, draft.table) for draft in drafts]
        await self._writer.write(lambda database: database.executemany(_KEEP_DRAFT, rows))

    async def drafts(self, table: str) -> tuple[StoredDraft, ...]:
        """The drafts kept for a table, by seat; also those that have become void since."""
        if not is_storable(table):
            return ()
        rows = await self._read("SELECT * FROM drafts WHERE table_id = ? ORDER BY seat", table)
        return tuple(StoredDraft(*row) for row in rows)

    async def set_status(self, table: str, status: Status) -> None:
        """Set a table's status; one that has ended gives its code back."""
        await self._write(_FREE_CODE if status.has_ended else _SET_STATUS, status.value, table)

    async def visited(self, tables: Sequence[str], at_ms: int) -> None:
        """Note that somebody looked at these tables; unknown ones are left out."""
        rows = [(at_ms, table) for table in tables]
        await self._writer.write(lambda database: database.executemany(_VISIT, rows))

    async def idle_tables(self, statuses: Sequence[Status], before_ms: int, limit: int) -> list[str]:
        """Tables of a status whose last event and visit are older than a time, oldest first."""
        rows = await self._read(
            _IDLE.format(marks=_marks(statuses)), *(status.value for status in statuses), before_ms, limit
        )
        return [table for (table,) in rows]

    async def newest_ms(self) -> int | None:
        """The time of the newest event of all tables."""
        rows = await self._read("SELECT max(last_at_ms) FROM tables")
        newest: int | None = rows[0][0]
        return newest

    async def table_ids(self, after: str, limit: int) -> list[str]:
        """Ids of tables in their order, those after one."""
        rows = await self._read("SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?", after, limit)
        return [table for (table,) in rows]

    async def forget(self, tables: Sequence[str]) -> int:
        """Delete tables with all that is kept of them; what they held is overwritten in the file."""
        return await self._writer.write(lambda database: _forget(database, tables))

    async def rewrite(self, table: str, previous_head: str, events: Sequence[StoredEvent]) -> bool:
        """Replace a table's whole log, and drop its drafts; False if it has moved on."""
        return await self._writer.write(lambda database: _rewrite(database, table, previous_head, events))

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last sequence number of each of these tables; unknown ones are left out."""
        return await self._reader.run(lambda database: _heads(database, tables))

    async def note(self, name: str, value: str) -> str:
        """Keep a note for all processes, durably, unless its name is taken; the value that is stored."""
        await self._write("INSERT INTO notes VALUES (?, ?) ON CONFLICT DO NOTHING", name, value)
        rows = await self._read("SELECT value FROM notes WHERE name = ?", name)
        found: str = rows[0][0]
        return found

    async def drop_notes(self, names: Sequence[str]) -> None:
        """Delete notes; what they held is overwritten in the file."""
        await self._writer.write(lambda database: _drop_notes(database, names))

    async def notes(self, prefix: str) -> dict[str, str]:
        """All notes whose names begin with a prefix, by name."""
        return dict(await self._read(NOTES_BY_PREFIX, prefix, end_of_prefix(prefix)))

    async def ping(self) -> None:
        """Return if the store can be read, its events too, and written; raises StoreDown if not."""
        for question in ("SELECT 1 FROM tables LIMIT 1", *READ_EVENTS):
            await self._read(question)
        await self._write("UPDATE alembic_version SET version_num = version_num")

    async def close(self) -> None:
        """Finish what is under way, then close the file and release the lock."""
        await self._reader.close()
        await self._writer.close()
        self._lock.release()

    async def _read(self, sql: str, *values: object) -> list[Any]:
        return await self._reader.run(lambda database: database.execute(sql, values).fetchall())

    async def _write(self, sql: str, *values: object) -> None:
        await self._writer.write(lambda database: database.execute(sql, values))


def _create(database: sqlite3.Connection, table: NewTable) -> bool:
    first, last = table.events[0], table.events[-1]
    row = (table.id, table.stored_code, table.status.value, first.at_ms, last.seq, last.hash, last.at_ms)
    secrets = [(table.id, seat, secret_hash) for seat, secret_hash in table.secrets.items()]
    added = database.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)
    if added.rowcount == 0:
        return False
    _add_events(database, [Append(table.id, START, table.events)])
    database.executemany("INSERT INTO seat_secrets VALUES (?, ?, ?)", secrets)
    return True


def _append(database: sqlite3.Connection, batch: Sequence[Append]) -> list[Appended]:
    """Store all appends together, which nearly always works; if one conflicts, store them one by one."""
    try:
        with savepoint(database):
            _move_heads(database, batch)
            _add_events(database, batch)
        return [Appended.STORED] * len(batch)
    except (_Misfit, sqlite3.IntegrityError):
        return [_append_one(database, append) for append in batch]


class _Misfit(Exception):
    """Some append expects another head than its table has."""


def _append_one(database: sqlite3.Connection, append: Append) -> Appended:
    """Store one append unless it conflicts; nobody else writes between this look-up and our commit."""
    if repeats_itself(append.events) or _repeats_command(database, append):
        return Appended.CONFLICT
    try:
        _move_heads(database, [append])
    except _Misfit:
        return Appended.CONFLICT
    _add_events(database, [append])
    return Appended.STORED


def _move_heads(database: sqlite3.Connection, batch: Sequence[Append]) -> None:
    """Set the new heads; raises _Misfit if a table's head is not the one its append expects."""
    moves = _moves(batch)
    if database.execute(_MOVE_HEADS, (_as_text(moves),)).rowcount != len(moves):
        raise _Misfit


def _moves(batch: Sequence[Append]) -> list[_Move]:
    """Old and new head of each table; raises _Misfit if two appends to one table do not follow each other."""
    moves: dict[str, _Move] = {}
    for append in batch:
        last = append.events[-1]
        start = append.expected_head, append.previous_hash
        known = moves.get(append.table)
        if known:
            if known[3:5] != start:
                raise _Misfit
            start = known[1:3]
        moves[append.table] = append.table, *start, last.seq, last.hash, last.at_ms
    return list(moves.values())


def _repeats_command(database: sqlite3.Connection, append: Append) -> bool:
    sql = "SELECT 1 FROM events WHERE table_id = ? AND command = ?"
    commands = [event.command for event in append.events if event.command is not None]
    return any(database.execute(sql, (append.table, command)).fetchone() for command in commands)


def _add_events(database: sqlite3.Connection, batch: Sequence[Append]) -> None:
    rows = [
        (append.table, event.seq, event.at_ms, event.body, event.hash, event.command)
        for append in batch
        for event in append.events
    ]
    database.execute(_ADD_EVENTS, (_as_text(rows),))


def _as_text(rows: object) -> str:
    return msgspec.json.encode(rows).decode()


def _load(database: sqlite3.Connection, table: str, after: int) -> StoredTable | None:
    database.execute("BEGIN")  # the head and the events of one moment
    try:
        row = database.execute(
            "SELECT code, status, head_seq, head_hash FROM tables WHERE id = ?", (table,)
        ).fetchone()
        events = database.execute(
            "SELECT seq, at_ms, body, hash, command FROM events WHERE table_id = ? AND seq > ? ORDER BY seq",
            (table, after),
        ).fetchall()
    finally:
        database.execute("COMMIT")
    if row is None:
        return None
    code, status, head, head_hash = row
    stored = tuple(StoredEvent(*event) for event in events)
    return StoredTable(table, code, status_of(status), stored, head, head_hash)


def _heads(database: sqlite3.Connection, tables: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for start in range(0, len(tables), 500):  # SQLite counts its question marks
        some = tables[start : start + 500]
        sql = f"SELECT id, head_seq FROM tables WHERE id IN ({_marks(some)})"
        found.update(database.execute(sql, some).fetchall())
    return found


def _forget(database: sqlite3.Connection, tables: Sequence[str]) -> int:
    database.execute("PRAGMA secure_delete = ON")  # overwrite what is deleted: forgotten is forgotten (F52)
    rows = [(table,) for table in tables]
    for name in ("drafts", "visits", "seat_secrets", "events"):
        database.executemany(f"DELETE FROM {name} WHERE table_id = ?", rows)
    return database.executemany("DELETE FROM tables WHERE id = ?", rows).rowcount


def _drop_notes(database: sqlite3.Connection, names: Sequence[str]) -> None:
    database.execute("PRAGMA secure_delete = ON")
    database.executemany("DELETE FROM notes WHERE name = ?", [(name,) for name in names])


def _rewrite(
    database: sqlite3.Connection, table: str, previous_head: str, events: Sequence[StoredEvent]
) -> bool:
    database.execute("PRAGMA secure_delete = ON")
    moved = database.execute(
        "UPDATE tables SET head_hash = ? WHERE id = ? AND head_hash = ? AND head_seq = ?",
        (events[-1].hash, table, previous_head, events[-1].seq),
    )
    if not moved.rowcount:
        return False
    database.executemany(
        "UPDATE events SET body = ?, hash = ? WHERE table_id = ? AND seq = ?",
        [(event.body, event.hash, table, event.seq) for event in events],
    )
    database.execute("DELETE FROM drafts WHERE table_id = ?", (table,))
    return True


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
