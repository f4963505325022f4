"""Stores that are down, full or slow, clocks that jump, logs that are damaged."""

import asyncio
import sqlite3
from dataclasses import replace
from datetime import timedelta
from itertools import chain as joined
from itertools import cycle, repeat
from pathlib import Path
from random import Random
from typing import cast

import pytest
import time_machine

from tests.kit.server.hosts import (
    QUICK,
    CountedChance,
    FlakyStore,
    ScriptedJobs,
    Seen,
    SlowReads,
    accepted,
    action_for,
    host_on,
    send,
    until,
)
from tests.kit.server.proxy import proxy
from tests.kit.server.tables import person, setup
from tests.kit.storage.postgres import PostgresServer
from tumbletrip.host.codec import to_text
from tumbletrip.host.core.effects import Accepted, Refused
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host, Pace, TableGone
from tumbletrip.storage.opening import migrate, open_store
from tumbletrip.storage.postgres.store import PostgresStore
from tumbletrip.tables import chain
from tumbletrip.tables.ports import Append, EventStore, NewTable, Status
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant, Seat

pytestmark = pytest.mark.anyio

TWO = setup(person("Ada"), person("Ben"))
RETRY = No.RETRY


async def play_stubbornly(host: Host, live: LiveTable, moves: int) -> int:
    """Make moves, each repeated with its own id until it is taken; returns how often one was refused."""
    refused, rng = 0, Random(5)
    for number in range(moves):
        table = live.durable.table
        seat = table.waiting_for[0]
        action = action_for(table, seat, rng)
        while True:
            answer = await send(host, live, f"{seat}:{number}", seat, table.round, **action)
            if isinstance(answer, Accepted):
                break
            assert answer.reason is RETRY, answer
            refused += 1
    return refused


async def test_F8_a_store_that_fails_now_and_then_loses_and_doubles_nothing(store_url: str) -> None:
    """Every second append fails; half of the failures come after the commit."""
    flaky = FlakyStore(await open_store(store_url))
    async with host_on("", store=cast(EventStore, flaky)) as host:
        live = await host.open(TWO, {})
        watcher = Seen(0)
        host.watch(live, watcher)
        flaky.fails_before = cycle([True, False, False, False])
        flaky.fails_after = cycle([False, True, False])
        refused = await play_stubbornly(host, live, 40)
        assert refused > 10
        loaded = await host.store.load(live.id)
        assert loaded is not None
        commands = [event.command for event in loaded.events if event.command]
        assert len(commands) == len(set(commands)) == 40
        assert [seq for seq, _ in watcher.events] == list(range(3, loaded.head + 1))


async def test_F3_a_table_that_moves_on_while_the_store_is_read_is_still_ours(store_url: str) -> None:
    """A look at the store that finds nothing new may end after a move of our own was stored."""
    slow = SlowReads(await open_store(store_url))
    async with host_on("", store=cast(EventStore, slow)) as host:
        live = await host.open(TWO, {})
        slow.hold()
        looking = asyncio.create_task(host.store_sync.refresh({live.id: live.pending.seq + 1}))
        await slow.read.wait()
        await accepted(host, live, "0:a", 0, do="roll")
        slow.let_go()
        await looking
        assert await host.live(live.id) is live
        await accepted(host, live, "0:b", 0, do="keep")


async def test_F18_a_roll_whose_answer_was_lost_is_not_drawn_again(store_url: str) -> None:
    flaky, chance = FlakyStore(await open_store(store_url)), CountedChance()
    async with host_on("", chance=chance, store=cast(EventStore, flaky)) as host:
        live = await host.open(TWO, {})
        flaky.fails_after = joined([True], repeat(False))
        assert await send(host, live, "0:a", 0, do="roll") == Refused(RETRY, 2)
        assert await send(host, live, "0:a", 0, do="roll") == Accepted(3)
        assert [shown.body["play"]["roll"] for shown in live.events[2:]] == [list(chance.rolls[0])]


