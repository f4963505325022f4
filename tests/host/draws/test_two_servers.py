"""Draws at two servers on one store, with steps held back: once each, and from links that belong to them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from tests.kit.server.chains import ChainedDevice, chained, draws_of
from tests.kit.server.hosts import (
    PATIENCE,
    ScriptedJobs,
    SlowReads,
    accepted,
    action_for,
    host_on,
    send,
    until,
)
from tests.kit.server.tables import person, setup
from tests.kit.storage.shared import Shared
from tumbletrip.fairness.checking import Wrong, check
from tumbletrip.host.core.effects import Accepted, Refused
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.draws.fair_draws import FairDraws
from tumbletrip.host.host import Host, Pace
from tumbletrip.tables.ports import Append, Appended
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import TableSetup

pytestmark = pytest.mark.anyio

TWO = setup(person("Ada"), person("Ben"))
MATCH = setup(person("Ada"), person("Ben"), game="tumblin", hand="human")
PATIENT = Pace(bot_delay=0.0, poll=0.05, links=2 * PATIENCE)  # longer than any test waits


class SlowWrites(SlowReads):
    """A store whose appends may be held back, too, before they reach it."""

    def __init__(self, inner: Any) -> None:
        super().__init__(inner)
        self._may_write = asyncio.Event()
        self._may_write.set()
        self.held = 0  # appends that came while they were held back

    def hold_writes(self) -> None:
        self._may_write.clear()

    def let_writes_go(self) -> None:
        self._may_write.set()

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        self.held += not self._may_write.is_set()
        await self._may_write.wait()
        found: list[Appended] = await self._inner.append(batch)
        return found


class House:
    """One of two servers, its store, and the table there."""

    def __init__(self, host: Host, store: SlowWrites) -> None:
        self.host, self.store = host, store
        self.live: LiveTable

    @property
    def fair(self) -> FairDraws:
        found = self.host._runner.fair
        assert found
        return found

    def requested(self) -> list[str]:
        """The commands for which dice were asked for, as this house knows."""
        return [shown.body["command"] for shown in self.live.events if shown.body["kind"] == "draw_requested"]


@asynccontextmanager
async def a_house(shared: Shared, jobs: ScriptedJobs | None = None) -> AsyncIterator[House]:
    store = SlowWrites(await shared.open())
    async with host_on(shared, jobs, pace=PATIENT, store=store, draws_fairly=True) as host:
        yield House(host, store)
        store.let_go()
        store.let_writes_go()


@asynccontextmanager
async def two_houses(
    shared: Shared, agreed: TableSetup = TWO, jobs: ScriptedJobs | None = None
) -> AsyncIterator[tuple[House, House]]:
    """Two servers that both have a table."""
    async with a_house(shared, jobs) as here, a_house(shared) as there:
        here.live = await here.host.open(agreed, {})
        there.live = await there.host.live(here.live.id)
        yield here, there


async def one_device_each(here: House, there: House) -> list[ChainedDevice]:
    """Seat 0 is connected here and seat 1 there, and both servers know it."""
    devices = [*await chained(here.host, here.live, (0,)), *await chained(there.host, there.live, (1,))]
    tables = (here.live, there.live)
    await until(lambda: all({0, 1} == {*table.fair.anchors} and all(table.connected()) for table in tables))
    return devices


def faults(house: House) -> list[Wrong]:
    """What is wrong with the draws of a game that goes on: the checker's faults."""
    table = house.live.durable.table
    records = house.host.games.kit(table.setup.game).records
    proof = house.live.fair.proof(house.live.id, table.players)
    assert proof
    assert records.fair
    played = [shown.body["play"] for shown in house.live.events if shown.body["kind"] == "played"]
    names = [table.seats[seat].called(seat) for seat in table.players]
    record = records.of_play(table.play, names, played)
    found = check(proof, records.fair.setup(record), records.fair.claims(record))
    return [fault.wrong for fault in found.faults]


