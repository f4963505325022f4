"""F1: what a store has acknowledged is there after the process, or the database server, was killed."""

import asyncio
import random
import subprocess
import time
from pathlib import Path
from threading import Thread

import pytest

from tests.kit.server.processes import start
from tests.kit.server.servers import PATIENCE
from tests.kit.storage.page_journal import killed_while_writing, rows_kept
from tests.kit.storage.postgres import postgres_server
from tests.kit.storage.shared import Shared, workers_on
from tumbletrip.tables.chain import broken_at

TABLES = 20
KILLS = 6


def killed_appender(url: str, seconds: float) -> dict[str, int]:
    """Let a process append for a while after its first acknowledgement, kill it, and say what it was told."""
    return killed_after(start("tests.kit.storage.appender", url, str(TABLES)), seconds)


def killed_after(process: subprocess.Popen[str], seconds: float) -> dict[str, int]:
    """Kill an appender some time after its first acknowledgement, and say what it was told."""
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(seconds)
    process.kill()
    lines = [first, *process.stdout.read().split("\n")[:-1]]  # the last line may be cut short
    process.stdout.close()
    process.wait()
    return {name: int(seq) for name, seq in (line.split() for line in lines)}


def assert_all_there(database: Shared, acknowledged: dict[str, int]) -> None:
    """Every acknowledged event is stored, with nothing missing or doubled before it."""

    async def check() -> None:
        store = await database.open()
        for name, seq in acknowledged.items():
            table = await store.load(name)
            assert table is not None
            assert table.head >= seq
            assert [event.body for event in table.events[1:]] == [
                f"event {n}" for n in range(2, table.head + 1)
            ]
            assert broken_at(table) is None
        await store.close()

    asyncio.run(check())


@pytest.mark.slow
def test_F1_sqlite_keeps_what_it_acknowledged_before_a_kill(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    chance = random.Random(1)
    heads = []
    for _ in range(6):
        acknowledged = killed_appender(url, chance.uniform(0, 0.3))
        assert len(acknowledged) == TABLES
        assert_all_there(Shared(url), acknowledged)
        heads.append(acknowledged["t0"])
    assert heads == sorted(heads)
    assert heads[-1] > heads[0]


@pytest.mark.slow
def test_F1_workers_keep_what_they_acknowledged_when_one_of_them_is_killed(tmp_path: Path) -> None:
    """The other writes on all the while, at tables of its own and in turns with those that are killed."""
    chance = random.Random(3)
    with workers_on(tmp_path / "tables.db") as shared:
        url, folder = shared.words()
        steady = start("tests.kit.storage.appender", url, str(TABLES), folder, "steady")
        assert steady.stdout is not None
        told: list[str] = []
        listening = Thread(target=told.extend, args=(steady.stdout,))  # unheard it would soon fall silent
        listening.start()
        for _ in range(KILLS):
            hit = start("tests.kit.storage.appender", url, str(TABLES), folder, "hit")
            acknowledged = killed_after(hit, chance.uniform(0, 0.3))
            assert len(acknowledged) == TABLES
            assert_all_there(shared, acknowledged)
            wait_until_told(told, "steady0", head_of(shared, "steady0") + 1)  # it still has its turns
        assert steady.poll() is None
        steady.kill()
        steady.wait()
        listening.join()
        steady.stdout.close()
        whole = [line.split() for line in told if line.endswith("\n")]
        assert_all_there(shared, {name: int(seq) for name, seq in whole})


def wait_until_told(told: list[str], table: str, seq: int) -> None:
    """Wait until a process says that an event of a table, or a later one, was acknowledged."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        heads = (line.split() for line in reversed(told[-2 * TABLES :]) if line.endswith("\n"))
        if any(name == table and int(head) >= seq for name, head in heads):
            return
        time.sleep(0.01)
    raise AssertionError("the other does not write any more")


def head_of(database: Shared, name: str) -> int:
    """The last event of a table; 0 before there is one."""

    async def look() -> int:
        store = await database.open()
        table = await store.load(name)
        await store.close()
        return table.head if table else 0

    return asyncio.run(look())


@pytest.mark.slow
def test_F1_postgres_keeps_what_it_acknowledged_before_a_crash_of_the_server() -> None:
    chance = random.Random(2)
    with postgres_server() as server:
        for _ in range(4):
            acknowledged = killed_appender(server.url(), chance.uniform(0, 0.3))
            server.stop("immediate")
            server.start()
            assert len(acknowledged) == TABLES
            assert_all_there(Shared(server.url()), acknowledged)


@pytest.mark.slow
def test_F1_a_page_keeps_what_it_acknowledged_before_its_browser_was_killed(tmp_path: Path) -> None:
    acknowledged = asyncio.run(killed_while_writing(tmp_path, rows=30))
    kept = asyncio.run(rows_kept(tmp_path))
    assert len(kept) >= acknowledged >= 30
    assert kept == {str(n): f"event {n}" for n in range(1, len(kept) + 1)}
