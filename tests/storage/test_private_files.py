"""F33, F34: a database is for its owner alone, and has one name."""

import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.storage.logs import new_table
from tumbletrip.core.errors import InputError
from tumbletrip.storage.migrating import migrate_sqlite
from tumbletrip.storage.opening import open_store, shared_by_workers

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights"),
]


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    """The usual mask of systems, which lets everybody read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_F33_a_new_database_its_logs_and_its_folders_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "deeper" / "tables.sqlite"
    store = await open_store(str(path))
    await store.create(new_table("a"))
    made = {file.name: rights(file) for file in path.parent.iterdir()}
    await store.close()
    assert made.keys() >= {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm", "tables.sqlite.lock"}
    assert set(made.values()) == {0o600}
    assert [rights(folder) for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]


async def test_F33_an_older_database_is_closed_to_others_and_its_copy_too(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    migrate_sqlite(path, "0001")
    older = tmp_path / "tables.sqlite.before-0000.bak"
    older.touch(0o644)
    assert (rights(path), rights(older)) == (0o644, 0o644)
    store = await open_store(str(path))
    await store.close()
    files = [path, older, tmp_path / "tables.sqlite.before-0001.bak"]
    assert [rights(file) for file in files] == [0o600] * 3


async def test_F33_folders_that_were_there_are_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    store = await open_store(str(tmp_path / "tables.sqlite"))
    await store.close()
    assert rights(tmp_path) == 0o755


async def test_F34_a_second_server_on_a_hard_link_is_refused(tmp_path: Path) -> None:
    first = await open_store(str(tmp_path / "tables.sqlite"))
    link = tmp_path / "elsewhere" / "tables.sqlite"
    link.parent.mkdir()
    link.hardlink_to(tmp_path / "tables.sqlite")
    try:
        with pytest.raises(InputError, match="second name"):
            await open_store(str(link))
        with pytest.raises(InputError, match="second name"), shared_by_workers(str(link)):
            pass
        assert await first.create(new_table("a"))
    finally:
        await first.close()
    link.unlink()
    again = await open_store(str(tmp_path / "tables.sqlite"))
    await again.close()
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
