"""The embedded store: one writer, a full disk, a damaged file."""

import asyncio
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.kit.server.processes import start
from tests.kit.storage.logs import append, linked_append, linked_table, new_table
from tumbletrip.core.errors import InputError
from tumbletrip.storage.opening import open_store
from tumbletrip.storage.sqlite.store import NOTES_BY_PREFIX, SqliteStore
from tumbletrip.tables.chain import broken_at
from tumbletrip.tables.ports import Appended, EventStore, Status, StoreDown, StoredTable

PATIENCE = 120.0
pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[EventStore]:
    opened = await open_store(str(path))
    yield opened
    await opened.close()


async def test_F20_a_copy_made_while_somebody_writes_is_whole(path: Path, tmp_path: Path) -> None:
    process = start("tests.kit.storage.appender", str(path), "3")
    assert process.stdout is not None
    process.stdout.readline()
    copy = tmp_path / "copy.db"
    with sqlite3.connect(path) as original, sqlite3.connect(copy) as target:
        original.backup(target)  # what the `.backup` of docs/serving.md does
    original.close()
    target.close()
    process.kill()
    process.wait()
    process.stdout.close()
    restored = await open_store(str(copy))
    for name in ("t0", "t1", "t2"):
        table = await restored.load(name)
        assert table is not None
        assert table.head > 1
        assert broken_at(table) is None
    await restored.close()


async def test_a_second_writer_in_this_process_is_refused(store: EventStore, path: Path) -> None:
    with pytest.raises(InputError, match="in use"):
        await open_store(str(path))
    await store.ping()


async def test_a_second_writer_by_another_name_is_refused(path: Path) -> None:
    store = await open_store(str(path))
    other = path.with_name("link.db")
    other.symlink_to(path)
    with pytest.raises(InputError, match="in use"):
        await open_store(f"sqlite:///{other}")
    await store.close()


async def test_a_second_writer_process_is_refused_until_the_first_is_killed(path: Path) -> None:
    process = start("tests.kit.storage.appender", str(path), "1")
    assert process.stdout is not None
    process.stdout.readline()
    with pytest.raises(InputError, match="in use"):
        await open_store(str(path))
    process.kill()
    process.wait()
    process.stdout.close()
    store = await open_store(str(path))
    await store.close()


