"""What stores that several processes use promise besides, asked of SQLite with workers and of PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.kit.server.processes import start
from tests.kit.storage.logs import append, new_table
from tests.kit.storage.shared import Shared, append_until_heard, listen_to
from tumbletrip.tables.ports import Appended, EventStore

PATIENCE = 120.0
pytestmark = pytest.mark.anyio

STORED, CONFLICT = Appended.STORED, Appended.CONFLICT
LARGEST_WORD = 7_900  # bytes, with what says whose it is below 8,000


@pytest.fixture
async def pair(shared: Shared) -> AsyncIterator[tuple[EventStore, EventStore]]:
    """Two stores on one database, as two server processes have them."""
    one, other = await shared.open(), await shared.open()
    yield one, other
    await one.close()
    await other.close()


@pytest.mark.slow
def test_F3_four_processes_get_every_number_once(shared: Shared) -> None:
    numbers = 150

    async def prepare() -> None:
        store = await shared.open()
        await store.create(new_table("a"))
        await store.close()

    asyncio.run(prepare())
    racers = [start("tests.kit.storage.racer", *shared.words(), "a", str(numbers + 1)) for _ in range(4)]
    counts = [[int(word) for word in racer.communicate()[0].split()] for racer in racers]
    assert sum(stored for stored, _ in counts) == numbers
    assert sum(refused for _, refused in counts) == 3 * numbers

    async def check() -> None:
        store = await shared.open()
        table = await store.load("a")
        assert table is not None
        assert [event.seq for event in table.events] == list(range(1, numbers + 2))
        await store.close()

    asyncio.run(check())


async def test_what_one_stores_the_other_reads_and_follows(pair: tuple[EventStore, EventStore]) -> None:
    one, other = pair
    assert await one.create(new_table("a", secrets={0: "h"}))
    assert not await other.create(new_table("a"))
    assert await other.seat_of("a", "h") == (0,)
    await other.put_secret("a", 0, "new")
    assert await one.seat_of("a", "h") == ()
    assert await other.append([append("a", 2, command="c")]) == [STORED]
    assert await one.append([append("a", 2), append("a", 3, command="c"), append("a", 3)]) == [
        CONFLICT,
        CONFLICT,
        STORED,
    ]
    assert await other.heads(["a"]) == {"a": 3}


async def test_a_table_opened_by_two_at_once_is_opened_once(pair: tuple[EventStore, EventStore]) -> None:
    for number in range(10):
        table = new_table(f"t{number}")
        assert sorted(await asyncio.gather(*(store.create(table) for store in pair))) == [False, True]


async def test_of_two_who_note_a_fact_at_once_both_learn_the_one_that_holds(
    pair: tuple[EventStore, EventStore],
) -> None:
    for number in range(10):
        said = await asyncio.gather(*(store.note(f"day/{number}", str(id(store))) for store in pair))
        assert said[0] == said[1]


async def test_batches_in_opposite_order_never_block_each_other(pair: tuple[EventStore, EventStore]) -> None:
    names = [f"t{number}" for number in range(20)]
    for name in names:
        await pair[0].create(new_table(name))
    for seq in range(2, 12):
        forward = [append(name, seq) for name in names]
        answers = await asyncio.gather(pair[0].append(forward), pair[1].append(forward[::-1]))
        assert sorted([*answers[0], *answers[1]]) == [CONFLICT] * 20 + [STORED] * 20


async def test_one_notice_tells_of_a_whole_batch_and_not_of_our_own(
    pair: tuple[EventStore, EventStore],
) -> None:
    one, other = pair
    names = [f"table-{number:04}" for number in range(250)]
    for name in names:
        await one.create(new_table(name))
    heard_by_one: list[tuple[str, int]] = []
    heard_by_other: list[tuple[str, int]] = []
    tasks = [
        asyncio.create_task(listen_to(one, heard_by_one)),
        asyncio.create_task(listen_to(other, heard_by_other)),
    ]
    await one.create(new_table("a"))
    await append_until_heard(one, 1, heard_by_other)
    heard_by_other.clear()
    await one.append([append(name, 2) for name in names])
    while len(heard_by_other) < len(names):
        await asyncio.sleep(0.01)
    assert dict(heard_by_other) == dict.fromkeys(names, 2)
    assert heard_by_one == []
    await _end(*tasks)


async def test_what_was_refused_wakes_nobody(pair: tuple[EventStore, EventStore]) -> None:
    one, other = pair
    heard: list[tuple[str, int]] = []
    listening = asyncio.create_task(listen_to(other, heard))
    await one.create(new_table("a"))
    await one.create(new_table("b"))
    head = await append_until_heard(one, 1, heard)
    heard.clear()
    assert await one.append([append("b", 7), append("a", head + 1)]) == [CONFLICT, STORED]
    while ("a", head + 1) not in heard:
        await asyncio.sleep(0.01)
    assert {table for table, _ in heard} == {"a"}
    await _end(listening)


async def test_words_come_in_order_from_others_only(pair: tuple[EventStore, EventStore]) -> None:
    one, other = pair
    heard: list[tuple[str, str]] = []
    own: list[tuple[str, str]] = []
    tasks = [asyncio.create_task(_hear(other, heard)), asyncio.create_task(_hear(one, own))]
    async with asyncio.timeout(PATIENCE):
        while not heard:
            await one.tell(["hello"])
            await asyncio.sleep(0.05)
        words = [
            f"{number:03}" + "é" * (LARGEST_WORD // 6 - 2) for number in range(50)
        ]  # é is \u00e9 in JSON
        await one.tell(words)
        while len([word for _, word in heard if word != "hello"]) < len(words):
            await asyncio.sleep(0.01)
    assert [word for _, word in heard if word != "hello"] == words
    assert len({sender for sender, _ in heard}) == 1
    assert own == []
    await _end(*tasks)


async def test_F23_whoever_did_not_listen_finds_the_heads_by_asking(
    pair: tuple[EventStore, EventStore],
) -> None:
    one, other = pair
    await one.create(new_table("a"))
    await one.append([append("a", 2)])
    heard: list[tuple[str, int]] = []
    listening = asyncio.create_task(listen_to(other, heard))
    head = await append_until_heard(one, 2, heard)
    assert ("a", 2) not in heard
    assert await other.heads(["a"]) == {"a": head}
    await _end(listening)


async def _hear(store: EventStore, heard: list[tuple[str, str]]) -> None:
    async for word in store.hear():
        heard.append(word)  # noqa: PERF401  # one by one: it never ends


async def _end(*tasks: "asyncio.Task[None]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
