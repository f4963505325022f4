"""The shared store: any number of server processes on one PostgreSQL database.

No process owns a table. An append first locks the rows of its tables, always in the order of their ids,
and then stores what fits: under those locks nobody else can append, so one look decides.
"""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import asyncpg

from tumbletrip.storage.checks import (
    after_heads,
    check_batch,
    check_new,
    is_storable,
    repeats_itself,
    status_of,
)
from tumbletrip.storage.connecting import LOST, connect
from tumbletrip.storage.hearing import notices, spoken
from tumbletrip.storage.notices import CHANNEL, WORDS, listen_for_heads, listen_for_words
from tumbletrip.tables.chain import START
from tumbletrip.tables.ports import (
    Append,
    Appended,
    NewTable,
    Status,
    StoredEvent,
    StoreDown,
    StoredTable,
)

Result = TypeVar("Result")
Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"
Connection = Any  # a pool hands out proxies that behave like asyncpg.Connection

_READERS = 6
_WRITERS = 2  # connections of their own: a crowd that comes back and reads must not hold up the moves
_ATTEMPTS = 5

_SETTINGS = {
    "application_name": "tumbletrip",
    "synchronous_commit": "on",  # whatever the server's default is: an acknowledged move survives
    "statement_timeout": "8000",
    "lock_timeout": "5000",
    "idle_in_transaction_session_timeout": "15000",
}

_LOCK_TABLES = """
    SELECT id FROM tables
    JOIN unnest($1::text[], $2::int[], $3::text[]) AS wanted (id, expected, previous) USING (id)
    WHERE head_seq = expected AND head_hash = previous ORDER BY id FOR NO KEY UPDATE OF tables
"""
_STORE = """
    WITH wanted AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[]) AS w (id, head, hash, at_ms)
    ), added AS (
        SELECT * FROM unnest($5::text[], $6::int[], $7::bigint[], $8::text[], $9::text[], $10::text[])
            AS a (table_id, seq, at_ms, body, hash, command)
    ), taken AS (
        SELECT table_id FROM events JOIN added USING (table_id, command) WHERE events.command IS NOT NULL
    ), moved AS (
        UPDATE tables SET head_seq = wanted.head, head_hash = wanted.hash, last_at_ms = wanted.at_ms
        FROM wanted WHERE tables.id = wanted.id AND tables.id NOT IN (SELECT table_id FROM taken)
        RETURNING tables.id
    ), stored AS (
        INSERT INTO events (table_id, seq, at_ms, body, hash, command)
        SELECT added.* FROM added JOIN moved ON moved.id = added.table_id
    )
    SELECT id FROM moved
"""
_CREATE = """
    INSERT INTO tables (id, code, status, created_ms, head_seq, head_hash, last_at_ms)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id
"""
_ADD_EVENTS = """
    INSERT INTO events (table_id, seq, at_ms, body, hash, command)
    SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[])
"""
_ADD_SECRETS = """
    INSERT INTO seat_secrets (table_id, seat, secret_hash) SELECT $1, * FROM unnest($2::int[], $3::text[])
"""
_PUT_SECRET = """
    INSERT INTO seat_secrets (table_id, seat, secret_hash) SELECT id, $2, $3 FROM tables WHERE id = $1
    ON CONFLICT (table_id, seat) DO UPDATE SET secret_hash = excluded.secret_hash
"""
_COPY_SECRETS = """
    INSERT INTO seat_secrets (table_id, seat, secret_hash)
    SELECT target.id, source.seat, source.secret_hash
    FROM seat_secrets AS source JOIN tables AS target ON target.id = $2 WHERE source.table_id = $1
    ON CONFLICT (table_id, seat) DO UPDATE SET secret_hash = excluded.secret_hash
"""
_LOAD = """
    SELECT code, status, head_seq, head_hash, seq, at_ms, body, hash, command
    FROM tables LEFT JOIN events ON table_id = id AND seq > $2 WHERE id = $1 ORDER BY seq
"""
# ~>=~ and ~<~ compare byte by byte, as the index notes_by_head does.
NOTES_BY_HEAD = "SELECT name, value FROM notes WHERE name ~>=~ $1 AND name ~<~ $2 ORDER BY name"
_IDLE = """
    SELECT id FROM tables WHERE status = ANY($1::text[]) AND last_at_ms < $2 ORDER BY last_at_ms, id LIMIT $3
"""


