"""The shared store: any number of server processes on one PostgreSQL database, of whom none owns a table."""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeAlias, TypeVar

import asyncpg
import structlog

from tumbletrip.storage.checks import check_batch, check_new, end_of_prefix, is_storable, status_of
from tumbletrip.storage.peers.peer_messages import word_messages
from tumbletrip.storage.postgres import transactions
from tumbletrip.storage.postgres.connecting import LOST, connect
from tumbletrip.storage.postgres.notifications import WORDS, listen_for_heads, listen_for_words
from tumbletrip.storage.postgres.transactions import Connection
from tumbletrip.tables.ports import (
    Append,
    Appended,
    NewTable,
    Status,
    StoredDraft,
    StoredEvent,
    StoreDown,
    StoredTable,
)

Result = TypeVar("Result")
Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"

log = structlog.get_logger(__name__)

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
_KEEP_DRAFTS = """
INSERT INTO drafts (table_id, seat, round, body)
SELECT tables.id, kept.seat, kept.round, kept.body
FROM unnest($1::text[], $2::int[], $3::int[], $4::text[]) AS kept (table_id, seat, round, body)
JOIN tables ON tables.id = kept.table_id
ON CONFLICT (table_id, seat) DO UPDATE SET round = excluded.round, body = excluded.body
"""
# ~>=~ and ~<~ compare byte by byte, as the index notes_by_head does.
NOTES_BY_PREFIX = "SELECT name, value FROM notes WHERE name ~>=~ $1 AND name ~<~ $2 ORDER BY name"
_SET_STATUS = "UPDATE tables SET status = $2 WHERE id = $1"
_FREE_CODE = "UPDATE tables SET status = $2, code = id WHERE id = $1"
_VISIT = """
INSERT INTO visits (table_id, at_ms) SELECT id, $2 FROM tables WHERE id = ANY($1::text[])
ON CONFLICT (table_id) DO UPDATE SET at_ms = excluded.at_ms
"""
_IDLE = """
    SELECT id FROM tables LEFT JOIN visits ON table_id = id
    WHERE status = ANY($1::text[]) AND greatest(last_at_ms, at_ms) < $2
    ORDER BY greatest(last_at_ms, at_ms), id LIMIT $3
"""


