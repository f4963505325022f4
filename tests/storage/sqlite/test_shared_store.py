"""Several workers on one SQLite file: who may open it, whose turn it is, what a killed one leaves behind."""

import asyncio
import contextlib
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.kit.storage.logs import append, new_table
from tests.kit.storage.shared import PATIENCE, Shared, append_until_heard, listen_to, workers_on
from tumbletrip.core.errors import InputError
from tumbletrip.storage.opening import open_store, shared_by_workers
from tumbletrip.storage.sqlite.shared_store import SharedSqliteStore
from tumbletrip.storage.sqlite.write_turns import WriteTurns
from tumbletrip.tables.ports import Appended, EventStore

pytestmark = pytest.mark.anyio

PARENT = """
import sys, time
from tumbletrip.storage.opening import shared_by_workers
with shared_by_workers(sys.argv[1]) as folder:
    print(folder, flush=True)
    time.sleep(600)
"""
WORKER_AT_WORK = """
import asyncio, sys, time
from pathlib import Path
from tumbletrip.storage.opening import open_store
def work(database):
    database.execute("UPDATE tables SET code = 'half done'")
    print("writing", flush=True)
    time.sleep(600)
async def main():
    store = await open_store(sys.argv[1], Path(sys.argv[2]))
    await store._writer.write(work)
asyncio.run(main())
"""
GREEDY_WORKER = """
import sys, time
from pathlib import Path
from tumbletrip.storage.sqlite.write_turns import WriteTurns
own_turns = WriteTurns(Path(sys.argv[1]))
print("ready", flush=True)
with open(sys.argv[2], "wb", buffering=0) as turns:
    while True:
        with own_turns:
            turns.write(b"x")
            time.sleep(0.002)
"""
SERVER_ALONE = """
import asyncio, sys
from tumbletrip.core.errors import InputError
from tumbletrip.storage.sqlite import locking
from tumbletrip.storage.opening import open_store
locking.ORPHANS_END_SECONDS = float(sys.argv[2])
try:
    asyncio.run(open_store(sys.argv[1]))
except InputError as error:
    print(error)
else:
    print("opened")
"""


