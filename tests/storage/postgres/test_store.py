"""The shared store: many processes, a database that goes and comes back."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from tests.kit.server.proxy import Proxy, proxy
from tests.kit.storage.logs import append, new_table
from tests.kit.storage.postgres import PostgresServer, postgres_server
from tests.kit.storage.shared import PATIENCE, append_until_heard, listen_to
from tumbletrip.storage.opening import migrate, open_store
from tumbletrip.storage.postgres.store import NOTES_BY_PREFIX, PostgresStore
from tumbletrip.storage.postgres.transactions import waves
from tumbletrip.tables.ports import Appended, EventStore, StoreDown

pytestmark = pytest.mark.anyio

STORED, CONFLICT = Appended.STORED, Appended.CONFLICT


@pytest.fixture
async def pair(postgres: PostgresServer) -> AsyncIterator[tuple[EventStore, EventStore]]:
    """Two stores on one database, as two server processes have them."""
    url = postgres.empty_database()
    one, other = await open_store(url), await open_store(url)
    yield one, other
    await one.close()
    await other.close()


def test_a_batch_is_parted_so_that_no_table_comes_twice() -> None:
    batch = [append(name, 2) for name in "abaacb"]
    assert waves(batch) == [[0, 1, 4], [2, 5], [3]]
    assert waves([]) == []


async def test_a_deadlock_with_others_is_tried_again(
    pair: tuple[EventStore, EventStore], postgres: PostgresServer
) -> None:
    """Somebody else holds b and then wants a, while our append holds a and waits for b."""
    store, _ = pair
    await store.create(new_table("a"))
    await store.create(new_table("b"))
    other = await asyncpg.connect(postgres.url(), server_settings={"deadlock_timeout": "10s"})
    transaction = other.transaction()
    await transaction.start()
    await other.execute("SELECT 1 FROM tables WHERE id = 'b' FOR UPDATE")
    appending = asyncio.create_task(store.append([append("a", 2), append("b", 2)]))
    while not await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
        await asyncio.sleep(0.01)  # until ours waits for b
    await other.execute("SELECT 1 FROM tables WHERE id = 'a' FOR UPDATE")  # ours is the victim: it asks first
    await transaction.rollback()
    assert await appending == [STORED, STORED]
    await other.close()


async def test_F9_a_full_disk_is_down_until_there_is_space(
    pair: tuple[EventStore, EventStore], postgres: PostgresServer
) -> None:
    """The server's own error for a full disk, raised by a trigger."""
    store, _ = pair
    await store.create(new_table("a"))
    connection = await asyncpg.connect(postgres.url())
    await connection.execute("""
        CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER no_space BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION no_space();
    """)
    with pytest.raises(StoreDown, match="extend"):
        await store.append([append("a", 2)])
    await connection.execute("DROP TRIGGER no_space ON events")
    assert await store.append([append("a", 2)]) == [STORED]
    await connection.close()


async def test_a_commit_waits_for_the_disk_whatever_the_database_prefers(postgres: PostgresServer) -> None:
    url = postgres.empty_database()
    connection = await asyncpg.connect(url)
    await connection.execute("ALTER ROLE test SET synchronous_commit = off")
    store = await open_store(url)
    try:
        assert isinstance(store, PostgresStore)
        rows = await store._fetch("SHOW synchronous_commit")
        assert rows[0][0] == "on"
    finally:
        await connection.execute("ALTER ROLE test RESET synchronous_commit")
        await connection.close()
        await store.close()


@pytest.mark.slow
async def test_F8_a_stopped_server_is_down_and_the_store_recovers_alone() -> None:
    with postgres_server() as server:
        store = await open_store(server.url())
        await store.create(new_table("a"))
        for seq, mode in enumerate(["fast", "immediate"], start=2):
            server.stop(mode)
            for _ in range(3):
                with pytest.raises(StoreDown):
                    await store.append([append("a", seq)])
                with pytest.raises(StoreDown):
                    await store.load("a")
            server.start()
            assert await _until_up(store, seq) == [STORED]
        assert await store.heads(["a"]) == {"a": 3}
        await store.close()


@pytest.fixture
async def line(postgres: PostgresServer) -> AsyncIterator[tuple[Proxy, PostgresStore]]:
    """A store behind a line that can fail."""
    await migrate(postgres.empty_database())
    async with proxy(postgres.port) as between:
        url = postgres.url().replace(str(postgres.port), str(between.port))
        store = await PostgresStore.connect(url, patience=1.0)
        await store.create(new_table("a"))
        yield between, store
        between.heal()
        await store.close()


async def test_F8_a_line_that_is_cut_is_down_and_comes_back(line: tuple[Proxy, PostgresStore]) -> None:
    between, store = line
    between.cut()
    with pytest.raises(StoreDown):
        await store.append([append("a", 2)])
    with pytest.raises(StoreDown):
        await store.ping()
    between.heal()
    assert await _until_up(store, 2) == [STORED]


async def test_F8_a_silent_line_is_given_up_and_a_command_is_never_stored_twice(
    line: tuple[Proxy, PostgresStore],
) -> None:
    between, store = line
    between.silence()
    with pytest.raises(StoreDown):
        await asyncio.wait_for(store.append([append("a", 2, command="c")]), PATIENCE)
    between.heal()  # what was on its way may arrive now, or not
    again = await _until_up(store, 2, command="c")
    table = await store.load("a")
    assert table is not None
    assert [event.command for event in table.events] == [None, "c"]
    assert again in ([STORED], [CONFLICT])


@pytest.mark.slow
async def test_F23_notices_come_again_after_the_listener_was_killed(
    pair: tuple[EventStore, EventStore], postgres: PostgresServer
) -> None:
    writer, listener = pair
    await writer.create(new_table("a"))
    heard: list[tuple[str, int]] = []
    listening = asyncio.create_task(listen_to(listener, heard))
    head = await append_until_heard(writer, 1, heard)
    connection = await asyncpg.connect(postgres.url())
    killed = await connection.fetchval(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE application_name = 'tumbletrip-listener'"
    )
    assert killed == 1
    heard.clear()
    await append_until_heard(writer, head, heard)
    listening.cancel()
    await connection.close()


@pytest.mark.slow
async def test_F23_a_listener_whose_line_went_silent_connects_again(
    line: tuple[Proxy, PostgresStore], postgres: PostgresServer
) -> None:
    between, behind_the_line = line
    writer = await PostgresStore.connect(postgres.url())
    heard: list[tuple[str, int]] = []
    listening = asyncio.create_task(listen_to(behind_the_line, heard))
    head = await append_until_heard(writer, 1, heard)
    between.forget()
    heard.clear()
    await append_until_heard(writer, head, heard)
    listening.cancel()
    await writer.close()


async def _until_up(store: EventStore, seq: int, command: str | None = None) -> list[Appended]:
    """Append as soon as the store answers again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await store.append([append("a", seq, command=command)])
            except StoreDown:
                await asyncio.sleep(0.1)


async def test_notes_are_found_without_reading_them_all(postgres: PostgresServer) -> None:
    url = postgres.empty_database()
    store = await open_store(url)
    await store.note("day/1/a", "5")
    connection = await asyncpg.connect(url)
    await connection.execute("SET enable_seqscan = off")  # with one note, reading all would be cheaper
    plan = await connection.fetch(f"EXPLAIN {NOTES_BY_PREFIX}", "day/1/", "day/10")
    await connection.close()
    await store.close()
    assert any("notes_by_head" in row[0] for row in plan)
    assert any("Index Cond" in row[0] for row in plan)
