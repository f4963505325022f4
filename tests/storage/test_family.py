"""A family of processes at one SQLite file: who belongs to it, whose turn it is, what a killed one leaves."""

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

from tests.kit.logs import append, new_table
from tests.kit.shared import Shared, append_until_heard, family_on, listen_to
from tumbletrip.core.errors import InputError
from tumbletrip.storage.family import FamilyStore
from tumbletrip.storage.membership import Membership
from tumbletrip.storage.opening import family_at, open_store
from tumbletrip.tables.ports import Appended, EventStore

pytestmark = pytest.mark.anyio

PARENT = """
import sys, time
from tumbletrip.storage.opening import family_at
with family_at(sys.argv[1]) as folder:
    print(folder, flush=True)
    time.sleep(600)
"""
MEMBER_AT_WORK = """
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
GREEDY_MEMBER = """
import sys, time
from pathlib import Path
from tumbletrip.storage.membership import Membership
membership = Membership(Path(sys.argv[1]))
print("ready", flush=True)
with open(sys.argv[2], "wb", buffering=0) as turns:
    while True:
        with membership:
            turns.write(b"x")
            time.sleep(0.002)
"""
SERVER_ALONE = """
import asyncio, sys
from tumbletrip.core.errors import InputError
from tumbletrip.storage import locking
from tumbletrip.storage.opening import open_store
locking.LEAVING_SECONDS = float(sys.argv[2])
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
        [sys.executable, "-c", code, *map(str, values)], stdout=subprocess.PIPE, text=True
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
    with family_on(path) as family:
        yield family


@pytest.fixture
async def store(shared: Shared) -> AsyncIterator[EventStore]:
    opened = await shared.open()
    await opened.create(new_table("a"))
    yield opened
    await opened.close()


async def test_nobody_else_opens_the_file_of_a_family(path: Path) -> None:
    with process(PARENT, path) as (_, folder):
        with pytest.raises(InputError, match="in use"):
            await open_store(str(path))
        with pytest.raises(InputError, match="in use"), family_at(str(path)):
            pass
        member = await open_store(str(path), Path(folder))
        await member.ping()
        await member.close()


async def test_a_server_alone_leaves_no_place_for_a_member(path: Path) -> None:
    """Say, one whose parent was killed before it had opened the file."""
    code = SERVER_ALONE + "import time; time.sleep(600)"
    with process(code, path, 0) as (_, line):
        assert line == "opened"
        with pytest.raises(InputError, match="in use"):
            await open_store(str(path), path.parent)


async def test_members_that_outlive_their_parent_keep_others_out_until_they_end(path: Path) -> None:
    with process(PARENT, path) as (_, folder):
        member = await open_store(str(path), Path(folder))
        await member.create(new_table("a"))
    assert "in use" in said_by_a_server_alone(path)
    assert await member.append([append("a", 2)]) == [Appended.STORED]
    waiting = asyncio.create_task(asyncio.to_thread(said_by_a_server_alone, path, 60))
    await asyncio.sleep(2)
    assert not waiting.done()
    await member.close()
    assert await waiting == "opened"


async def test_a_family_that_ended_leaves_the_file_to_others(path: Path) -> None:
    with family_on(path) as shared:
        store = await shared.open()
        await store.create(new_table("a"))
        await store.close()
    alone = await open_store(str(path))
    assert await alone.heads(["a"]) == {"a": 1}
    await alone.close()
    assert shared.family is not None
    assert not shared.family.exists()


async def test_the_folder_of_a_family_is_private(shared: Shared) -> None:
    assert shared.family is not None
    assert shared.family.stat().st_mode & 0o777 == 0o700


async def test_nobody_is_refused_for_a_wait_and_a_killed_writer_gives_way(
    store: FamilyStore, shared: Shared
) -> None:
    """SQLite's own patience is shorter than the wait: whoever waits, waits for the turn.

    Some patience it needs: a dying process gives back the turn and SQLite's own locks one after the other.
    """
    await store._writer.run(lambda database: database.execute("PRAGMA busy_timeout = 200").fetchall())
    with process(MEMBER_AT_WORK, *shared.words()) as (member, line):
        assert line == "writing"
        appending = asyncio.create_task(store.append([append("a", 2)]))
        began = time.monotonic()
        loaded = await store.load("a")  # readers do not wait
        assert loaded is not None
        assert loaded.code == "A"
        await asyncio.sleep(1.0)
        assert not appending.done()
        member.kill()
        assert await asyncio.wait_for(appending, 10) == [Appended.STORED]
        assert time.monotonic() - began < 5
    loaded = await store.load("a")
    assert loaded is not None
    assert (loaded.code, loaded.head) == ("A", 2)  # what was half done never happened


async def test_nobody_writes_twice_while_another_waits(path: Path, tmp_path: Path) -> None:
    """A greedy member wants the next turn the moment it has given one back."""
    turns = tmp_path / "turns"
    turns.touch()
    with process(GREEDY_MEMBER, path, turns) as (_, line):
        assert line == "ready"
        membership = Membership(path)
        begun_meanwhile = []
        for _ in range(99):
            time.sleep(0.005)
            before = turns.stat().st_size
            with membership:
                begun_meanwhile.append(turns.stat().st_size - before)
        membership.release()
    # Now and then the other begins between our look and our wish; without an order it would do so every time.
    assert statistics.median(begun_meanwhile) == 0


async def test_whoever_was_killed_is_no_longer_written_to_and_the_next_one_is(
    store: EventStore, shared: Shared
) -> None:
    assert shared.family is not None
    left_behind = shared.family / "heads-dead-0"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as box:
        box.bind(str(left_behind))
    assert await store.append([append("a", 2)]) == [Appended.STORED]
    assert not left_behind.exists()
    replacement = await shared.open()
    heard: list[tuple[str, int]] = []
    listening = asyncio.create_task(listen_to(replacement, heard))
    await append_until_heard(store, 2, heard)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    assert list(shared.family.iterdir()) == []  # who stops listening takes the letterbox along
    await replacement.close()


async def test_a_letterbox_that_is_full_gets_its_letters_later(store: EventStore, shared: Shared) -> None:
    """Linux lets ten letters wait; a reader that is busy for a moment misses nothing."""
    assert shared.family is not None
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as box:
        box.bind(str(shared.family / "words-busy-0"))
        words = [f"word {number}" for number in range(40)]
        await store.tell(words)
        await asyncio.sleep(0.05)
        got: list[str] = []
        box.setblocking(False)
        async with asyncio.timeout(5):
            while len(got) < len(words):
                with contextlib.suppress(BlockingIOError):
                    got.append(box.recv(10_000).decode())
                await asyncio.sleep(0.001)
    assert [piece.split('"')[3] for piece in got] == words


async def test_a_letterbox_that_nobody_empties_costs_no_memory(store: FamilyStore, shared: Shared) -> None:
    assert shared.family is not None
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as box:
        box.bind(str(shared.family / "words-stuck-0"))
        for number in range(1_000):
            await store.tell([f"word {number}"])
        (unsent,) = store._post._unsent.values()
        assert len(unsent) == unsent.maxlen


async def test_a_family_whose_folder_is_gone_still_stores(store: EventStore, shared: Shared) -> None:
    assert shared.family is not None
    shared.family.rmdir()
    assert await store.append([append("a", 2)]) == [Appended.STORED]