@contextlib.contextmanager
def process(code: str, *values: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A Python process and its first line; killed in the end."""
    started = subprocess.Popen(
        [sys.executable, "-u", "-c", code, *map(str, values)], stdout=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    try:
        yield started, started.stdout.readline().strip()
    finally:
        started.kill()
        started.wait()
        started.stdout.close()


def said_by_a_server_alone(path: Path, patience: float = 0.1) -> str:
    """What a server of one process, started now, says about a file."""
    with process(SERVER_ALONE, path, patience) as (_, line):
        return line


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def shared(path: Path) -> Iterator[Shared]:
    with workers_on(path) as database:
        yield database


@pytest.fixture
async def store(shared: Shared) -> AsyncIterator[EventStore]:
    opened = await shared.open()
    await opened.create(new_table("a"))
    yield opened
    await opened.close()


async def test_nobody_else_opens_a_file_that_workers_share(path: Path) -> None:
    with process(PARENT, path) as (_, folder):
        with pytest.raises(InputError, match="in use"):
            await open_store(str(path))
        with pytest.raises(InputError, match="in use"), shared_by_workers(str(path)):
            pass
        worker = await open_store(str(path), Path(folder))
        await worker.ping()
        await worker.close()


async def test_a_server_of_one_process_leaves_no_place_for_a_worker(path: Path) -> None:
    """Say, one whose parent was killed before it had opened the file."""
    code = SERVER_ALONE + "import time; time.sleep(600)"
    with process(code, path, 0) as (_, line):
        assert line == "opened"
        with pytest.raises(InputError, match="in use"):
            await open_store(str(path), path.parent)


@pytest.mark.slow
async def test_workers_that_outlive_their_parent_keep_others_out_until_they_end(path: Path) -> None:
    with process(PARENT, path) as (_, folder):
        worker = await open_store(str(path), Path(folder))
        await worker.create(new_table("a"))
    assert "in use" in said_by_a_server_alone(path)
    assert await worker.append([append("a", 2)]) == [Appended.STORED]
    waiting = asyncio.create_task(asyncio.to_thread(said_by_a_server_alone, path, 60))
    await asyncio.sleep(2)
    assert not waiting.done()
    await worker.close()
    assert await waiting == "opened"


async def test_workers_that_ended_leave_the_file_to_others(path: Path) -> None:
    with workers_on(path) as shared:
        store = await shared.open()
        await store.create(new_table("a"))
        await store.close()
    alone = await open_store(str(path))
    assert await alone.heads(["a"]) == {"a": 1}
    await alone.close()
    assert shared.worker_folder is not None
    assert not shared.worker_folder.exists()


async def test_the_folder_of_the_sockets_is_private(shared: Shared) -> None:
    assert shared.worker_folder is not None
    assert shared.worker_folder.stat().st_mode & 0o777 == 0o700


async def test_nobody_is_refused_for_a_wait_and_a_killed_writer_gives_way(
    store: SharedSqliteStore, shared: Shared
) -> None:
    """SQLite's own patience is shorter than the wait: whoever waits, waits for the turn.

    Some patience it needs: a dying process gives back the turn and SQLite's own locks one after the other.
    """
    await store._writer.run(lambda database: database.execute("PRAGMA busy_timeout = 200").fetchall())
    with process(WORKER_AT_WORK, *shared.words()) as (worker, line):
        assert line == "writing"
        appending = asyncio.create_task(store.append([append("a", 2)]))
        loaded = await store.load("a")  # readers do not wait
        assert loaded is not None
        assert loaded.code == "A"
        await asyncio.sleep(1.0)
        assert not appending.done()
        worker.kill()
        assert await asyncio.wait_for(appending, PATIENCE) == [Appended.STORED]
    loaded = await store.load("a")
    assert loaded is not None
    assert (loaded.code, loaded.head) == ("A", 2)  # what was half done never happened


async def test_nobody_writes_twice_while_another_waits(path: Path, tmp_path: Path) -> None:
    """A greedy worker wants the next turn the moment it has given one back."""
    turns = tmp_path / "turns"
    turns.touch()
    with process(GREEDY_WORKER, path, turns) as (_, line):
        assert line == "ready"
        own_turns = WriteTurns(path)
        begun_meanwhile = []
        for _ in range(99):
            time.sleep(0.005)
            before = turns.stat().st_size
            with own_turns:
                begun_meanwhile.append(turns.stat().st_size - before)
        own_turns.release()
    # Now and then the other begins between our look and our request; without an order it would always.
    assert statistics.median(begun_meanwhile) == 0


async def test_a_killed_worker_is_no_longer_sent_to_and_its_replacement_is(
    store: EventStore, shared: Shared
) -> None:
    assert shared.worker_folder is not None
    left_behind = shared.worker_folder / "heads-dead-0"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as peer:
        peer.bind(str(left_behind))
    assert await store.append([append("a", 2)]) == [Appended.STORED]
    assert not left_behind.exists()
    replacement = await shared.open()
    heard: list[tuple[str, int]] = []
    listening = asyncio.create_task(listen_to(replacement, heard))
    await append_until_heard(store, 2, heard)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    assert list(shared.worker_folder.iterdir()) == []  # who stops listening removes its socket
    await replacement.close()


async def test_a_peer_whose_buffer_is_full_gets_its_datagrams_later(
    store: EventStore, shared: Shared
) -> None:
    """Linux queues ten datagrams; a reader that is busy for a moment misses nothing."""
    assert shared.worker_folder is not None
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as peer:
        peer.bind(str(shared.worker_folder / "words-busy-0"))
        words = [f"word {number}" for number in range(40)]
        await store.tell(words)
        await asyncio.sleep(0.05)
        got: list[str] = []
        peer.setblocking(False)
        async with asyncio.timeout(PATIENCE):
            while len(got) < len(words):
                with contextlib.suppress(BlockingIOError):
                    got.append(peer.recv(10_000).decode())
                await asyncio.sleep(0.001)
    assert [piece.split('"')[3] for piece in got] == words


async def test_a_peer_that_never_reads_costs_no_memory(store: SharedSqliteStore, shared: Shared) -> None:
    assert shared.worker_folder is not None
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as peer:
        peer.bind(str(shared.worker_folder / "words-stuck-0"))
        for number in range(1_000):
            await store.tell([f"word {number}"])
        (queue,) = store._peers._queued.values()
        assert len(queue) == queue.maxlen


async def test_workers_whose_folder_is_gone_still_store(store: EventStore, shared: Shared) -> None:
    assert shared.worker_folder is not None
    shared.worker_folder.rmdir()
    assert await store.append([append("a", 2)]) == [Appended.STORED]
