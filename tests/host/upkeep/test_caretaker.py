"""F52: what nobody wants any more is forgotten, if the operator says so and not before."""

from datetime import timedelta

import pytest
import time_machine

from tests.kit.server.hosts import Seen, accepted, host_on, until
from tests.kit.server.tables import person, setup
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host
from tumbletrip.host.loaded_tables import TableGone
from tumbletrip.host.pace import Pace
from tumbletrip.host.upkeep.caretaker import Retention
from tumbletrip.tables.ports import Status

pytestmark = pytest.mark.anyio

WEEK = Retention(finished_days=7, abandoned_days=7)


async def finished(host: Host) -> LiveTable:
    """A table that two stand-ins played to its end."""
    live = await host.open(setup(person("Ada"), person("Ben")), {})
    for seat in (0, 1):
        await accepted(host, live, f"{seat}:leave", seat, do="leave")
    await until(lambda: live.durable.table.status is Status.OVER)
    await host.store.set_status(live.id, Status.OVER)  # the host's own note may still be on its way
    return live


async def is_kept(host: Host, table: str) -> bool:
    return bool(await host.store.heads([table]))


async def test_F52_finished_tables_without_a_visitor_are_forgotten_after_the_days_agreed(
    store_url: str,
) -> None:
    async with host_on(store_url, retention=WEEK) as host:
        old, playing = await finished(host), await host.open(setup(), {})
        await host.caretaker.note_visits()
        with time_machine.travel(timedelta(days=6), tick=True):
            await host.caretaker.forget_old()
            assert await is_kept(host, old.id)
        with time_machine.travel(timedelta(days=8), tick=True):
            await host.caretaker.forget_old()
            assert not await is_kept(host, old.id)
            assert await is_kept(host, playing.id)
            with pytest.raises(TableGone):
                await host.live(old.id)


async def test_F52_whoever_looks_at_a_table_keeps_it(store_url: str) -> None:
    async with host_on(store_url, retention=WEEK) as host:
        asked, watched = await finished(host), await finished(host)
        host.watch(watched, Seen())
        with time_machine.travel(timedelta(days=5), tick=True):
            await host.live(asked.id)
            await host.caretaker.note_visits()
        with time_machine.travel(timedelta(days=8), tick=True):
            await host.caretaker.note_visits()
            await host.caretaker.forget_old()
            assert await is_kept(host, asked.id)
            assert await is_kept(host, watched.id)


async def test_F52_visits_are_kept_when_a_server_stops(store_url: str) -> None:
    async with host_on(store_url) as host:
        live = await finished(host)
        await host.caretaker.note_visits()
        with time_machine.travel(timedelta(days=5), tick=True):
            await host.live(live.id)
            await host.caretaker.note_visits()
    with time_machine.travel(timedelta(days=8), tick=True):
        async with host_on(store_url, retention=WEEK) as host:
            await host.caretaker.forget_old()
            assert await is_kept(host, live.id)


async def test_F52_abandoned_tables_are_closed_first_and_forgotten_later(store_url: str) -> None:
    pace = Pace(bot_delay=0.0, abandoned_after=24 * 3600.0)
    async with host_on(store_url, pace=pace, retention=WEEK) as host:
        live = await host.open(setup(person("Ada"), person("Ben")), {})
        with time_machine.travel(timedelta(days=2), tick=True):
            await host.caretaker.close_abandoned()
            await host.caretaker.forget_old()
            assert await is_kept(host, live.id)
        with time_machine.travel(timedelta(days=10), tick=True):
            await host.caretaker.forget_old()
            assert not await is_kept(host, live.id)


async def test_F52_without_a_wish_nothing_is_ever_forgotten(store_url: str) -> None:
    async with host_on(store_url) as host:
        live = await finished(host)
        with time_machine.travel(timedelta(days=4000), tick=True):
            await host.caretaker.forget_old()
            assert await is_kept(host, live.id)
