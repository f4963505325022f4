"""What seats think of: shown to their own sockets only, no event, still there after reload and restart."""

import json

import pytest

from tests.kit.server.hosts import QUICK, Seen, accepted, host_on, until
from tests.kit.server.tables import person, setup
from tumbletrip.host.codec import to_text
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host
from tumbletrip.tables import chain
from tumbletrip.tables.ports import NewTable, StoredDraft

pytestmark = pytest.mark.anyio
TWO = setup(person("Ada"), person("Ben"))
ENTRIES = [{"city": "lyon", "dice": ["red", "blue"]}]


async def writing(host: Host) -> LiveTable:
    """A table where both write."""
    live = await host.open(TWO, {})
    await accepted(host, live, "0:roll", 0, do="roll")
    await accepted(host, live, "0:keep", 0, do="keep")
    return live


async def test_F16_only_the_seat_that_thinks_sees_its_draft_and_nothing_is_stored_in_the_log(
    store_url: str,
) -> None:
    async with host_on(store_url) as host:
        live = await writing(host)
        own, other = Seen(0), Seen(1)
        host.watch(live, own)
        host.watch(live, other)
        head = live.durable.seq
        assert await accepted(host, live, "0:think", 0, do="draft", entries=ENTRIES) == head
        assert own.view["you"]["0"]["draft"] == ENTRIES
        assert "draft" not in json.dumps(other.view["play"])
        assert other.view["you"]["1"]["draft"] == []
        stored = await host.store.load(live.id)
        assert stored is not None
        assert stored.head == head


async def test_a_draft_survives_a_restart_and_is_void_once_its_seat_has_written(store_url: str) -> None:
    async with host_on(store_url) as host:
        live = await writing(host)
        await accepted(host, live, "0:think", 0, do="draft", entries=ENTRIES)
    async with host_on(store_url) as host:  # an orderly end writes down what waits
        live = await host.live(live.id)
        assert live.thoughts() == {0: ENTRIES}
        crossed = [{"city": "lyon", "dice": None}, {"city": "brest", "dice": None}]
        await accepted(host, live, "0:write", 0, do="write", entries=crossed)
        assert live.thoughts() == {}
    async with host_on(store_url) as host:
        assert (await host.live(live.id)).thoughts() == {}  # it is still in the store, and void


async def test_drafts_are_written_down_while_the_host_runs(store_url: str) -> None:
    async with host_on(store_url, pace=QUICK) as host:
        live = await writing(host)
        for city in ("paris", "nice", "lyon"):
            entries = [{"city": city, "dice": ["red", "blue"]}]
            await accepted(host, live, f"0:{city}", 0, do="draft", entries=entries)
        found: list[StoredDraft] = []

        async def look() -> bool:
            found[:] = await host.store.drafts(live.id)
            return bool(found)

        while not await look():
            await until(lambda: True)
        assert found == [StoredDraft(live.id, 0, 1, to_text(ENTRIES))]


async def test_logs_of_version_0_1_with_drafts_and_keys_in_command_ids_still_open(store_url: str) -> None:
    agreed = setup(person("Ada"), person("Ben"))
    bodies = [
        ({"kind": "opened", "setup": agreed.as_json()}, None),
        ({"kind": "started"}, None),
        ({"kind": "played", "play": {"kind": "rolled", "seat": 0, "roll": [4, 2, 6, 1]}}, "0:a"),
        ({"kind": "played", "play": {"kind": "kept", "seat": 0}}, "0:b"),
        ({"kind": "played", "play": {"kind": "drafted", "seat": 0, "entries": ENTRIES}}, "0:c"),
        ({"kind": "rekeyed", "seat": 1}, "key:1:abc"),
    ]
    events = []
    previous = chain.START
    for number, (body, command) in enumerate(bodies, start=1):
        (event,) = chain.chain(previous, number, 0, [to_text(body)], command)
        events.append(event)
        previous = event.hash
    async with host_on(store_url) as host:
        await host.store.create(NewTable("old", "OLD", tuple(events), {0: "ada", 1: "ben"}))
        live = await host.live("old")
        assert live.thoughts() == {}
        assert await host.seats_of(live, "abc") == (1,)
        assert await host.seats_of(live, "ben") == ()
        assert await host.seats_of(live, "ada") == (0,)
        await accepted(host, live, "0:think", 0, do="draft", entries=ENTRIES)