async def same(here: House, there: House) -> None:
    """Wait until both servers know the same events."""
    await until(lambda: here.live.durable.seq == there.live.durable.seq and here.live.log.is_settled)


async def test_a_link_that_is_stored_after_its_draw_never_counts_for_the_next_one(shared: Shared) -> None:
    async with two_houses(shared) as (here, there):
        ada, _ = await one_device_each(here, there)
        patience = Patience(here)
        there.store.hold_writes()
        rolling = asyncio.ensure_future(accepted(here.host, here.live, "0:roll", 0, do="roll"))
        await until(lambda: there.store.held and patience.sleeps)  # Ben's link is on its way
        patience.ends()  # the draw is made without him
        await rolling
        ada.is_silent = True
        again = asyncio.ensure_future(accepted(here.host, here.live, "0:again", 0, do="reroll", dice=["red"]))
        await until(lambda: here.requested() == ["0:roll", "0:again"])
        there.store.let_writes_go()
        await until(lambda: there.requested() == ["0:roll", "0:again"] and there.live.log.is_settled)
        ada.give(2)
        await again
        assert [draw["links"][1] for draw in draws_of(here.live)] == ["-", "-"]
        assert faults(here) == []


class Patience:
    """How long a server waits for links: until a test says so."""

    def __init__(self, house: House) -> None:
        self._over = asyncio.Event()
        self.sleeps = 0  # how often anybody began to wait
        house.fair._sleep = self._sleep

    async def _sleep(self, _: float) -> None:
        self.sleeps += 1
        await self._over.wait()

    def ends(self) -> None:
        """Whoever waits now waits no longer; who begins to wait later, does."""
        self._over.set()
        self._over = asyncio.Event()


def ear(house: House, command: str) -> Any:
    """Who listens for a command's draw at a server."""
    return next(
        (watcher for watcher in house.live.watchers if getattr(watcher, "command", "") == command), None
    )


async def test_dice_are_not_asked_for_what_has_become_impossible(shared: Shared) -> None:
    """Ada rolled at a server that is gone; the other has not heard of it yet when she rolls again."""
    async with two_houses(shared) as (here, there):
        _, ben = await one_device_each(here, there)
        there.store.hold()
        ben.is_silent = True
        rolling = asyncio.ensure_future(accepted(here.host, here.live, "0:roll", 0, do="roll"))
        await until(lambda: here.live.fair.request)
        here.host.give_link(here.live, 1, 1, ben.chain.link(1).hex())
        await rolling
        late = asyncio.ensure_future(send(there.host, there.live, "0:once more", 0, do="roll"))
        await until(lambda: there.live.log._in_flight)
        there.store.let_go()
        refused = await late
        assert isinstance(refused, Refused)
        assert refused.reason not in (No.PHYSICS_FAILED, No.RETRY, No.DRAWING)
        await same(here, there)
        assert there.requested() == ["0:roll"]


async def test_F2_a_roll_that_another_server_took_meanwhile_is_not_refused(shared: Shared) -> None:
    async with two_houses(shared) as (here, there):
        _, ben = await one_device_each(here, there)
        there.store.hold()
        ben.is_silent = True
        rolling = asyncio.ensure_future(accepted(here.host, here.live, "0:roll", 0, do="roll"))
        await until(lambda: here.live.fair.request)
        here.host.give_link(here.live, 1, 1, ben.chain.link(1).hex())
        taken = await rolling
        copy = asyncio.ensure_future(send(there.host, there.live, "0:roll", 0, do="roll"))
        await until(lambda: there.live.log._in_flight)
        there.store.let_go()
        assert await copy == Accepted(taken)
        assert len(draws_of(there.live)) == 1


