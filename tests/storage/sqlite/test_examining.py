"""F28: a damaged database is found at the start, and what can be saved of it is saved."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.kit.server.damage import (
    EVENTS_EACH,
    GAMES,
    full_database,
    leaf_with,
    overwrite_page,
    overwrite_root,
)
from tests.kit.spoken import assert_spoken
from tests.kit.storage.logs import linked_append, linked_table, new_table
from tumbletrip.core.errors import InputError
from tumbletrip.storage import opening
from tumbletrip.storage.opening import open_store
from tumbletrip.storage.sqlite import checking
from tumbletrip.storage.sqlite.examining import Findings, examine, save
from tumbletrip.tables.chain import broken_at
from tumbletrip.tables.ports import Appended, Status, StoreDown

pytestmark = pytest.mark.anyio


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    made = tmp_path / "tables.sqlite"
    await full_database(made)
    return made


async def saved(found: Findings, path: Path) -> dict[str, Status]:
    """The games of a database that a doctor saved, whose logs must hold, and what each is doing."""
    target = path.with_name("saved.sqlite")
    save(found, target)
    assert examine(target).faults == ()
    store = await open_store(str(target))
    games = {}
    for table in found.tables:
        loaded = await store.load(table.row[0])
        assert loaded is not None
        assert broken_at(loaded) is None
        games[loaded.id] = loaded.status
    await store.close()
    return games


async def test_F28_a_sound_database_is_healthy_and_nothing_of_it_changes(path: Path) -> None:
    before = path.read_bytes()
    found = examine(path)
    assert found.is_healthy
    assert (len(found.tables), found.events, len(found.secrets)) == (GAMES, GAMES * EVENTS_EACH, GAMES)
    assert ("daily/secret", "hidden") in found.notes
    assert path.read_bytes() == before
    assert set((await saved(found, path)).values()) == {Status.OPEN}


async def test_F28_a_server_does_not_start_on_a_damaged_database_and_the_log_says_why(path: Path) -> None:
    overwrite_root(path, "events")
    before = path.read_bytes()
    with capture_logs() as logged, pytest.raises(InputError, match="tumbletrip doctor") as refused:
        await open_store(str(path))
    assert_spoken(refused.value)
    assert [line["event"] for line in logged] == ["database_damaged"]
    assert path.read_bytes() == before


async def test_F28_a_very_large_file_is_looked_into(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "LARGEST_CHECKED_BYTES", 4096)
    assert checking.faults_of(path) == ()
    overwrite_root(path, "events")
    assert checking.faults_of(path) != ()


async def test_F28_without_the_root_of_its_events_nothing_is_lost(path: Path) -> None:
    overwrite_root(path, "events")
    found = examine(path)
    assert not found.is_healthy
    assert found.faults
    assert found.unreadable == ("events",)
    assert (found.events, found.lost_events, len(found.gone)) == (GAMES * EVENTS_EACH, 0, 0)
    assert set((await saved(found, path)).values()) == {Status.OPEN}


async def test_F28_a_lost_page_of_events_cuts_some_games_and_spares_the_others(path: Path) -> None:
    overwrite_page(path, leaf_with(path, b"game007", b'"of"'))
    found = examine(path)
    assert 0 < found.cut + len(found.gone) < 4
    assert found.lost_events > 0
    assert found.events + found.lost_events == GAMES * EVENTS_EACH
    games = await saved(found, path)
    assert games["game020"] is Status.OPEN
    assert set(games.values()) <= {Status.OPEN, Status.QUARANTINED}


async def test_F28_games_without_their_table_are_kept_by_their_events(path: Path) -> None:
    overwrite_root(path, "tables")
    found = examine(path)
    assert "tables" in found.unreadable
    assert (found.events, found.lost_events) == (GAMES * EVENTS_EACH, 0)
    assert len(await saved(found, path)) == GAMES


async def test_F28_an_event_that_was_changed_ends_what_is_good_of_its_game(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET body = '{}' WHERE table_id = 'game003' AND seq = 5")
    found = examine(path)
    assert found.faults == ()
    assert not found.is_healthy
    assert (found.cut, found.events, found.lost_events) == (1, GAMES * EVENTS_EACH - 8, 8)
    assert (await saved(found, path))["game003"] is Status.QUARANTINED


async def test_F28_what_only_the_log_beside_the_file_holds_is_examined_too(path: Path) -> None:
    store = await open_store(str(path))
    table = linked_table("late", '{"n": 1}')
    await store.create(table)
    added = linked_append("late", 2, table.events[0].hash, '{"n": 2}')
    assert await store.append([added]) == [Appended.STORED]
    killed = path.with_name("killed.sqlite")
    for ending in ("", "-wal"):  # as a power cut leaves them
        shutil.copyfile(f"{path}{ending}", f"{killed}{ending}")
    await store.close()
    found = examine(killed)
    assert found.is_healthy
    assert [len(saved.events) for saved in found.tables if saved.row[0] == "late"] == [2]


async def test_F28_a_database_in_use_or_missing_is_refused(path: Path) -> None:
    store = await open_store(str(path))
    with pytest.raises(InputError, match="in use"):
        examine(path)
    await store.close()
    with pytest.raises(InputError, match="cannot be read"):
        examine(path.with_name("nothing.sqlite"))
    with pytest.raises(InputError, match="exists already"):
        save(examine(path), path)


async def test_F28_a_sign_of_life_reads_events_and_every_failure_is_logged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overwrite_root(path, "events")
    monkeypatch.setattr(opening, "faults_of", lambda _: ())  # damaged after it was checked
    store = await open_store(str(path))
    try:
        with capture_logs() as logged, pytest.raises(StoreDown):
            await store.ping()
        assert [line["event"] for line in logged] == ["store_down"]
        with capture_logs() as logged, pytest.raises(StoreDown):
            await store.load("game001")
        assert [line["event"] for line in logged] == ["store_down"]
        with capture_logs() as logged, pytest.raises(StoreDown):
            await store.create(new_table("another"))
        assert "store_down" in [line["event"] for line in logged]
        assert "another" not in json.dumps(logged)
    finally:
        await store.close()