async def test_what_builds_on_a_lost_append_is_decided_again(store_url: str) -> None:
    """Four players act within one commit, the commit fails, and all are told; nothing pending stays."""
    flaky = FlakyStore(await open_store(store_url))
    agreed = setup(*(person(name) for name in ("Ada", "Ben", "Cleo", "Dan")))
    async with host_on("", store=cast(EventStore, flaky)) as host:
        live = await host.open(agreed, {})
        await accepted(host, live, "0:roll", 0, do="roll")
        await accepted(host, live, "0:keep", 0, do="keep")
        table, rng = live.durable.table, Random(1)
        actions = [{**action_for(table, seat, rng), "do": "write"} for seat in range(4)]
        flaky.fails_before = joined([True], repeat(False))
        first = await asyncio.gather(
            *(send(host, live, f"{seat}:w", seat, **actions[seat]) for seat in range(4))
        )
        assert any(isinstance(answer, Refused) for answer in first)
        again = await asyncio.gather(
            *(send(host, live, f"{seat}:w", seat, 1, **actions[seat]) for seat in range(4))
        )
        assert sorted(answer.seq for answer in again if isinstance(answer, Accepted)) == [5, 6, 7, 8]
        assert live.pending == live.durable


async def test_F8_a_database_that_is_cut_off_refuses_by_name_and_the_game_goes_on_by_itself(
    postgres: PostgresServer,
) -> None:
    url = postgres.empty_database()
    await migrate(url)
    async with proxy(postgres.port) as line:
        through = url.replace(str(postgres.port), str(line.port))
        store = await PostgresStore.connect(through, patience=2.0)
        async with host_on("", store=store) as host:
            live = await host.open(TWO, {})
            await accepted(host, live, "0:a", 0, do="roll")
            line.cut()
            assert await send(host, live, "0:b", 0, do="keep") == Refused(RETRY, 3)
            assert (await host.live(live.id)).durable.seq == 3  # reads come from memory
            line.heal()
            assert await send(host, live, "0:b", 0, do="keep") == Accepted(4)


async def test_F9_a_full_disk_refuses_the_move_and_takes_it_when_there_is_space(tmp_path: Path) -> None:
    async with host_on(f"sqlite:///{tmp_path}/t.db") as host:
        live = await host.open(TWO, {})
        await accepted(host, live, "0:a", 0, do="roll")
        limit = await pages(host, 1)
        for number in range(500):  # fill the pages that are there already
            answer = await send(host, live, f"0:n{number}", 0, do="rename", name=f"Ada {number}" + "x" * 30)
            if isinstance(answer, Refused):
                break
        assert answer == Refused(RETRY, live.durable.seq)
        assert limit > 1
        await pages(host, 1_000_000)
        assert isinstance(await send(host, live, "0:b", 0, do="keep"), Accepted)


async def pages(host: Host, most: int) -> int:
    """Let the database file have so many pages, or as many as it has."""
    writer = host.store._writer  # type: ignore[attr-defined]  # a disk cannot be filled from outside
    rows = await writer.run(lambda db: db.execute(f"PRAGMA max_page_count = {most}").fetchall())
    return int(rows[0][0])


async def test_F10_a_clock_that_jumps_keeps_the_order_and_hurries_nobody(store_url: str) -> None:
    timed = replace(TWO, seconds_per_decision=3600)
    async with host_on(store_url) as host:
        live = await host.open(timed, {})
        host.watch(live, Seen(0))
        await accepted(host, live, "0:a", 0, do="roll")
        for hours in (-2, +30, -1):
            with time_machine.travel(timedelta(hours=hours), tick=True):
                await accepted(host, live, f"0:name{hours}", 0, do="rename", name=f"Ada {hours}")
                await asyncio.sleep(0.05)
        times = [shown.at_ms for shown in live.events]
        assert times == sorted(times)
        assert live.durable.seq == 6  # no stand-in moved