@pytest.mark.slow
async def test_whoever_waits_for_a_draw_at_a_server_that_dies_does_not_wait_for_ever(shared: Shared) -> None:
    """Both roll for the order, each at a server of their own; the one of the first draw is gone for good."""
    async with a_house(shared) as there:
        async with a_house(shared) as here:
            here.live = await here.host.open(MATCH, {})
            there.live = await there.host.live(here.live.id)
            devices = await one_device_each(here, there)
            for device in devices:
                device.is_silent = True
            lost = asyncio.ensure_future(send(here.host, here.live, "0:order", 0, do="order"))
            await until(lambda: there.live.fair.request)
            watched_by = len(there.live.watchers)
            second = asyncio.ensure_future(accepted(there.host, there.live, "1:order", 1, do="order"))
            await until(lambda: len(there.live.watchers) > watched_by)  # it waits for its turn
            lost.cancel()
        for device in devices:
            device.host, device.live, device.is_silent = there.host, there.live, False
            there.host.watch(there.live, device)
        repeated = asyncio.ensure_future(accepted(there.host, there.live, "0:order", 0, do="order"))
        for device in devices:
            device.give(1)
        await asyncio.wait_for(asyncio.gather(second, repeated), PATIENCE)
        assert [draw["reasons"] for draw in draws_of(there.live)] == [["", ""], ["", ""]]
        assert faults(there) == []


async def test_links_of_one_draw_meet_also_if_both_servers_make_it(shared: Shared) -> None:
    """Somebody comes back to the other server while dice are drawn: it begins the draw as well, in case."""
    async with two_houses(shared) as (here, there):
        ada, ben = await one_device_each(here, there)
        ada.is_silent = ben.is_silent = True
        rolling = asyncio.ensure_future(accepted(here.host, here.live, "0:roll", 0, do="roll"))
        await until(lambda: there.live.fair.request and here.live.fair.request)
        there.host.wake(there.live)
        await until(lambda: ear(there, "0:roll"))
        ada.give(1)
        ben.give(1)
        await rolling
        assert draws_of(here.live)[0]["reasons"] == ["", ""]


def turn_at(house: House) -> int:
    return house.live.durable.table.waiting_for[0]


async def test_what_was_drawn_is_not_played_once_its_draw_was_called_off_elsewhere(shared: Shared) -> None:
    jobs = ScriptedJobs()
    async with two_houses(shared, MATCH, jobs) as (here, there):
        await one_device_each(here, there)
        for seat in (0, 1):
            await accepted(here.host, here.live, f"{seat}:order", seat, do="order")
        while "order" in (action := action_for(here.live.durable.table, turn_at(here), Random(1))).values():
            name = f"{turn_at(here)}:order{here.live.durable.seq}"
            await accepted(here.host, here.live, name, turn_at(here), **action)
        turn = turn_at(here)
        jobs.gate.clear()
        flicking = asyncio.ensure_future(send(here.host, here.live, f"{turn}:flick", turn, **action))
        await until(lambda: jobs.settled)  # its noise is drawn, and the physics work
        await same(here, there)
        number = there.live.fair.next_number - 1
        await there.host._runner.append(there.live, "off", {"kind": "draw_voided", "number": number})
        jobs.gate.set()
        refused = await flicking
        assert isinstance(refused, Refused)
        await same(here, there)
        assert faults(here) == []
        await accepted(here.host, here.live, f"{turn}:anew", turn, **action)
        assert here.live.fair.draws[-1].number == number + 1
        assert faults(here) == []


async def test_a_store_that_is_away_for_a_moment_calls_no_draw_off(shared: Shared) -> None:
    """The draw that was asked for is made when the store is back: also if nobody asks for it again."""
    async with two_houses(shared) as (here, there):
        ada, ben = await one_device_each(here, there)
        ada.is_silent = ben.is_silent = True
        lost = asyncio.ensure_future(send(here.host, here.live, "0:roll", 0, do="roll"))
        await until(lambda: there.live.fair.request and ear(here, "0:roll"))
        ear(here, "0:roll").go_away("scripted")
        refused = await lost
        assert isinstance(refused, Refused)
        assert refused.reason is No.RETRY
        ada.give(1)
        ben.give(1)
        await until(lambda: draws_of(here.live))
        assert draws_of(here.live)[0]["number"] == 1
        assert faults(here) == []
