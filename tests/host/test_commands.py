"""One answer per command, whatever is sent twice, late, at once or to two hosts."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest

from tests.kit.server.hosts import (
    CountedChance,
    ScriptedJobs,
    Seen,
    accepted,
    action_for,
    host_on,
    play_out,
    send,
    until,
)
from tests.kit.server.tables import person, setup
from tests.kit.storage.shared import Shared
from tumbletrip.core.refusals import Refusal
from tumbletrip.dicetrip.rules import No as RuleNo
from tumbletrip.host.core.effects import Accepted, Refused
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host
from tumbletrip.tables.ports import Status
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import TableSetup
from tumbletrip.tables.views import view
from tumbletrip.tumblin.refusals import No as TumblinNo

pytestmark = pytest.mark.anyio

THREE = setup(person("Ada"), person("Ben"), person("Cleo"))
GAMES = [THREE, setup(person("Ada"), person("Ben"), game="tumblin")]


@pytest.fixture
async def host(store_url: str) -> AsyncIterator[Host]:
    async with host_on(store_url) as running:
        yield running


async def stored_commands(host: Host, live: LiveTable) -> list[str]:
    loaded = await host.store.load(live.id)
    assert loaded is not None
    return [event.command for event in loaded.events if event.command]


def reason(answer: Accepted | Refused) -> Refusal:
    assert isinstance(answer, Refused), answer
    return answer.reason


@pytest.mark.parametrize("agreed", GAMES, ids=lambda agreed: agreed.game)
async def test_a_whole_game_and_every_watcher_sees_the_projection_of_the_log(
    host: Host, agreed: TableSetup
) -> None:
    live = await host.open(agreed, {})
    watchers = [Seen(), Seen(0), Seen(1), Seen(0, 1)]
    for watcher in watchers:
        host.watch(live, watcher)
    await play_out(host, live, Random(1))
    assert live.durable.table.status is Status.OVER
    for watcher in watchers:
        assert [seq for seq, _ in watcher.events] == list(range(3, live.durable.seq + 1))
        assert watcher.view == view(live.durable.table, watcher.seats)


async def test_F2_a_repeated_id_repeats_the_answer_and_draws_no_second_roll(store_url: str) -> None:
    chance = CountedChance()
    async with host_on(store_url, chance=chance) as host:
        live = await host.open(THREE, {})
        together = await asyncio.gather(*(send(host, live, "0:a", 0, do="roll") for _ in range(5)))
        later = await send(host, live, "0:a", 0, do="roll")
        assert [*together, later] == [Accepted(3)] * 6
        assert len(chance.rolls) == 1
        assert await stored_commands(host, live) == ["0:a"]
    async with host_on(store_url, chance=chance) as again:  # F18: also after a restart
        live = await again.live(live.id)
        assert await send(again, live, "0:a", 0, do="roll") == Accepted(3)
        assert len(chance.rolls) == 1


async def test_F2_a_late_copy_of_a_refused_command_is_not_taken_after_all(host: Host) -> None:
    live = await host.open(THREE, {})
    early = await send(host, live, "0:early", 0, do="keep")
    assert reason(early) is RuleNo.ROLL_FIRST
    await accepted(host, live, "0:roll", 0, do="roll")
    assert await send(host, live, "0:early", 0, do="keep") == early
    assert live.durable.seq == 3


async def test_F2_a_command_for_another_round_is_refused_with_the_head(host: Host) -> None:
    live = await host.open(THREE, {})
    assert await send(host, live, "0:x", 0, 7, do="roll") == Refused(No.WRONG_ROUND, 2)


async def test_F3_all_write_at_once_and_all_are_kept(host: Host) -> None:
    live = await host.open(THREE, {})
    await accepted(host, live, "0:roll", 0, do="roll")
    await accepted(host, live, "0:keep", 0, do="keep")
    table, rng = live.durable.table, Random(2)
    actions = [{**action_for(table, seat, rng), "do": "write"} for seat in range(3)]
    answers = await asyncio.gather(
        *(send(host, live, f"{seat}:w", seat, **actions[seat]) for seat in range(3))
    )
    assert sorted(answer.seq for answer in answers if isinstance(answer, Accepted)) == [5, 6, 7]
    assert live.durable.table.round == 2


async def test_whoever_asked_may_go_away_and_the_move_is_still_shown(host: Host) -> None:
    live = await host.open(THREE, {})
    watcher = Seen()
    host.watch(live, watcher)
    asking = asyncio.create_task(send(host, live, "0:a", 0, do="roll"))
    await asyncio.sleep(0)
    asking.cancel()
    await until(lambda: watcher.events)
    assert await send(host, live, "0:a", 0, do="roll") == Accepted(3)


@pytest.mark.parametrize("since", [0, 1, 2, 4, 9, 50])
async def test_a_client_that_comes_back_gets_exactly_what_it_missed(host: Host, since: int) -> None:
    live = await host.open(THREE, {})
    rng = Random(3)
    for number in range(8):
        table = live.durable.table
        seat = table.waiting_for[0]
        await accepted(host, live, f"{seat}:{number}", seat, **action_for(table, seat, rng))
    missed = [shown.seq for shown in live.log.since(since)]
    assert missed == list(range(since + 1, live.durable.seq + 1))


async def test_F17_a_table_has_one_flick_at_work_and_the_next_sees_the_board_after_it(store_url: str) -> None:
    """A second window flicks another die of the same seat while the first is still in the air."""
    players = ScriptedJobs()
    async with host_on(store_url, players) as host:
        live = await host.open(setup(person("Ada"), person("Ben"), game="tumblin"), {})
        while (
            "order"
            in (action := action_for(live.durable.table, live.durable.table.waiting_for[0], Random()))["do"]
        ):
            seat = live.durable.table.waiting_for[0]
            await accepted(host, live, f"{seat}:o{live.durable.seq}", seat, **action)
        seat = live.durable.table.waiting_for[0]
        flicks = [action_for(live.durable.table, seat, Random(seed)) for seed in range(9)]
        second = next(other for other in flicks if other["die"] != flicks[0]["die"])
        players.gate.clear()
        sent = [
            asyncio.create_task(send(host, live, f"{seat}:{flick['die']}", seat, **flick))
            for flick in (flicks[0], second)
        ]
        await until(lambda: players.settled)
        await asyncio.sleep(0.05)
        assert players.settled == 1
        players.gate.set()
        answers = await asyncio.gather(*sent)
        assert isinstance(answers[0], Accepted)
        assert reason(answers[1]) is TumblinNo.NOT_YOUR_TURN
        assert players.settled == 1


async def test_an_error_of_ours_is_answered_and_hurts_nobody_else(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await host.open(THREE, {})
    other = await host.open(THREE, {})
    with monkeypatch.context() as broken:
        broken.setattr("tumbletrip.host.core.lane.decide", lambda *_: 1 / 0)
        assert reason(await send(host, live, "0:a", 0, do="roll")) is No.RETRY
    assert await accepted(host, other, "0:a", 0, do="roll") == 3
    assert await accepted(host, live, "0:a", 0, do="roll") == 3


async def test_F21_an_append_that_no_store_can_keep_stays_alone(host: Host) -> None:
    live, other = await host.open(THREE, {}), await host.open(THREE, {})
    answers = await asyncio.gather(
        send(host, live, "0:\0", 0, do="roll"), send(host, other, "0:a", 0, do="roll")
    )
    assert reason(answers[0]) is No.RETRY
    assert answers[1] == Accepted(3)
    assert await accepted(host, live, "0:fine", 0, do="roll") == 3


async def test_a_log_does_not_grow_without_end(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tumbletrip.host.core.lane.MAX_EVENTS", 4)
    live = await host.open(THREE, {})
    await accepted(host, live, "0:a", 0, do="rename", name="Ann")
    await accepted(host, live, "0:b", 0, do="rename", name="Ada")
    assert reason(await send(host, live, "0:c", 0, do="rename", name="Ann")) is No.LOG_FULL
    await accepted(host, live, "0:d", 0, do="roll")


# Two hosts on one database


@pytest.fixture
async def pair(shared: Shared) -> AsyncIterator[tuple[Host, Host]]:
    async with host_on(shared) as one, host_on(shared) as other:
        yield one, other


async def test_F2_one_id_at_two_hosts_is_one_move(pair: tuple[Host, Host]) -> None:
    one, other = pair
    here = await one.open(THREE, {})
    there = await other.live(here.id)
    for number in range(10):
        table = here.durable.table
        seat = table.waiting_for[0]
        action = action_for(table, seat, Random(number))
        answers = await asyncio.gather(
            *(
                send(host, live, f"{seat}:{number}", seat, table.round, **action)
                for host, live in ((one, here), (other, there))
            )
        )
        assert answers[0] == answers[1], action
        await until(lambda: here.durable == there.durable)
    assert len(await stored_commands(one, here)) == 10


async def test_F3_players_at_two_hosts_never_refuse_each_other(pair: tuple[Host, Host]) -> None:
    one, other = pair
    here = await one.open(THREE, {})
    there = await other.live(here.id)
    seats = {0: (one, here), 1: (other, there), 2: (other, there)}
    watchers = [Seen(0), Seen(1)]
    one.watch(here, watchers[0])
    other.watch(there, watchers[1])

    async def plays(seat: int) -> list[Refusal]:
        """Act whenever one's own host waits for one; only real news may refuse."""
        host, live = seats[seat]
        rng, refused, number = Random(seat), [], 0
        while live.durable.table.status is not Status.OVER:
            table = live.durable.table
            if seat not in table.waiting_for:
                await asyncio.sleep(0.002)
                continue
            number += 1
            answer = await send(host, live, f"{seat}:{number}", seat, **action_for(table, seat, rng))
            if isinstance(answer, Refused):
                refused.append(answer.reason)
        return refused

    refused = await asyncio.gather(*(plays(seat) for seat in seats))
    assert refused == [[], [], []]
    await until(lambda: here.durable == there.durable)
    for watcher, live in zip(watchers, (here, there), strict=True):
        assert [seq for seq, _ in watcher.events] == list(range(3, live.durable.seq + 1))
        assert watcher.view == view(live.durable.table, watcher.seats)


async def test_bots_of_two_hosts_decide_once(pair: tuple[Host, Host]) -> None:
    one, other = pair
    here = await one.open(setup(person("Ada"), person("Ben"), game="tumblin"), {})
    there = await other.live(here.id)
    one.watch(here, Seen())
    other.watch(there, Seen())
    for seat in (0, 1):
        await accepted(one, here, f"{seat}:leave", seat, do="leave")
    await until(lambda: here.durable.table.status is Status.OVER)
    await until(lambda: there.durable == here.durable)
    names = [name for name in await stored_commands(one, here) if name.startswith("bot:")]
    assert len(set(names)) == len(names)
    loaded = await one.store.load(here.id)
    assert loaded is not None
    assert loaded.head == here.durable.seq
