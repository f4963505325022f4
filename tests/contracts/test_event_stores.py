"""What every store promises: SQLite, SQLite with several workers, PostgreSQL, and the journal of a device.

A device's journal is tried in a file, and as a real browser keeps it.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.kit.storage.file_journal import JournalFile
from tests.kit.storage.logs import after, append, events, linked_table, new_table
from tests.kit.storage.page_journal import Chromium, JournalPage, chromium_of_its_own
from tests.kit.storage.shared import Shared, workers_on
from tests.kit.storage.store_model import BATCHES, Attempt, ModelStore
from tumbletrip.tables.chain import broken_at
from tumbletrip.tables.ports import (
    Append,
    Appended,
    EventStore,
    NewTable,
    Status,
    StoredDraft,
    StoredEvent,
    StoreDown,
)

pytestmark = pytest.mark.anyio

_examples = count()  # random examples share a store, and each takes new tables
STORED, CONFLICT = Appended.STORED, Appended.CONFLICT


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with chromium_of_its_own() as running:
        yield running


IN_A_PAGE = pytest.param("page", marks=pytest.mark.slow)


@pytest.fixture(params=["sqlite", "workers", "postgres", "journal", IN_A_PAGE])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shared | JournalFile | JournalPage]:
    """An empty database of each kind, to be opened more than once."""
    if request.param == "workers":
        with workers_on(tmp_path / "tables.db") as shared:
            yield shared
    elif request.param == "postgres":
        yield Shared(request.getfixturevalue("postgres").empty_database())
    elif request.param == "journal":
        yield JournalFile(tmp_path / "journal")
    elif request.param == "page":
        yield JournalPage(request.getfixturevalue("chromium"))
    else:
        yield Shared(f"sqlite:///{tmp_path}/tables.db")


@pytest.fixture
async def store(database: Shared | JournalFile | JournalPage) -> AsyncIterator[EventStore]:
    opened = await database.open()
    yield opened
    await opened.close()


async def bodies(store: EventStore, table: str, after: int = 0) -> list[str]:
    loaded = await store.load(table, after)
    assert loaded is not None
    return [event.body for event in loaded.events]


async def test_a_new_table_is_loaded_as_it_was_created(store: EventStore) -> None:
    table = linked_table("a", "set", "go")
    assert await store.create(table)
    loaded = await store.load("a")
    assert loaded is not None
    assert loaded.events == table.events
    assert (loaded.id, loaded.code, loaded.status, loaded.head) == ("a", "A", Status.OPEN, 2)
    assert broken_at(loaded) is None


async def test_an_id_and_a_code_are_given_once(store: EventStore) -> None:
    assert await store.create(new_table("a", "first"))
    assert not await store.create(new_table("a", "second"))
    assert not await store.create(NewTable("b", "A", events("b", 1, "same code")))
    assert await bodies(store, "a") == ["first"]
    assert await store.load("b") is None


async def test_a_table_that_was_not_created_leaves_no_secrets(store: EventStore) -> None:
    await store.create(new_table("a"))
    await store.create(new_table("a", secrets={0: "late"}))
    assert await store.seat_of("a", "late") == ()


async def test_appended_events_follow_the_others(store: EventStore) -> None:
    await store.create(new_table("a", "one"))
    assert await store.append([append("a", 2, "two", "three")]) == [STORED]
    assert await bodies(store, "a") == ["one", "two", "three"]
    assert await bodies(store, "a", after=2) == ["three"]
    assert await bodies(store, "a", after=9) == []


async def test_an_append_to_an_old_head_conflicts_and_changes_nothing(store: EventStore) -> None:
    await store.create(new_table("a", "one", "two"))
    before = await store.load("a")
    assert await store.append([append("a", 2, "late")]) == [CONFLICT]
    assert await store.append([append("a", 4, "early")]) == [CONFLICT]
    assert await store.append([append("nowhere", 1, "lost")]) == [CONFLICT]
    assert await store.load("a") == before


async def test_an_append_that_follows_on_an_event_of_somebody_else_conflicts(store: EventStore) -> None:
    await store.create(new_table("a", "one"))
    stranger = Append("a", "b#1", events("a", 2, "built on what was never stored"))
    assert await store.append([stranger, append("a", 2, "two")]) == [CONFLICT, STORED]
    assert await bodies(store, "a") == ["one", "two"]


async def test_a_command_is_stored_once_per_table(store: EventStore) -> None:
    await store.create(new_table("a"))
    await store.create(new_table("b"))
    assert await store.append([append("a", 2, "move", command="c1")]) == [STORED]
    assert await store.append([append("a", 3, "move again", command="c1")]) == [CONFLICT]
    assert await store.append([append("b", 2, "other table", command="c1")]) == [STORED]
    assert await store.heads(["a", "b"]) == {"a": 2, "b": 2}


async def test_an_append_with_one_command_twice_conflicts_as_a_whole(store: EventStore) -> None:
    await store.create(new_table("a"))
    twice = (*events("a", 2, "one", command="c"), *events("a", 3, "two", command="c"))
    assert await store.append([after("a", 2, twice)]) == [CONFLICT]
    assert await store.heads(["a"]) == {"a": 1}


async def test_a_batch_stores_what_fits_and_refuses_the_rest(store: EventStore) -> None:
    for name in "abc":
        await store.create(new_table(name, "start"))
    batch = [
        append("c", 2, "c2", command="x"),
        append("a", 3, "too early"),
        append("b", 2, "b2", "b3"),
        append("c", 3, "c3", command="x"),  # its command came with the first of this batch
        append("c", 3, "c3"),
        append("b", 2, "too late"),
    ]
    assert await store.append(batch) == [STORED, CONFLICT, STORED, CONFLICT, STORED, CONFLICT]
    assert await bodies(store, "a") == ["start"]
    assert await bodies(store, "b") == ["start", "b2", "b3"]
    assert await bodies(store, "c") == ["start", "c2", "c3"]


async def test_an_empty_batch_is_no_trouble(store: EventStore) -> None:
    assert await store.append([]) == []


async def test_F3_those_who_append_at_once_get_one_place_each(store: EventStore) -> None:
    await store.create(new_table("a"))
    for seq in range(2, 12):
        answers = await asyncio.gather(*(store.append([append("a", seq, f"by {who}")]) for who in range(4)))
        assert sorted(answers) == [[CONFLICT], [CONFLICT], [CONFLICT], [STORED]]
    assert await store.heads(["a"]) == {"a": 11}


@pytest.mark.parametrize(
    "wrong",
    [
        after("a", 2, ()),
        after("a", 2, (*events("a", 2, "two"), *events("a", 4, "four"))),
        append("a", 2, "nul \0"),
        after("a", 2, (StoredEvent(2, 0, "half a character \ud800", "a#2"),)),
        append("a", 2, "fine", command="not \0 fine"),
    ],
    ids=["empty", "gap", "nul", "surrogate", "command"],
)
async def test_what_no_store_can_keep_is_refused_before_anything_is_written(
    store: EventStore, wrong: Append
) -> None:
    await store.create(new_table("a"))
    with pytest.raises(ValueError, match="table a"):
        await store.append([append("a", 2, "good"), wrong])
    assert await store.heads(["a"]) == {"a": 1}


async def test_a_table_starts_with_its_first_event(store: EventStore) -> None:
    with pytest.raises(ValueError, match="not 1"):
        await store.create(NewTable("a", "A", events("a", 2, "two")))


async def test_a_table_does_not_start_with_one_command_twice(store: EventStore) -> None:
    twice = (*events("a", 1, "one", command="c"), *events("a", 2, "two", command="c"))
    with pytest.raises(ValueError, match="twice"):
        await store.create(NewTable("a", "A", twice))
    assert await store.load("a") is None


@pytest.mark.parametrize("body", ["Zürich 🎲 骰子 \u202e", "", "'; DROP TABLE events; --", "x" * 1_000_000])
async def test_bodies_come_back_letter_by_letter(store: EventStore, body: str) -> None:
    await store.create(new_table("a"))
    assert await store.append([append("a", 2, body)]) == [STORED]
    assert await bodies(store, "a", after=1) == [body]


async def test_a_code_finds_its_table(store: EventStore) -> None:
    await store.create(new_table("a"))
    assert await store.find_code("A") == "a"
    assert await store.find_code("B") is None


@pytest.mark.parametrize("strange", ["\0", "\ud800", "' OR 1=1", "", "ü" * 10_000])
async def test_F12_strange_texts_find_nothing(store: EventStore, strange: str) -> None:
    await store.create(new_table("a", secrets={0: "h0"}))
    assert await store.find_code(strange) is None
    assert await store.load(strange) is None
    assert await store.seat_of("a", strange) == ()
    assert await store.seat_of(strange, "h0") == ()


async def test_a_secret_opens_its_seats_at_its_table_only(store: EventStore) -> None:
    await store.create(new_table("a", secrets={2: "mine", 0: "mine", 1: "yours"}))
    await store.create(new_table("b", secrets={0: "yours"}))
    assert await store.seat_of("a", "mine") == (0, 2)
    assert await store.seat_of("a", "yours") == (1,)
    assert await store.seat_of("b", "mine") == ()


async def test_a_new_secret_replaces_the_old_one(store: EventStore) -> None:
    await store.create(new_table("a", secrets={0: "old"}))
    await store.put_secret("a", 0, "new")
    await store.put_secret("a", 3, "more")
    assert await store.seat_of("a", "old") == ()
    assert await store.seat_of("a", "new") == (0,)
    assert await store.seat_of("a", "more") == (3,)
    await store.put_secret("a", 0, None)
    assert await store.seat_of("a", "new") == ()


async def test_a_secret_for_no_table_changes_nothing(store: EventStore) -> None:
    await store.put_secret("nowhere", 0, "h")
    assert await store.seat_of("nowhere", "h") == ()


async def test_a_rematch_keeps_the_secrets(store: EventStore) -> None:
    await store.create(new_table("a", secrets={0: "ada", 1: "bob"}))
    await store.create(new_table("b", secrets={1: "nobody"}))
    await store.copy_secrets("a", "b")
    await store.copy_secrets("a", "nowhere")
    assert await store.seat_of("b", "ada") == (0,)
    assert await store.seat_of("b", "bob") == (1,)
    assert await store.seat_of("b", "nobody") == ()
    assert await store.seat_of("a", "ada") == (0,)


async def test_a_status_is_noted(store: EventStore) -> None:
    await store.create(new_table("a"))
    for status in Status:
        await store.set_status("a", status)
        loaded = await store.load("a")
        assert loaded is not None
        assert loaded.status is status


async def test_idle_tables_come_oldest_first(store: EventStore) -> None:
    for name, at_ms in [("young", 900), ("old", 100), ("middle", 500), ("over", 50), ("busy", 10)]:
        await store.create(new_table(name, at_ms=at_ms))
    await store.set_status("over", Status.OVER)
    await store.set_status("middle", Status.PLAYING)
    await store.append([append("busy", 2, at_ms=950)])
    both = [Status.OPEN, Status.PLAYING]
    assert await store.idle_tables(both, 900, 10) == ["old", "middle"]
    assert await store.idle_tables(both, 901, 2) == ["old", "middle"]
    assert await store.idle_tables([Status.OVER], 900, 10) == ["over"]
    assert await store.idle_tables([], 900, 10) == []


async def test_heads_of_many_tables_leave_out_the_unknown(store: EventStore) -> None:
    names = [f"t{number}" for number in range(1_200)]
    for name in names[:3]:
        await store.create(new_table(name))
    await store.append([append("t1", 2, "more")])
    assert await store.heads(names) == {"t0": 1, "t1": 2, "t2": 1}
    assert await store.heads([]) == {}


async def test_what_was_stored_is_there_after_reopening(database: Shared | JournalFile | JournalPage) -> None:
    store = await database.open()
    await store.create(new_table("a", "one", secrets={0: "h"}))
    await store.append([append("a", 2, "two", command="c")])
    before = await store.load("a")
    await store.close()
    again = await database.open()
    assert await again.load("a") == before
    assert await again.append([append("a", 3, "two again", command="c")]) == [CONFLICT]
    await again.close()


async def test_a_closed_store_is_down(store: EventStore) -> None:
    await store.ping()
    await store.close()
    await store.close()
    with pytest.raises(StoreDown):
        await store.ping()
    with pytest.raises(StoreDown):
        await store.append([append("a", 2)])


async def test_close_finishes_what_is_under_way(database: Shared | JournalFile | JournalPage) -> None:
    store = await database.open()
    await store.create(new_table("a"))
    under_way = asyncio.create_task(store.append([append("a", 2, "x" * 100_000)]))
    await asyncio.sleep(0)
    await store.close()
    assert await under_way == [STORED]


async def test_waiting_for_changes_can_be_given_up(store: EventStore) -> None:
    async def wait() -> None:
        async for _ in store.changes():
            raise AssertionError("nobody else appends here")

    waiting = asyncio.create_task(wait())
    await store.create(new_table("a"))
    await store.append([append("a", 2)])
    await asyncio.sleep(0.2)
    assert not waiting.done()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=BATCHES)
async def test_any_batches_end_as_in_the_model(store: EventStore, batches: list[list[Attempt]]) -> None:
    """The same appends, one after another, on a dictionary: the same answers and the same logs."""
    names = [f"{letter}{next(_examples)}" for letter in "abcd"]
    model = ModelStore()
    for name in names[:3]:
        await store.create(linked_table(name))
        model.logs[name] = list(linked_table(name).events)
    for batch in batches:
        tries, answers = model.play(batch, names)
        assert await store.append(tries) == answers
    for name in names[:3]:
        loaded = await store.load(name)
        assert loaded is not None
        assert list(loaded.events) == model.logs[name]
        assert loaded.head == len(model.logs[name])
        assert broken_at(loaded) is None


async def test_of_several_notes_with_one_name_the_first_holds(store: EventStore) -> None:
    said = await asyncio.gather(*(store.note("daily/secret", f"mine {number}") for number in range(8)))
    assert len(set(said)) == 1
    assert await store.note("daily/secret", "late") == said[0]


async def test_a_dropped_note_is_gone_and_its_name_is_free(store: EventStore) -> None:
    await store.note("fair/secret/a", "old")
    await store.note("fair/secret/b", "kept")
    await store.drop_notes(["fair/secret/a", "never/there"])
    assert await store.notes("fair/") == {"fair/secret/b": "kept"}
    assert await store.note("fair/secret/a", "new") == "new"


async def test_notes_are_found_by_the_head_of_their_names(store: EventStore) -> None:
    await store.note("day/1/a", "5")
    await store.note("day/1/b", "7")
    await store.note("day/10/c", "9")
    await store.note("Day/1/d", "1")
    await store.note("day_1/e", "1")
    assert await store.notes("day/1/") == {"day/1/a": "5", "day/1/b": "7"}
    assert await store.notes("nothing") == {}


async def test_the_latest_draft_of_each_seat_is_kept_and_those_of_no_table_are_left_out(
    database: Shared,
) -> None:
    store = await database.open()
    for name in ("a", "b"):
        await store.create(new_table(name))
    first = StoredDraft("a", 0, 3, "[1]")
    kept = (StoredDraft("a", 0, 3, '["ü", 2]'), StoredDraft("a", 2, 3, "[]"), StoredDraft("b", 0, 1, "{}"))
    await store.keep_drafts((first,))
    await store.keep_drafts((*kept, StoredDraft("nobody", 0, 1, "[]")))
    await store.close()
    again = await database.open()
    assert await again.drafts("a") == kept[:2]
    assert await again.drafts("b") == kept[2:]
    assert await again.drafts("nobody") == await again.drafts("\ud800") == ()
    await again.close()


async def test_of_two_drafts_of_one_seat_in_one_go_the_later_holds(store: EventStore) -> None:
    await store.create(new_table("a"))
    await store.keep_drafts((StoredDraft("a", 0, 1, "[1]"), StoredDraft("a", 0, 2, "[2]")))
    assert await store.drafts("a") == (StoredDraft("a", 0, 2, "[2]"),)


async def test_F53_a_table_that_has_ended_gives_its_code_back(store: EventStore) -> None:
    for name, ended in (("a", Status.OVER), ("b", Status.ABANDONED), ("c", Status.QUARANTINED)):
        await store.create(NewTable(name, "SAME", events(name, 1)))
        assert await store.find_code("SAME") == name
        await store.set_status(name, ended)
        assert await store.find_code("SAME") is None
        loaded = await store.load(name)
        assert loaded is not None
        assert loaded.code == name
    assert await store.create(NewTable("d", "SAME", events("d", 1), status=Status.OVER))
    assert await store.create(NewTable("e", "SAME", events("e", 1)))
    await store.set_status("e", Status.PLAYING)
    assert await store.find_code("SAME") == "e"


async def test_F52_a_visit_keeps_a_table_from_being_idle(store: EventStore) -> None:
    await store.create(new_table("old", at_ms=100))
    await store.create(new_table("seen", at_ms=50))
    await store.visited(["seen", "nowhere"], 200)
    assert await store.idle_tables([Status.OPEN], 150, 10) == ["old"]
    assert await store.idle_tables([Status.OPEN], 300, 10) == ["old", "seen"]
    await store.visited(["seen"], 400)
    assert await store.idle_tables([Status.OPEN], 300, 10) == ["old"]
    await store.visited([], 500)


async def test_ids_of_tables_come_in_pages(store: EventStore) -> None:
    for name in ("b", "Z", "d", "_", "a"):
        await store.create(new_table(name))
    first = await store.table_ids("", 3)
    assert (first, await store.table_ids(first[-1], 3)) == (["Z", "_", "a"], ["b", "d"])
    assert await store.table_ids("d", 3) == []


async def test_F52_nothing_is_left_of_a_forgotten_table(store: EventStore) -> None:
    for name in ("a", "b"):
        await store.create(new_table(name, secrets={0: "key"}))
    await store.keep_drafts([StoredDraft("a", 0, 1, "{}")])
    await store.visited(["a"], 5)
    assert await store.forget(["a", "nowhere"]) == 1
    assert await store.load("a") is None
    assert (await store.drafts("a"), await store.seat_of("a", "key")) == ((), ())
    assert await store.heads(["a", "b"]) == {"b": 1}
    assert await store.seat_of("b", "key") == (0,)
    assert await store.append([append("a", 2)]) == [CONFLICT]
    assert await store.create(new_table("a"))  # its id and code are free
    assert await store.forget([]) == 0


async def test_F52_a_log_is_rewritten_as_a_whole_or_not_at_all(store: EventStore) -> None:
    old = linked_table("a", "one", "two")
    new = linked_table("a", "uno", "due").events
    await store.create(old)
    await store.keep_drafts([StoredDraft("a", 0, 1, "{}")])
    assert not await store.rewrite("a", "another head", new)
    assert not await store.rewrite("a", old.events[-1].hash, new[:1])
    assert await bodies(store, "a") == ["one", "two"]
    assert await store.rewrite("a", old.events[-1].hash, new)
    loaded = await store.load("a")
    assert loaded is not None
    assert loaded.events == new
    assert broken_at(loaded) is None
    assert await store.drafts("a") == ()


async def test_the_newest_event_of_all_tables_is_known(store: EventStore) -> None:
    assert await store.newest_ms() is None
    await store.create(new_table("a", at_ms=100))
    await store.create(new_table("b", at_ms=50))
    await store.append([append("b", 2, at_ms=300)])
    assert await store.newest_ms() == 300
