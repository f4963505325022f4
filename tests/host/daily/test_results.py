"""The results of a day: the first one holds, equals count half, and many who look share one reading."""

import asyncio

import pytest

from tumbletrip.host.daily.results import Result, ResultBook, Results
from tumbletrip.storage.opening import open_store

pytestmark = pytest.mark.anyio
DAY = "2026-11-16"


def test_equals_count_half_and_one_does_not_compete_with_oneself() -> None:
    assert Results({"own": 30}).better_than(30, "own") is None
    assert Results({}).better_than(30, "nobody") is None
    results = Results({"a": 20, "b": 30, "c": 40, "own": 30})
    assert results.better_than(30, "own") == 50  # one beaten, one equal, one better: 1.5 of 3
    assert Results({"a": 20, "b": 20}).better_than(30, "a stand-in's") == 100
    assert [results.place(name) for name in ("c", "b", "own", "a")] == [1, 2, 2, 4]
    assert results.place("a stand-in's") is None
    assert results.best == Result("c", 40)
    assert results.totals() == [40, 30, 30, 20]


async def test_a_name_counts_once_and_the_first_total_holds(store_url: str) -> None:
    store = await open_store(store_url)
    book, other_process = ResultBook(store, "test"), ResultBook(store, "test")
    assert len(await book.of(DAY)) == 0
    await other_process.note(DAY, "ada", 7)
    await book.note(DAY, "ada", 99)
    assert (await book.of(DAY)).totals() == [7]
    assert len(await book.of("2026-11-17")) == 0
    await store.close()


async def test_many_who_look_cost_one_reading(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_store(store_url)
    readings: list[str] = []
    read = store.notes

    async def counted(head: str) -> dict[str, str]:
        readings.append(head)
        return await read(head)

    monkeypatch.setattr(store, "notes", counted)
    book = ResultBook(store, "test")
    seen = await asyncio.gather(*(book.of(DAY) for _ in range(500)))
    await book.note(DAY, "ada", 7)
    assert len(seen[0]) == 1  # one's own result is seen at once
    assert readings == [f"test/{DAY}/"]
    await store.close()


async def test_what_other_processes_note_is_seen_after_a_while(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(store_url)
    book, other_process = ResultBook(store, "test"), ResultBook(store, "test")
    assert len(await book.of(DAY)) == 0
    await other_process.note(DAY, "ben", 3)
    monkeypatch.setattr("tumbletrip.host.daily.results.FRESH_SECONDS", -1.0)
    assert (await book.of(DAY)).best == Result("ben", 3)
    await store.close()