async def test_F20_a_damaged_log_is_quarantined_and_the_others_live_on(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    async with host_on(str(path)) as host:
        damaged, cut, whole = [(await host.open(TWO, {})).id for _ in range(3)]
        for name in (damaged, cut, whole):
            await accepted(host, await host.live(name), "0:a", 0, do="roll")
    with sqlite3.connect(path) as database:
        database.execute(
            "UPDATE events SET body = replace(body, 'rolled', 'rigged') WHERE table_id = ? AND seq = 3",
            (damaged,),
        )
        database.execute("DELETE FROM events WHERE table_id = ? AND seq = 3", (cut,))
    database.close()
    async with host_on(str(path)) as host:
        for name in (damaged, cut):
            with pytest.raises(TableGone):
                await host.live(name)
            loaded = await host.store.load(name)
            assert loaded is not None
            assert loaded.status is Status.QUARANTINED
        assert await accepted(host, await host.live(whole), "0:b", 0, do="keep") == 4


async def test_F21_a_poisoned_event_stops_its_table_only(store_url: str) -> None:
    """An event with an honest hash that the rules cannot fold."""
    async with host_on(store_url) as host:
        live, other = await host.open(TWO, {}), await host.open(TWO, {})
        poison = live.log.push(({"kind": "renamed", "seat": 0, "name": "x"},), "poison", 0)
        bad = poison.append.events[0]
        events = chain.chain(poison.append.previous_hash, bad.seq, bad.at_ms, ['{"kind":"exploded"}'], "p")
        await host.store.append([Append(live.id, poison.append.previous_hash, events)])
        live.log.append_done()
        assert isinstance(await send(host, live, "0:a", 0, do="roll"), Refused)
        with pytest.raises(TableGone):
            await host.live(live.id)
        assert await accepted(host, other, "0:a", 0, do="roll") == 3


async def test_F19_a_table_of_a_newer_program_is_left_alone(store_url: str) -> None:
    newer = {"kind": "opened", "setup": {**TWO.as_json(), "version": 99}}
    async with host_on(store_url) as host:
        await host.store.create(NewTable("n", "N", chain.chain(chain.START, 1, 0, [to_text(newer)], None)))
        with pytest.raises(TableGone):
            await host.live("n")
        loaded = await host.store.load("n")
        assert loaded is not None
        assert loaded.status is Status.OPEN


async def test_F20_a_database_restored_under_a_running_host_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    async with host_on(str(path)) as host:
        live = await host.open(TWO, {})
        watcher = Seen(0)
        host.watch(live, watcher)
        await accepted(host, live, "0:a", 0, do="roll")
        with sqlite3.connect(path) as database:  # as if from a backup of a moment ago
            database.execute("DELETE FROM events WHERE seq = 3")
            database.execute(
                "UPDATE tables SET head_seq = 2, head_hash = (SELECT hash FROM events WHERE seq = 2)"
            )
        database.close()
        assert isinstance(await send(host, live, "0:b", 0, do="keep"), Refused)
        assert watcher.goodbyes == ["reload"]
        fresh = await host.live(live.id)
        assert fresh.durable.seq == 2
        assert await accepted(host, fresh, "0:c", 0, do="roll") == 3


async def test_F22_abandoned_tables_are_closed_unless_somebody_came_back(store_url: str) -> None:
    pace = Pace(bot_delay=0.0, abandoned_after=3600.0)
    async with host_on(store_url, pace=pace) as host:
        forgotten, visited = await host.open(TWO, {}), await host.open(TWO, {})
        with time_machine.travel(timedelta(hours=2), tick=True):
            await accepted(host, visited, "0:a", 0, do="roll")
            await host.caretaker.close_abandoned()
        assert forgotten.durable.table.status is Status.ABANDONED
        assert visited.durable.table.status is Status.PLAYING
        assert await send(host, forgotten, "0:a", 0, do="roll") == Refused(No.OVER, 3)
        assert await host.store.idle_tables([Status.ABANDONED], 2**60, 9) == [forgotten.id]


async def test_F22_a_finished_table_whose_status_was_not_noted_is_not_abandoned(store_url: str) -> None:
    pace = Pace(bot_delay=0.0, abandoned_after=3600.0)
    async with host_on(store_url, pace=pace) as host:
        live = await host.open(setup(person("Ada"), person("Ben")), {})
        for seat in (0, 1):
            await accepted(host, live, f"{seat}:leave", seat, do="leave")
        await until(lambda: live.durable.table.status is Status.OVER)
        await host.store.set_status(live.id, Status.PLAYING)  # as if the process had died just then
        with time_machine.travel(timedelta(hours=2), tick=True):
            await host.caretaker.close_abandoned()
        assert live.durable.table.status is Status.OVER
        assert await host.store.idle_tables([Status.OVER], 2**60, 9) == [live.id]


@pytest.mark.slow
async def test_F22_a_bot_that_fails_is_stood_in_for(store_url: str) -> None:
    players = ScriptedJobs()
    players.fails = lambda level: level == "champion"
    agreed = setup(Seat(Occupant.BOT, "champion", "champion"), person("Ada"))
    async with host_on(store_url, players) as host:
        live = await host.open(agreed, {})
        await until(lambda: players.chosen)
        assert players.chosen[0] == (0, "casual")
        await until(lambda: live.durable.seq > 3)  # it has rolled, and what it keeps is decided too


async def test_F22_who_does_not_decide_in_time_is_stood_in_for_once_and_drafts_win_no_time(
    store_url: str,
) -> None:
    players = ScriptedJobs()
    agreed = replace(TWO, seconds_per_decision=1)
    async with host_on(store_url, players) as host:
        live = await host.open(agreed, {})
        for number in range(200):
            if live.durable.table.waiting_for != (0,) or len(players.chosen) > 1:
                break
            await send(host, live, f"0:{number}", 0, do="rename", name=f"Ada {number}")
            await asyncio.sleep(0.02)
        await until(lambda: any(shown.body["kind"] == "played" for shown in live.events))
        assert players.chosen[0] == (0, "casual")
        assert live.durable.table.seats[0].stand_in == ""  # the seat is still hers


async def test_unknown_tables_take_no_memory(store_url: str) -> None:
    async with host_on(store_url) as host:
        for number in range(50):
            with pytest.raises(TableGone):
                await host.live(f"guess{number}")
        assert not host.tables._tables
        assert not host.tables._loading


async def test_a_table_nobody_watches_is_forgotten_and_comes_back_from_its_log(store_url: str) -> None:
    pace = Pace(bot_delay=0.0, keep_unwatched=0.02, reap_every=0.02)
    async with host_on(store_url, pace=pace) as host:
        live = await host.open(TWO, {})
        await accepted(host, live, "0:a", 0, do="roll")
        await until(lambda: live.id not in host.tables._tables)
        assert (await host.live(live.id)).durable.seq == 3
        watcher = Seen()
        kept = await host.live(live.id)
        host.watch(kept, watcher)
        await asyncio.sleep(0.1)
        assert host.tables._tables[live.id] is kept


async def test_a_host_that_stops_leaves_nobody_waiting(store_url: str) -> None:
    flaky = FlakyStore(await open_store(store_url))
    async with host_on("", store=cast(EventStore, flaky), pace=QUICK) as host:
        live = await host.open(TWO, {})
        sent = [asyncio.create_task(send(host, live, f"0:{n}", 0, do="roll")) for n in range(3)]
        await asyncio.sleep(0)
    done, waiting = await asyncio.wait(sent, timeout=120)
    assert not waiting
    assert len(done) == 3
