"""What is done to tables in one transaction: created, appended to, forgotten, rewritten.

An append first locks the rows of its tables, always in the order of their ids, and then stores what fits:
under those locks nobody else can append, so one look decides.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tumbletrip.storage.checks import repeats_itself
from tumbletrip.storage.peers.peer_messages import head_messages
from tumbletrip.storage.postgres.notifications import HEADS
from tumbletrip.tables.chain import START
from tumbletrip.tables.ports import Append, Appended, NewTable, StoredEvent

Connection = Any  # a pool hands out proxies that behave like asyncpg.Connection

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
_MOVE_HEAD = """
    UPDATE tables SET head_hash = $4 WHERE id = $1 AND head_hash = $2 AND head_seq = $3 RETURNING id
"""
_REWRITE = """
    UPDATE events SET body = new.body, hash = new.hash
    FROM unnest($2::int[], $3::text[], $4::text[]) AS new (seq, body, hash)
    WHERE events.table_id = $1 AND events.seq = new.seq
"""


async def create(connection: Connection, table: NewTable) -> bool:
    """Keep a new table; False if its id or code is taken."""
    first, last = table.events[0], table.events[-1]
    async with connection.transaction():
        added = await connection.fetch(
            _CREATE,
            table.id,
            table.stored_code,
            table.status.value,
            first.at_ms,
            last.seq,
            last.hash,
            last.at_ms,
        )
        if not added:
            return False
        await connection.execute(_ADD_EVENTS, *_columns([Append(table.id, START, table.events)]))
        await connection.execute(_ADD_SECRETS, table.id, list(table.secrets), list(table.secrets.values()))
    return True


async def forget(connection: Connection, tables: Sequence[str], sender: str) -> int:
    """Delete tables with all that is kept of them; how many there were."""
    async with connection.transaction():
        # In the order in which appends lock them.
        locked = "SELECT id FROM tables WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
        found = [row["id"] for row in await connection.fetch(locked, list(tables))]
        for name in ("drafts", "visits", "seat_secrets", "events"):
            await connection.execute(f"DELETE FROM {name} WHERE table_id = ANY($1::text[])", found)
        gone = "DELETE FROM tables WHERE id = ANY($1::text[]) RETURNING id, head_seq"
        heads = {row["id"]: row["head_seq"] for row in await connection.fetch(gone, found)}
        await _tell_heads(connection, heads, sender)
    return len(found)


async def rewrite(
    connection: Connection, table: str, previous_head: str, events: Sequence[StoredEvent], sender: str
) -> bool:
    """Replace a table's whole log, and drop its drafts; False if it has moved on."""
    last = events[-1]
    async with connection.transaction():
        if not await connection.fetch(_MOVE_HEAD, table, previous_head, last.seq, last.hash):
            return False
        rows = [(event.seq, event.body, event.hash) for event in events]
        await connection.execute(_REWRITE, table, *map(list, zip(*rows, strict=True)))
        await connection.execute("DELETE FROM drafts WHERE table_id = $1", table)
        await _tell_heads(connection, {table: last.seq}, sender)
    return True


async def append(connection: Connection, batch: Sequence[Append], sender: str) -> list[Appended]:
    """Store a batch in one transaction, in waves that hold each table once: usually one wave is enough."""
    stored: set[int] = set()
    async with connection.transaction():
        for wave in waves(batch):
            moved = await _store(connection, [batch[index] for index in wave])
            stored |= {index for index in wave if batch[index].table in moved}
        heads = {batch[index].table: batch[index].events[-1].seq for index in sorted(stored)}
        await _tell_heads(connection, heads, sender)
    return [Appended.STORED if index in stored else Appended.CONFLICT for index in range(len(batch))]


async def _tell_heads(connection: Connection, heads: Mapping[str, int], sender: str) -> None:
    """Notify the other processes, once this transaction is committed."""
    if heads:
        messages = head_messages(sender, heads)
        told = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
        await connection.execute(told, HEADS, messages)


def waves(batch: Sequence[Append]) -> list[list[int]]:
    """The indices of a batch in their order, split so that no table comes twice in one part."""
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
    """Store the appends that do not conflict, at most one per table; the tables that have a new head."""
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
