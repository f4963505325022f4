"""F43: a stranger's record is read in a process of its own, and not for ever."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.kit.server.hosts import host_on, record_text
from tests.kit.server.odd_jobs import hang
from tests.kit.spoken import assert_spoken
from tumbletrip.core.errors import InputError, Unreadable
from tumbletrip.games.registry import GameRegistry, house_games
from tumbletrip.host import records
from tumbletrip.host.ports import JobFailed
from tumbletrip.host.records import begun_options, import_record, read_beside
from tumbletrip.host.thinking.workers import WorkerPool
from tumbletrip.tables.ports import Status
from tumbletrip.tables.views import view

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
async def reader() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(1, starts_with_first_job=True)
    yield pool
    pool.close()


async def test_F43_records_of_both_games_are_read_by_another_process(
    reader: WorkerPool, tmp_path: Path
) -> None:
    async with host_on(f"sqlite:///{tmp_path}/t.db") as host:
        for name in ("published_france.trip", "duel_bonus_falling.tumble"):
            text = (GOLDEN / name).read_text("utf-8")
            live = await host.live(await import_record(host, reader.run, text))
            assert live.durable.table.status is Status.OVER


async def test_F43_what_is_wrong_with_a_record_comes_back_in_every_language_and_with_its_place(
    reader: WorkerPool, tmp_path: Path
) -> None:
    text = (GOLDEN / "published_france.trip").read_text("utf-8") + "\n99. nonsense\n"
    kit = house_games().of_record(text)
    with pytest.raises(Unreadable) as here:
        kit.records.replay(kit.records.parse(text))
    async with host_on(f"sqlite:///{tmp_path}/t.db") as host:
        with pytest.raises(InputError) as there:
            await import_record(host, reader.run, text)
    for language in ("en", "de"):
        assert there.value.sentence(language) == here.value.sentence(language)


@pytest.mark.parametrize("name", ["published_france.trip", "duel_bonus_falling.tumble"])
async def test_F66_a_game_from_a_record_says_so_in_log_view_and_record(
    reader: WorkerPool, tmp_path: Path, name: str
) -> None:
    text = (GOLDEN / name).read_text("utf-8")
    database = f"sqlite:///{tmp_path}/t.db"
    async with host_on(database) as host:
        table = await import_record(host, reader.run, text)
        written, _ = record_text(host.games, await host.live(table))
        again = await import_record(host, reader.run, written)
    async with host_on(database) as host:  # the log keeps it
        for live in [await host.live(table), await host.live(again)]:
            assert view(live.durable.table, ())["setup"]["imported"] is True
            written, _ = record_text(host.games, live)
            assert written.count('[Origin "imported"]') == 1


async def test_F65_other_words_of_strangers_are_read_there_too(reader: WorkerPool) -> None:
    kit = house_games().kit("dicetrip")
    padded = {"position": {"sheet": f"france {'  .. ' * 25} | reroll double | 1"}}
    beside = partial(read_beside, reader.run, "", begun_options, kit.begin, kit.understood)
    kept = await beside(padded, ["Ada"])
    assert kept["position"]["sheet"].startswith("france .. .. ")
    with pytest.raises(InputError) as refused:
        await beside({"position": {"sheet": "france ??"}}, ["Ada"])
    assert_spoken(refused.value)


async def test_F43_a_record_that_takes_for_ever_is_given_up_and_the_next_one_is_read(
    reader: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (GOLDEN / "published_france.trip").read_text("utf-8")
    kits = list(house_games())
    endless = replace(kits[0], records=replace(kits[0].records, parse=hang))
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(records, "READ_SECONDS", 0.5)
    async with host_on(f"sqlite:///{tmp_path}/t.db", games=GameRegistry([endless, *kits[1:]])) as host:
        beside = asyncio.create_task(others())
        with pytest.raises(JobFailed):
            await import_record(host, reader.run, text)
        beside.cancel()
    assert turns > 100  # the event loop went on meanwhile
    monkeypatch.undo()
    async with host_on(f"sqlite:///{tmp_path}/t2.db") as host:
        assert await import_record(host, reader.run, text)
