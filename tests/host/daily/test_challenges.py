"""The daily challenge on a host: the same dice for all, one table a device, and midnight in between."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from random import Random

import pytest
import time_machine

from tests.kit.server.hosts import (
    PATIENCE,
    DailyHost,
    accepted,
    daily_on,
    play_out,
    secret_hash,
    send,
    until,
)
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.fairness.days import commitment, day_after, face
from tumbletrip.games.dicetrip import kit
from tumbletrip.games.dicetrip.kit import edition_of
from tumbletrip.games.dicetrip.play import DiceTripPlay
from tumbletrip.host.core.effects import Refused
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.daily.challenges import table_of, today
from tumbletrip.host.host import Host
from tumbletrip.tables.ports import Status

pytestmark = pytest.mark.anyio
DAY = "2026-11-16"
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


async def sit(daily: DailyHost, device: str, day: str = DAY) -> LiveTable:
    return await daily.challenges.begin(day, device, device.title(), secret_hash(device))


def rolls(live: LiveTable) -> list[list[int]]:
    bodies = [shown.body.get("play", {}) for shown in live.events]
    return [body["roll"] for body in bodies if body.get("kind") == "rolled"]


async def finish(host: Host, live: LiveTable, seed: int = 1) -> None:
    await play_out(host, live, Random(seed))
    assert live.durable.table.status is Status.OVER


async def test_everybody_has_the_same_dice_and_they_are_those_of_the_seed(store_url: str) -> None:
    with time_machine.travel(NOON, tick=True):
        async with daily_on(store_url) as daily:
            host = daily.host
            ada, bob = await sit(daily, "ada"), await sit(daily, "bob")
            await finish(host, ada, 1)
            await finish(host, bob, 2)
            seed = await daily.guest.days.seed(DAY)
            assert rolls(ada) == rolls(bob)
            assert rolls(ada) == [[face(seed, number, die) for die in COLOURS] for number in range(1, 14)]
            assert await daily.challenges.commitment(DAY) == commitment(seed)


async def test_dice_rolled_again_are_fixed_too(store_url: str) -> None:
    with time_machine.travel(NOON, tick=True):
        async with daily_on(store_url) as daily:
            host = daily.host
            seen = []
            for device, dice in (("ada", ["green", "red"]), ("bob", ["red", "green"])):
                live = await sit(daily, device)
                await accepted(host, live, "0:roll", 0, do="roll")
                await accepted(host, live, "0:again", 0, do="reroll", dice=dice)
                assert isinstance(live.durable.table.play, DiceTripPlay)
                seen.append(live.durable.table.play.game.roll)
            seed = await daily.guest.days.seed(DAY)
            assert seen[0] == seen[1]
            assert seen[0] is not None
            assert seen[0].red == face(seed, 1, "red", 1)
            assert seen[0].blue == face(seed, 1, "blue")


async def test_F18_a_device_has_one_table_a_day_also_after_a_restart(store_url: str) -> None:
    with time_machine.travel(NOON, tick=True):
        async with daily_on(store_url) as daily:
            host = daily.host
            live = await sit(daily, "ada")
            await accepted(host, live, "0:roll", 0, do="roll")
            secret = await daily.guest.days.seed(DAY)
        async with daily_on(store_url) as daily:
            host = daily.host  # another process, the same store
            again = await sit(daily, "ada")
            assert again.id == live.id == table_of(DAY, "ada")
            assert len(rolls(again)) == 1
            assert await daily.guest.days.seed(DAY) == secret
            assert await host.seats_of(again, secret_hash("ada")) == (0,)
            await finish(host, again)


async def test_the_first_finish_counts_and_a_rematch_has_fresh_dice(store_url: str) -> None:
    with time_machine.travel(NOON, tick=True):
        async with daily_on(store_url) as daily:
            host = daily.host
            live = await sit(daily, "ada")
            await finish(host, live)
            await until_noted(daily, 1)
            again = await host.rematch(live, 0)
            assert again is not None
            other = await host.live(again)
            assert "daily" not in other.durable.table.setup.options
            await finish(host, other)
            assert len(await daily.guest.days.results.of(DAY)) == 1


async def until_noted(daily: DailyHost, count: int) -> None:
    """A result is noted right after the end, not before it."""
    async with asyncio.timeout(PATIENCE):
        while len(await daily.guest.days.results.of(DAY)) != count:
            await asyncio.sleep(0.005)


async def test_par_percentile_and_ghosts_are_for_those_who_have_finished(store_url: str) -> None:
    with time_machine.travel(NOON, tick=True):
        async with daily_on(store_url) as daily:
            host = daily.host
            fresh = await daily.challenges.standing(None)
            assert (fresh.table, fresh.best, fresh.champion, fresh.players) == (None, None, None, 0)
            for number, device in enumerate(("ada", "bob", "cleo")):
                live = await sit(daily, device)
                playing = await daily.challenges.standing(device)
                assert (playing.total, playing.best, playing.champion) == (None, None, None)
                await finish(host, live, number)
            await until_champion(daily)
            await until_noted(daily, 3)
            done = await daily.challenges.standing("ada")
            assert done.players == 3
            assert done.par is not None
            assert done.champion is not None
            assert done.best is not None
            totals = (await daily.guest.days.results.of(DAY)).totals()
            assert done.best.total == max(totals)
            assert done.total is not None
            totals.remove(done.total)
            beaten = sum(1 if other < done.total else 0.5 if other == done.total else 0 for other in totals)
            assert done.better_than == round(100 * beaten / 2)


async def until_champion(daily: DailyHost) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await daily.challenges.standing(None)).par is None:
            await asyncio.sleep(0.005)


async def test_midnight_in_the_middle_of_a_game_changes_nothing_in_it(store_url: str) -> None:
    with time_machine.travel(datetime(2026, 11, 16, 23, 59, 50, tzinfo=UTC), tick=False) as clock:
        async with daily_on(store_url) as daily:
            host = daily.host
            live = await sit(daily, "ada")
            await accepted(host, live, "0:roll", 0, do="roll")
            clock.shift(timedelta(minutes=5))
            assert today() == "2026-11-17"
            await finish(host, live)
            seed = await daily.guest.days.seed(DAY)
            assert rolls(live) == [[face(seed, number, die) for die in COLOURS] for number in range(1, 14)]
            await until_noted(daily, 1)  # it still counts: the seed is told an hour later
            new = await daily.challenges.standing("ada")
            assert (new.day, new.table) == ("2026-11-17", None)


async def test_a_day_is_told_an_hour_after_its_end_and_results_close_with_it(store_url: str) -> None:
    with time_machine.travel(datetime(2026, 11, 16, 23, 30, tzinfo=UTC), tick=False) as clock:
        async with daily_on(store_url) as daily:
            host = daily.host
            live = await sit(daily, "late")
            assert await daily.challenges.revealed(DAY) is None
            clock.shift(timedelta(minutes=89))
            assert await daily.challenges.revealed(DAY) is None
            clock.shift(timedelta(minutes=1))
            told = await daily.challenges.revealed(DAY)
            assert told is not None
            assert commitment(told) == await daily.challenges.commitment(DAY)
            assert await daily.challenges.revealed(day_after(DAY)) is None
            await finish(host, live)
            assert len(await daily.guest.days.results.of(DAY)) == 0


@pytest.mark.parametrize("hours", [-11, 0, 13])
async def test_it_is_the_same_day_everywhere(hours: int) -> None:
    zone = timezone(timedelta(hours=hours))
    with time_machine.travel(NOON.astimezone(zone), tick=False):
        assert today() == DAY


async def test_boards_take_turns() -> None:
    assert {edition_of(DAY), edition_of(day_after(DAY))} == {"france", "germany"}


async def test_a_new_board_changes_no_past_day(monkeypatch: pytest.MonkeyPatch) -> None:
    days = [day_after(DAY, number) for number in range(-20, 20)]
    before = {day: edition_of(day) for day in days}
    more = (*kit.DAILY_BOARDS, (day_after(DAY, 10), ("france", "germany", "spain")))
    monkeypatch.setattr(kit, "DAILY_BOARDS", more)
    after = {day: edition_of(day) for day in days}
    assert all(after[day] == before[day] for day in days if day < day_after(DAY, 10))
    assert "spain" in {after[day] for day in days if day >= day_after(DAY, 10)}


async def test_a_bot_that_stands_in_earns_no_result(store_url: str) -> None:
    with time_machine.travel(NOON, tick=True):
        async with daily_on(store_url) as daily:
            host = daily.host
            live = await sit(daily, "ada")
            await accepted(host, live, "0:leave", 0, do="leave")
            await until(lambda: live.durable.table.status is Status.OVER)
            done = await daily.challenges.standing("ada")
            assert done.players == 0


async def test_nobody_but_the_holder_of_the_seat_can_play_it(store_url: str) -> None:
    with time_machine.travel(NOON, tick=True):
        async with daily_on(store_url) as daily:
            host = daily.host
            live = await sit(daily, "ada")
            assert isinstance(await send(host, live, "0:x", None, do="roll"), Refused)
            assert await host.seats_of(live, secret_hash("bob")) == ()
