"""What is written at the same time shares a commit, and what goes wrong stays with whoever asked for it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tumbletrip.storage.sqlite.threads import Writer
from tumbletrip.tables.ports import StoreDown

pytestmark = pytest.mark.anyio


@pytest.fixture
async def writer(tmp_path: Path) -> AsyncIterator[Writer]:
    opened = Writer("test", tmp_path / "words.db")
    await opened.write(lambda database: database.execute("CREATE TABLE words (word TEXT PRIMARY KEY)"))
    yield opened
    await opened.close()


async def put(writer: Writer, word: str) -> None:
    await writer.write(lambda database: database.execute("INSERT INTO words VALUES (?)", (word,)))


async def words(writer: Writer) -> list[str]:
    rows = await writer.run(
        lambda database: database.execute("SELECT word FROM words ORDER BY word").fetchall()
    )
    return [word for (word,) in rows]


async def test_what_comes_while_a_commit_is_under_way_shares_the_next_one(writer: Writer) -> None:
    statements: list[str] = []
    await writer.run(lambda database: database.set_trace_callback(statements.append))
    await asyncio.gather(*(put(writer, f"word {number:02}") for number in range(20)))
    assert sum(statement == "COMMIT" for statement in statements) == 1
    assert len(await words(writer)) == 20


async def test_a_piece_of_work_that_fails_takes_no_other_with_it(writer: Writer) -> None:
    answers = await asyncio.gather(
        put(writer, "one"),
        put(writer, "two"),
        put(writer, "one"),
        put(writer, "three"),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), type(None), StoreDown, type(None)]
    assert await words(writer) == ["one", "three", "two"]


async def test_an_error_that_is_not_the_database_s_goes_to_whoever_made_it(writer: Writer) -> None:
    def broken(_: sqlite3.Connection) -> None:
        raise ValueError("mine")

    answers = await asyncio.gather(put(writer, "one"), writer.write(broken), return_exceptions=True)
    assert answers[0] is None
    assert isinstance(answers[1], ValueError)
    assert await words(writer) == ["one"]


async def test_whoever_goes_away_while_waiting_is_still_written_for(writer: Writer) -> None:
    leaving = asyncio.create_task(put(writer, "left"))
    await asyncio.sleep(0)
    leaving.cancel()
    await put(writer, "stayed")
    assert await words(writer) == ["left", "stayed"]


async def test_a_closed_writer_has_finished_and_takes_nothing_more(writer: Writer) -> None:
    last = asyncio.create_task(put(writer, "last"))
    await asyncio.sleep(0)
    await writer.close()
    await last
    with pytest.raises(StoreDown):
        await put(writer, "late")