class PostgresStore:
    """Tables in a database that other processes use too."""

    def __init__(self, url: str, readers: Pool, writers: Pool, patience: float) -> None:
        """Use two pools of connections to a database that has the newest schema."""
        self._url = url
        self._readers = readers
        self._writers = writers
        self._patience = patience
        self._name = secrets.token_hex(8)  # by which a process knows its own notifications

    @classmethod
    async def connect(cls, url: str, patience: float = 10.0) -> "PostgresStore":
        """A store on a database; raises StoreDown if there is no answer within `patience` seconds."""
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
        return await self._run(self._writers, lambda connection: transactions.create(connection, table))

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Add events to several tables in one commit; each append succeeds or conflicts by itself."""
        check_batch(batch)
        return await self._run(
            self._writers, lambda connection: transactions.append(connection, batch, self._name)
        )

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

    async def keep_drafts(self, drafts: Sequence[StoredDraft]) -> None:
        """Keep drafts, each in the place of its seat's last one; those of unknown tables are left out."""
        latest = {(draft.table, draft.seat): draft for draft in drafts}.values()
        columns = zip(*((draft.table, draft.seat, draft.round, draft.body) for draft in latest), strict=True)
        await self._write(_KEEP_DRAFTS, *map(list, columns))

    async def drafts(self, table: str) -> tuple[StoredDraft, ...]:
        """The drafts kept for a table, by seat; also those that have become void since."""
        if not is_storable(table):
            return ()
        rows = await self._fetch("SELECT * FROM drafts WHERE table_id = $1 ORDER BY seat", table)
        return tuple(StoredDraft(*row.values()) for row in rows)

    async def set_status(self, table: str, status: Status) -> None:
        """Set a table's status; one that has ended gives its code back."""
        await self._write(_FREE_CODE if status.has_ended else _SET_STATUS, table, status.value)

    async def visited(self, tables: Sequence[str], at_ms: int) -> None:
        """Note that somebody looked at these tables; unknown ones are left out."""
        await self._write(_VISIT, sorted(set(tables)), at_ms)

    async def idle_tables(self, statuses: Sequence[Status], before_ms: int, limit: int) -> list[str]:
        """Tables of a status whose last event and visit are older than a time, oldest first."""
        names = [status.value for status in statuses]
        return [row["id"] for row in await self._fetch(_IDLE, names, before_ms, limit)]

    async def newest_ms(self) -> int | None:
        """The time of the newest event of all tables."""
        rows = await self._fetch("SELECT max(last_at_ms) FROM tables")
        newest: int | None = rows[0][0]
        return newest

    async def table_ids(self, after: str, limit: int) -> list[str]:
        """Ids of tables in their order, those after one."""
        sql = 'SELECT id FROM tables WHERE id COLLATE "C" > $1 ORDER BY id COLLATE "C" LIMIT $2'
        return [row["id"] for row in await self._fetch(sql, after, limit)]

    async def forget(self, tables: Sequence[str]) -> int:
        """Delete tables with all that is kept of them."""
        return await self._run(
            self._writers, lambda connection: transactions.forget(connection, tables, self._name)
        )

    async def rewrite(self, table: str, previous_head: str, events: Sequence[StoredEvent]) -> bool:
        """Replace a table's whole log, and drop its drafts; False if it has moved on."""
        return await self._run(
            self._writers,
            lambda connection: transactions.rewrite(connection, table, previous_head, events, self._name),
        )

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last sequence number of each of these tables; unknown ones are left out."""
        sql = "SELECT id, head_seq FROM tables WHERE id = ANY($1::text[])"
        return {row["id"]: row["head_seq"] for row in await self._fetch(sql, list(tables))}

    async def note(self, name: str, value: str) -> str:
        """Keep a note for all processes, durably, unless its name is taken; the value that is stored."""
        await self._write("INSERT INTO notes VALUES ($1, $2) ON CONFLICT DO NOTHING", name, value)
        rows = await self._fetch("SELECT value FROM notes WHERE name = $1", name)
        found: str = rows[0]["value"]
        return found

    async def drop_notes(self, names: Sequence[str]) -> None:
        """Delete notes."""
        await self._write("DELETE FROM notes WHERE name = ANY($1::text[])", list(names))

    async def notes(self, prefix: str) -> dict[str, str]:
        """All notes whose names begin with a prefix, by name."""
        rows = await self._fetch(NOTES_BY_PREFIX, prefix, end_of_prefix(prefix))
        return {row["name"]: row["value"] for row in rows}

    def changes(self) -> AsyncIterator[Sequence[tuple[str, int]]]:
        """Tables that other processes appended to, with their new heads; reconnects by itself."""
        return listen_for_heads(self._url, self._name)

    async def tell(self, words: Sequence[str]) -> None:
        """Send words that are not kept to the other processes."""
        messages = word_messages(self._name, words)
        await self._write("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", WORDS, messages)

    def hear(self) -> AsyncIterator[tuple[str, str]]:
        """Words of the other processes with their senders; reconnects by itself."""
        return listen_for_words(self._url, self._name)

    async def ping(self) -> None:
        """Return if the store can be read, its events too, and written; raises StoreDown if not."""
        await self._fetch("SELECT hash FROM events LIMIT 1")
        await self._write("UPDATE alembic_version SET version_num = version_num")

    async def close(self) -> None:
        """Finish what is under way and close the connections."""
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
        """Do some work on a connection, again after a deadlock; raises StoreDown if it cannot be done."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                async with pool.acquire(timeout=self._patience) as connection:
                    return await work(connection)
            except asyncpg.TransactionRollbackError as error:  # deadlock, serialisation
                if attempt == _ATTEMPTS:
                    raise _down_for(error) from error
                await asyncio.sleep(random.uniform(0, 0.02 * attempt))
            except LOST as error:
                raise _down_for(error) from error
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


def _down_for(error: Exception) -> StoreDown:
    """What a failure of the database means for whoever asked; it is logged for whoever runs the server (F28).

    The first line only: those after it may quote rows.
    """
    log.error("store_down", reason=_reason(error).split("\n")[0], kind=type(error).__name__)
    return StoreDown(_reason(error))


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def _loaded(table: str, rows: Sequence[asyncpg.Record]) -> StoredTable:
    code, status, head, head_hash = rows[0][:4]
    events = tuple(StoredEvent(*row[4:]) for row in rows if row["seq"] is not None)
    return StoredTable(table, code, status_of(status), events, head, head_hash)