async def test_a_forked_worker_that_outlives_the_server_does_not_keep_the_lock(path: Path) -> None:
    code = (
        "import asyncio, os, sys, time\n"
        "from tumbletrip.storage.opening import open_store\n"
        f"asyncio.run(open_store({str(path)!r}))\n"
        "child = os.fork()\n"
        "if child == 0: time.sleep(60)\n"
        "print(child, flush=True)\n"
        "os._exit(137)\n"
    )
    server = subprocess.Popen([sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    child = int(server.stdout.readline())
    server.wait()
    try:
        store = await open_store(str(path))
        await store.close()
    finally:
        os.kill(child, signal.SIGKILL)
        server.stdout.close()


async def test_a_commit_is_on_the_disk_before_it_returns(store: SqliteStore) -> None:
    def settings(database: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [database.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await store._writer.run(settings) == ["wal", 2, 1]  # 2 is FULL


async def test_readers_do_not_wait_for_the_writer(store: SqliteStore) -> None:
    await store.create(new_table("a"))
    begun, may_end = threading.Event(), threading.Event()

    def write(_: sqlite3.Connection) -> None:
        begun.set()
        may_end.wait()

    writing = asyncio.create_task(store._writer.run(write))
    await asyncio.to_thread(begun.wait)
    try:
        assert await asyncio.wait_for(store.load("a"), PATIENCE) is not None
        assert not writing.done()
    finally:
        may_end.set()
        await writing


async def test_F9_a_full_disk_refuses_the_batch_and_the_game_goes_on_when_there_is_space(
    store: SqliteStore,
) -> None:
    await store.create(new_table("a"))
    await store.create(new_table("b"))
    await store._writer.run(lambda database: database.execute("PRAGMA max_page_count = 1").fetchall())
    with pytest.raises(StoreDown, match="full"):
        await store.append([append("b", 2, "small"), append("a", 2, "x" * 100_000)])
    with pytest.raises(StoreDown, match="full"):
        await store.create(new_table("c", "x" * 100_000))
    assert await store.heads(["a", "b", "c"]) == {"a": 1, "b": 1}
    await store._writer.run(lambda database: database.execute("PRAGMA max_page_count = 100000").fetchall())
    assert await store.append([append("a", 2, "x" * 100_000)]) == [Appended.STORED]


async def test_F9_a_commit_that_finds_no_space_is_undone(store: EventStore, path: Path) -> None:
    """The operating system refuses to let the write-ahead log grow, as a full disk does."""
    await store.create(new_table("a"))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    log_size = path.with_name("tables.db-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (log_size + 5_000, hard))
    try:
        with pytest.raises(StoreDown):
            await store.append([append("a", 2, "x" * 100_000)])
        assert await store.heads(["a"]) == {"a": 1}
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert await store.append([append("a", 2, "x" * 100_000)]) == [Appended.STORED]
    assert await store.heads(["a"]) == {"a": 2}


async def test_a_file_that_another_program_locks_is_down_and_comes_back(
    store: SqliteStore, path: Path
) -> None:
    await store.create(new_table("a"))
    await store._writer.run(lambda database: database.execute("PRAGMA busy_timeout = 50").fetchall())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreDown, match="locked"):
        await store.append([append("a", 2)])
    other.execute("ROLLBACK")
    other.close()
    assert await store.append([append("a", 2)]) == [Appended.STORED]


DAMAGES: dict[str, tuple[str, int]] = {
    "a changed body": ("UPDATE events SET body = 'other' WHERE table_id = 'a' AND seq = 3", 3),
    "a flipped bit": ("UPDATE events SET body = CAST(x'74ff65' AS TEXT) WHERE table_id = 'a' AND seq = 2", 2),
    "a changed time": ("UPDATE events SET at_ms = at_ms + 1 WHERE table_id = 'a' AND seq = 1", 1),
    "a changed hash": ("UPDATE events SET hash = 'f' || substr(hash, 2) WHERE table_id = 'a' AND seq = 4", 4),
    "a missing event": ("DELETE FROM events WHERE table_id = 'a' AND seq = 2", 2),
    "a missing end": ("DELETE FROM events WHERE table_id = 'a' AND seq > 2", 3),
    "nothing left": ("DELETE FROM events WHERE table_id = 'a'", 1),
    "a changed head": ("UPDATE tables SET head_hash = 'x' WHERE id = 'a'", 5),
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_F20_a_damaged_log_is_named_and_the_others_live_on(
    store: EventStore, path: Path, damage: str
) -> None:
    sql, place = DAMAGES[damage]
    await store.create(linked_table("a", "one", "two", "three", "four"))
    await store.create(linked_table("b", "one"))
    _meddle(path, lambda database: database.execute(sql))
    assert broken_at(await _loaded(store, "a")) == place
    assert broken_at(await _loaded(store, "b")) is None
    untouched = await _loaded(store, "b")
    assert await store.append([linked_append("b", 2, untouched.head_hash, "two")]) == [Appended.STORED]


async def test_F20_swapped_events_break_the_chain(store: EventStore, path: Path) -> None:
    await store.create(linked_table("a", "one", "two", "three"))
    swap = "UPDATE events SET seq = 99 WHERE seq = 2; UPDATE events SET seq = 2 WHERE seq = 3;"
    _meddle(path, lambda database: database.executescript(swap + "UPDATE events SET seq = 3 WHERE seq = 99"))
    assert broken_at(await _loaded(store, "a")) == 2


async def test_F20_a_status_that_nobody_wrote_sets_the_table_aside(store: EventStore, path: Path) -> None:
    await store.create(new_table("a"))
    _meddle(path, lambda database: database.execute("UPDATE tables SET status = 'opfn'"))
    assert (await _loaded(store, "a")).status is Status.QUARANTINED


def _meddle(path: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    """Change the file behind the store's back."""
    database = sqlite3.connect(path)
    change(database)
    database.commit()
    database.close()


async def _loaded(store: EventStore, table: str) -> StoredTable:
    loaded = await store.load(table)
    assert loaded is not None
    return loaded


async def test_notes_are_found_without_reading_them_all(store: EventStore, path: Path) -> None:
    await store.note("day/1/a", "5")
    with sqlite3.connect(path) as database:
        plan = database.execute(f"EXPLAIN QUERY PLAN {NOTES_BY_PREFIX}", ("day/1/", "day/10")).fetchall()
    database.close()
    assert [step[-1].split(" (")[0] for step in plan] == ["SEARCH notes USING INDEX notes_by_head"]