class PostgresStore:
    """Tables in a database that other processes use too."""

    def __init__(self, url: str, readers: Pool, writers: Pool, patience: float) -> None:
        """Use two pools of connections to a database that has the newest schema."""
        self._url = url
        self._readers = readers
        self._writers = writers
        self._patience = patience
        self._name = secrets.token_hex(8)  # by which a process knows its own notices

    @classmethod
    async def connect(cls, url: str, patience: float = 10.0) -> "PostgresStore":
        """A store on the database that a URL names; down means: no answer within so many seconds."""
        try:
            readers = await _pool(url, _READERS, patience)
            try:
                writers = await _pool(url, _WRITERS, patience)
            except BaseException:
                readers.terminate()
                raise
        except LOST as error:
            raise StoreDown(_reason(error)) from error
        return cls(url, readers, writers, patience)

    async def create(self, table: NewTable) -> bool:
        """Keep a new table, durably; False if its id or code is taken."""
        check_new(table)
        return await self._run(self._writers, lambda connection: _create(connection, table))

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Add events to several tables in one commit; each append succeeds or conflicts by itself."""
        check_batch(batch)
        return await self._run(self._writers, lambda connection: _append(connection, batch, self._name))

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        """A table with its events after a sequence number; None if there is no such table."""
        if not is_storable(table):
            return None
        rows = await self._fetch(_LOAD, table, after)
        return _loaded(table, rows) if rows else None

    async def find_code(self, code: str) -> str | None:
        """The id of the table with a short code."""
        if not is_storable(code):
            return None
        rows = await self._fetch("SELECT id FROM tables WHERE code = $1", code)
        return rows[0]["id"] if rows else None

    async def seat_of(self, table: str, secret_hash: str) -> tuple[int, ...]:
        """The seats a secret opens at a table, lowest first; empty if none."""
        if not is_storable(table + secret_hash):
            return ()
        sql = "SELECT seat FROM seat_secrets WHERE table_id = $1 AND secret_hash = $2 ORDER BY seat"
        return tuple(row["seat"] for row in await self._fetch(sql, table, secret_hash))

    async def put_secret(self, table: str, seat: int, secret_hash: str | None) -> None:
        """Give a seat a new secret, or none: the old one opens nothing any more."""
        if secret_hash is None:
            await self._write("DELETE FROM seat_secrets WHERE table_id = $1 AND seat = $2", table, seat)
        else:
            await self._write(_PUT_SECRET, table, seat, secret_hash)

    async def copy_secrets(self, source: str, target: str) -> None:
        """Let the secrets of one table open the same seats of another (rematch)."""
        await self._write(_COPY_SECRETS, source, target)

    async def set_status(self, table: str, status: Status) -> None:
        """Note what a table is doing."""
        await self._write("UPDATE tables SET status = $2 WHERE id = $1", table, status.value)

    async def idle_tables(self, statuses: Sequence[Status], before_ms: int, limit: int) -> list[str]:
        """Tables of a status whose last event is older than a time, oldest first."""
        names = [status.value for status in statuses]
        return [row["id"] for row in await self._fetch(_IDLE, names, before_ms, limit)]

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last sequence number of each of these tables; unknown ones are left out."""
        sql = "SELECT id, head_seq FROM tables WHERE id = ANY($1::text[])"
        return {row["id"]: row["head_seq"] for row in await self._fetch(sql, list(tables))}

    async def note(self, name: str, value: str) -> str:
        """Keep a fact for all processes, unless it is known already; the value that holds, durably."""
        await self._write("INSERT INTO notes VALUES ($1, $2) ON CONFLICT DO NOTHING", name, value)
        rows = await self._fetch("SELECT value FROM notes WHERE name = $1", name)
        found: str = rows[0]["value"]
        return found

    async def notes(self, head: str) -> dict[str, str]:
        """All facts whose names begin like this, by name."""
        rows = await self._fetch(NOTES_BY_HEAD, head, after_heads(head))
        return {row["name"]: row["value"] for row in rows}

    def changes(self) -> AsyncIterator[Sequence[tuple[str, int]]]:
        """Tables that other processes appended to, with their new heads; reconnects by itself."""
        return listen_for_heads(self._url, self._name)

    async def tell(self, words: Sequence[str]) -> None:
        """Tell the other processes something that is not kept."""
        told = spoken(self._name, words)
        await self._write("SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told", WORDS, told)

    def hear(self) -> AsyncIterator[tuple[str, str]]:
        """What other processes told; reconnects by itself."""
        return listen_for_words(self._url, self._name)

    async def ping(self) -> None:
        """Answer if the store can be read and written."""
        await self._write("UPDATE alembic_version SET version_num = version_num")

    async def close(self) -> None:
        """Finish what is under way and let go of the connections."""
        for pool in (self._readers, self._writers):
            try:
                await asyncio.wait_for(pool.close(), self._patience)
            except TimeoutError:
                pool.terminate()

    async def _fetch(self, sql: str, *values: object) -> list[asyncpg.Record]:
        return await self._run(self._readers, lambda connection: connection.fetch(sql, *values))

    async def _write(self, sql: str, *values: object) -> None:
        await self._run(self._writers, lambda connection: connection.execute(sql, *values))

    async def _run(self, pool: Pool, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Do some work on a connection; what was rolled back for others' sake is done again."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                async with pool.acquire(timeout=self._patience) as connection:
                    return await work(connection)
            except asyncpg.TransactionRollbackError as error:  # deadlock, serialisation
                if attempt == _ATTEMPTS:
                    raise StoreDown(_reason(error)) from error
                await asyncio.sleep(random.uniform(0, 0.02 * attempt))
            except LOST as error:
                raise StoreDown(_reason(error)) from error
        raise AssertionError("the last attempt returns or raises")


def _pool(url: str, connections: int, patience: float) -> Pool:
    return asyncpg.create_pool(
        url,
        connect=connect,
        min_size=1,
        max_size=connections,
        timeout=patience,
        command_timeout=patience,
        server_settings=_SETTINGS,
    )


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


async def _create(connection: Connection, table: NewTable) -> bool:
    first, last = table.events[0], table.events[-1]
    async with connection.transaction():
        added = await connection.fetch(
            _CREATE, table.id, table.code, table.status.value, first.at_ms, last.seq, last.hash, last.at_ms
        )
        if not added:
            return False
        await connection.execute(_ADD_EVENTS, *_columns([Append(table.id, START, table.events)]))
        await connection.execute(_ADD_SECRETS, table.id, list(table.secrets), list(table.secrets.values()))
    return True


async def _append(connection: Connection, batch: Sequence[Append], sender: str) -> list[Appended]:
    """Store wave after wave in one transaction: usually one, for a table seldom comes twice in a batch."""
    stored: set[int] = set()
    async with connection.transaction():
        for wave in waves(batch):
            moved = await _store(connection, [batch[index] for index in wave])
            stored |= {index for index in wave if batch[index].table in moved}
        heads = {batch[index].table: batch[index].events[-1].seq for index in sorted(stored)}
        if heads:
            await connection.execute(
                "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload",
                CHANNEL,
                notices(sender, heads),
            )
    return [Appended.STORED if index in stored else Appended.CONFLICT for index in range(len(batch))]


def waves(batch: Sequence[Append]) -> list[list[int]]:
    """The positions of a batch, parted so that no table comes twice in one part, in order."""
    parts: list[list[int]] = []
    seen: dict[str, int] = {}
    for index, append in enumerate(batch):
        turn = seen.get(append.table, 0)
        seen[append.table] = turn + 1
        if turn == len(parts):
            parts.append([])
        parts[turn].append(index)
    return parts


async def _store(connection: Connection, wave: Sequence[Append]) -> set[str]:
    """Store the appends that fit, one per table at most, and say which tables moved."""
    wanted = {append.table: append for append in wave if not repeats_itself(append.events)}
    expected = [append.expected_head for append in wanted.values()]
    previous = [append.previous_hash for append in wanted.values()]
    locked = await connection.fetch(_LOCK_TABLES, list(wanted), expected, previous)
    fitting = [wanted[row["id"]] for row in locked]
    if not fitting:
        return set()
    lasts = [append.events[-1] for append in fitting]
    moved = await connection.fetch(
        _STORE,
        [append.table for append in fitting],
        [last.seq for last in lasts],
        [last.hash for last in lasts],
        [last.at_ms for last in lasts],
        *_columns(fitting),
    )
    return {row["id"] for row in moved}


def _columns(appends: Sequence[Append]) -> list[list[Any]]:
    """The events of several appends, column by column, as unnest takes them."""
    rows = [
        (append.table, event.seq, event.at_ms, event.body, event.hash, event.command)
        for append in appends
        for event in append.events
    ]
    return [list(column) for column in zip(*rows, strict=True)]


def _loaded(table: str, rows: Sequence[asyncpg.Record]) -> StoredTable:
    code, status, head, head_hash = rows[0][:4]
    events = tuple(StoredEvent(*row[4:]) for row in rows if row["seq"] is not None)
    return StoredTable(table, code, status_of(status), events, head, head_hash)
