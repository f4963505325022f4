"""Who is here, across server processes: told at once, asked for by newcomers, forgotten with the process."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.server.hosts import PATIENCE, ScriptedJobs, Seen, host_on, send, until
from tests.kit.server.tables import person, setup
from tests.kit.storage.shared import Shared
from tumbletrip.host.host import Host, Pace
from tumbletrip.host.presence_sync import GATHER_SECONDS
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.refusals import No

pytestmark = pytest.mark.anyio

TWO = setup(person("Ada"), person("Ben"))
QUICK = Pace(bot_delay=0.0, poll=0.05, away_after=0.0, renew_presence=0.2)


@pytest.fixture
async def pair(shared: Shared) -> AsyncIterator[tuple[Host, Host]]:
    async with host_on(shared, pace=QUICK) as one, host_on(shared, pace=QUICK) as other:
        yield one, other


async def test_whoever_is_connected_elsewhere_is_here(pair: tuple[Host, Host]) -> None:
    one, other = pair
    live = await one.open(TWO, {})
    same = await other.live(live.id)
    ada, ben = Seen(0), Seen(1)
    one.watch(live, ada)
    other.watch(same, ben)
    await until(lambda: ada.presence == [True, True])
    await until(lambda: ben.presence == [True, True])
    other.unwatch(same, ben)
    await until(lambda: ada.presence == [True, False])


async def test_a_spectator_at_another_process_learns_who_is_here(pair: tuple[Host, Host]) -> None:
    one, other = pair
    live = await one.open(TWO, {})
    one.watch(live, Seen(1))
    spectator = Seen()
    other.watch(await other.live(live.id), spectator)
    await until(lambda: spectator.presence == [False, True])


async def test_nobody_is_stood_in_for_while_connected_elsewhere(pair: tuple[Host, Host]) -> None:
    one, other = pair
    live = await one.open(TWO, {})
    ben = Seen(1)
    same = await other.live(live.id)
    other.watch(same, ben)
    await until(lambda: live.connected() == [False, True])
    answer = await send(one, live, "0:early", 0, do="stand_in", seat=1)
    assert getattr(answer, "reason", None) is No.STILL_HERE


async def test_the_people_of_a_process_that_died_are_gone_after_a_while(shared: Shared) -> None:
    """Also while others come and go all the time."""
    async with host_on(shared, pace=QUICK) as one:
        live = await one.open(TWO, {})
        ada, restless = Seen(0), Seen(0)
        async with host_on(shared, pace=QUICK) as dying:
            one.watch(live, ada)
            dying.watch(await dying.live(live.id), Seen(1))
            await until(lambda: ada.presence == [True, True])

        def come_and_go() -> bool:
            one.watch(live, restless)
            one.unwatch(live, restless)
            return ada.presence == [True, False]

        await until(come_and_go)


async def test_a_host_ends_also_when_somebody_comes_at_that_very_moment(tmp_path: Path) -> None:
    host = Host(await open_store(f"sqlite:///{tmp_path}/t.db"), ScriptedJobs(), pace=QUICK)
    await host.__aenter__()
    live = await host.open(TWO, {})
    await asyncio.sleep(4 * GATHER_SECONDS)  # all that was to be told is told: it waits for news
    host.watch(live, Seen(0))
    await asyncio.wait_for(host.__aexit__(), PATIENCE)
    await host.store.close()
