"""Dice from chains at real tables: sealed, asked for, given, drawn; and who is away, silent or lying."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import jsonschema_rs
import pytest
from structlog.testing import capture_logs

from tests.kit.server.chains import chained, draws_of
from tests.kit.server.hosts import ScriptedJobs, Seen, accepted, action_for, host_on, play_out, send, until
from tests.kit.server.tables import person, setup
from tests.kit.storage.shared import Shared
from tools.wire.api_types import messages
from tools.wire.shapes import REFERENCE
from tumbletrip.answers.wire import events_json
from tumbletrip.fairness.chains import Chain
from tumbletrip.fairness.checking import Checked, check
from tumbletrip.fairness.counting import Misser
from tumbletrip.fairness.proofs import proof_from
from tumbletrip.host.core.effects import Accepted, Refused
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.draws.chain_secrets import NOTES, ChainSecrets
from tumbletrip.host.draws.fair_counts import FRESH_SECONDS, MOST_TOLD
from tumbletrip.host.draws.fair_counts import NOTES as COUNTS
from tumbletrip.host.host import Host, Pace
from tumbletrip.host.records import record_of
from tumbletrip.tables.ports import Status
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tables.table import TableSetup

pytestmark = pytest.mark.anyio

TWO = setup(person("Ada"), person("Ben"))
MATCH = setup(person("Ada"), person("Ben"), game="tumblin", hand="human")
PATIENT = Pace(bot_delay=0.0, poll=0.05, links=60.0)  # nobody is given up in a test that waits for links
HASTY = Pace(bot_delay=0.0, poll=0.05, links=0.05)


@pytest.fixture
async def host(store_url: str) -> AsyncIterator[Host]:
    async with host_on(store_url, pace=PATIENT, draws_fairly=True) as running:
        yield running


def verified(host: Host, live: LiveTable) -> Checked:
    """The record of a finished table, checked by what it says itself."""
    kit, record = record_of(host.games, live)
    text = kit.records.format(record)
    again = kit.records.parse(text)
    fair = kit.records.fair
    assert fair
    proof = proof_from(fair.tags(again))
    assert proof
    return check(proof, fair.setup(again), fair.claims(again))


@pytest.mark.parametrize("agreed", [TWO, MATCH], ids=lambda agreed: agreed.game)
async def test_a_whole_game_can_be_worked_out_again_from_its_record(host: Host, agreed: TableSetup) -> None:
    live = await host.open(agreed, {})
    await chained(host, live, (0, 1))
    await play_out(host, live, Random(1))
    found = verified(host, live)
    assert found.faults == ()
    assert found.draws >= 13
    assert found.given == {0: found.draws, 1: found.draws}


async def test_a_game_that_moved_here_is_checked_from_its_first_draw_on(host: Host) -> None:
    before = await host.open(TWO, {})
    await accepted(host, before, "0:roll", 0, do="roll")
    played = [shown.body for shown in before.events if shown.body["kind"] == "played"]
    moved = [{"kind": "played", "play": body["play"]} for body in played]
    live = await host.open(replace(TWO, is_imported=True), {}, moved)
    await chained(host, live, (0, 1))
    await play_out(host, live, Random(1))
    found = verified(host, live)
    assert (found.faults, found.brought) == ((), 1)
    assert found.given == {0: found.draws, 1: found.draws}


async def test_what_is_wanted_is_stored_before_any_link_and_shown_with_the_dice(host: Host) -> None:
    live = await host.open(TWO, {})
    await chained(host, live, (0, 1))
    await accepted(host, live, "0:roll", 0, do="roll")
    kinds = [shown.body["kind"] for shown in live.events]
    assert kinds == [
        "opened", "started", "fair_begun", "anchored", "anchored", "sealed", "draw_requested", "played",
    ]  # fmt: skip
    draw = draws_of(live)[0]
    assert live.events[-1].body["play"]["roll"] == draw["dice"]
    assert draw["reasons"] == ["", ""]


async def test_bots_are_of_the_server_s_party_and_nobody_waits_for_them(host: Host) -> None:
    live = await host.open(setup(person("Ada"), Seat(Occupant.BOT, "Cleo", "casual")), {})
    await chained(host, live, (0,))
    await play_out_person(host, live)
    assert {tuple(draw["reasons"]) for draw in draws_of(live)} == {("", "bot")}
    assert verified(host, live).faults == ()


async def play_out_person(host: Host, live: LiveTable) -> None:
    """Play for the person; the bot plays by itself."""
    rng = Random(2)
    for number in range(200):
        await until(lambda: 0 in live.durable.table.waiting_for or not live.durable.table.waiting_for)
        if not live.durable.table.waiting_for:
            return
        await send(host, live, f"0:{number}", 0, **action_for(live.durable.table, 0, rng))


async def test_devices_without_a_chain_cost_no_time_and_count_as_none(host: Host) -> None:
    live = await host.open(TWO, {})
    host.watch(live, Seen(0))
    host.watch(live, Seen(1))
    await accepted(host, live, "0:roll", 0, do="roll")
    assert draws_of(live)[0]["links"] == ["-", "-"]
    assert draws_of(live)[0]["reasons"] == ["none", "none"]


async def test_a_silent_seat_is_waited_for_once_and_is_out_until_it_seals_anew(store_url: str) -> None:
    async with host_on(store_url, pace=HASTY, draws_fairly=True) as host:
        live = await host.open(TWO, {})
        ada, ben = await chained(host, live, (0, 1))
        live.loaded_at = -1000.0  # not just after a restart
        ben.is_silent = True
        await accepted(host, live, "0:roll", 0, do="roll")
        await accepted(host, live, "0:again", 0, do="reroll", dice=["red"])
        assert [draw["reasons"] for draw in draws_of(live)] == [["", "late"], ["", "out"]]
        host.unwatch(live, ben)
        (again,) = await chained(host, live, (1,), mark=2)
        assert again.first == 4  # the next draw is made without it
        await play_out(host, live, Random(3))
        reasons = [draw["reasons"][1] for draw in draws_of(live)]
        assert reasons[:4] == ["late", "out", "out", ""]
        found = verified(host, live)
        assert found.faults == ()
        assert found.missed == {1: 1}
        await host.fair_book.note(live)
        counts = await host.fair_book.all()
        assert counts.seats == {1: 1}  # one seat missed one link
        assert counts.missers == (
            Misser(found.mark, 1, 1, found.draws - 2),
        )  # twice it was out, and not waited for
        assert ada.chain.length == 64


async def test_a_chain_cannot_be_changed_while_it_is_in_and_not_often_at_all(store_url: str) -> None:
    async with host_on(store_url, pace=HASTY, draws_fairly=True) as host:
        live = await host.open(TWO, {})
        (ben,) = await chained(host, live, (1,))
        await accepted(host, live, "0:roll", 0, do="roll")
        other = Chain(b"x" * 32, 64).anchor.hex()
        refused = await send(host, live, "1:x", 1, do="anchor", anchor=other)
        assert isinstance(refused, Refused)
        assert refused.reason is No.SEALED
        for word in ("", "zz", None, other.upper()):
            refused = await send(host, live, f"1:{word}", 1, do="anchor", anchor=word)
            assert isinstance(refused, Refused)
            assert refused.reason is No.MALFORMED
        assert ben.first == 1


async def test_nobody_replaces_what_a_device_has_locked_up(host: Host) -> None:
    live = await host.open(TWO, {})
    (ben,) = await chained(host, live, (1,))
    other = Chain(b"x" * 32, 64).anchor.hex()
    refused = await send(host, live, "1:other", 1, do="anchor", anchor=other)
    assert isinstance(refused, Refused)
    assert refused.reason is No.SEALED
    assert live.fair.anchors == {1: ben.chain.anchor.hex()}


async def test_links_that_do_not_fit_are_not_taken(host: Host) -> None:
    live = await host.open(TWO, {})
    ada, ben = await chained(host, live, (0, 1))
    ben.is_silent = True
    rolling = asyncio.ensure_future(accepted(host, live, "0:roll", 0, do="roll"))
    await until(lambda: live.fair.request)
    host.give_link(live, 1, 1, ben.chain.link(2).hex())  # of another draw
    host.give_link(live, 1, 1, ada.chain.link(1).hex())  # of another seat
    host.give_link(live, 1, 2, ben.chain.link(1).hex())  # for another draw
    await asyncio.sleep(0)
    assert not rolling.done()
    ben.give(1)
    await rolling
    assert draws_of(live)[0]["links"][1] == ben.chain.link(1).hex()


async def test_whoever_asked_for_a_draw_does_nothing_else_before_it_is_made(host: Host) -> None:
    live = await host.open(TWO, {})
    _, ben = await chained(host, live, (0, 1))
    await accepted(host, live, "0:roll", 0, do="roll")
    ben.is_silent = True
    again = asyncio.ensure_future(accepted(host, live, "0:again", 0, do="reroll", dice=["green", "red"]))
    await until(lambda: live.fair.request)
    kept = await send(host, live, "0:keep", 0, do="keep")
    assert isinstance(kept, Refused)
    assert kept.reason is No.DRAWING
    assert isinstance(await send(host, live, "0:name", 0, do="rename", name="Adele"), Accepted)
    ben.give(2)
    await again
    assert draws_of(live)[1]["kind"] == "reroll:R,G"


async def test_a_draw_whose_flick_cannot_be_worked_out_is_void_and_said_to_be(store_url: str) -> None:
    jobs = ScriptedJobs()
    async with host_on(store_url, jobs, pace=PATIENT, draws_fairly=True) as host:
        live = await host.open(MATCH, {})
        await chained(host, live, (0, 1))
        while action_for(live.durable.table, live.durable.table.waiting_for[0], Random(1))["do"] == "order":
            seat = live.durable.table.waiting_for[0]
            await accepted(host, live, f"{seat}:order{live.durable.seq}", seat, do="order")
        seat = live.durable.table.waiting_for[0]
        action = action_for(live.durable.table, seat, Random(1))
        jobs.flicks_fail = True
        refused = await send(host, live, f"{seat}:broken", seat, **action)
        assert isinstance(refused, Refused)
        await until(lambda: live.fair.request is None)
        assert live.fair.draws[-1].is_void


@pytest.mark.slow
@pytest.mark.parametrize("links_before", [0, 1, 2])
async def test_a_server_that_dies_between_request_and_draw_makes_the_draw_that_was_asked_for(
    store_url: str, links_before: int
) -> None:
    """Killed after the request and some links: the next life draws for the same command, once."""
    shared = Shared(store_url)
    async with host_on(shared, pace=PATIENT, draws_fairly=True) as host:
        live = await host.open(TWO, {})
        devices = await chained(host, live, (0, 1))
        await accepted(host, live, "0:roll", 0, do="roll")
        for device in devices:
            device.is_silent = True
        lost = asyncio.ensure_future(send(host, live, "0:again", 0, do="reroll", dice=["red"]))
        await until(lambda: live.fair.request)
        for device in devices[:links_before] if links_before < 2 else ():
            device.give(2)
        lost.cancel()
    async with host_on(shared, pace=PATIENT, draws_fairly=True) as second:
        again = await second.live(live.id)
        assert again.fair.request
        assert again.fair.request.kind == "reroll:R"
        for device in devices:
            device.host, device.live, device.is_silent = second, again, False
            second.watch(again, device)
            device.give(2)
        await until(lambda: again.fair.request is None)
        draws = draws_of(again)
        assert [draw["number"] for draw in draws] == [1, 2]
        assert draws[1]["reasons"] == ["", ""]
        assert again.events[-1].body["play"]["kind"] == "rerolled"
        repeated = await send(second, again, "0:again", 0, do="reroll", dice=["red"])
        assert isinstance(repeated, Accepted)
        assert len(draws_of(again)) == 2


async def test_links_that_come_to_another_process_reach_the_one_that_draws(shared: Shared) -> None:
    async with (
        host_on(shared, pace=PATIENT, draws_fairly=True) as one,
        host_on(shared, pace=PATIENT, draws_fairly=True) as other,
    ):
        live = await one.open(TWO, {})
        elsewhere = await other.live(live.id)
        devices = await chained(other, elsewhere, (0, 1))
        await until(lambda: live.fair.anchors.keys() == {0, 1} and all(live.connected()))
        await accepted(one, live, "0:roll", 0, do="roll")
        assert draws_of(live)[0]["links"] == [device.chain.link(1).hex() for device in devices]


async def test_links_for_the_draw_of_another_process_are_not_kept_for_one_s_own(shared: Shared) -> None:
    """Two roll for the order at two servers at once: the second draw waits, and the first has all links."""
    async with (
        host_on(shared, pace=PATIENT, draws_fairly=True) as one,
        host_on(shared, pace=PATIENT, draws_fairly=True) as other,
    ):
        live = await one.open(MATCH, {})
        elsewhere = await other.live(live.id)
        devices = [*await chained(one, live, (0,)), *await chained(other, elsewhere, (1,))]
        tables = (live, elsewhere)
        await until(
            lambda: all(table.fair.anchors.keys() == {0, 1} and all(table.connected()) for table in tables)
        )
        for device in devices:
            device.is_silent = True
        first = asyncio.ensure_future(accepted(one, live, "0:order", 0, do="order"))
        await until(lambda: elsewhere.fair.request)
        watched_by = len(elsewhere.watchers)
        second = asyncio.ensure_future(accepted(other, elsewhere, "1:order", 1, do="order"))
        await until(lambda: len(elsewhere.watchers) > watched_by)  # it waits for its turn
        for device in reversed(devices):
            device.is_silent = False
            device.give(1)
        await asyncio.gather(first, second)
        await until(lambda: len(draws_of(live)) == 2)
        for draw in draws_of(live):
            assert draw["links"] == [device.chain.link(draw["number"]).hex() for device in devices]


async def test_no_secret_and_no_later_link_of_the_server_is_told_before_its_time(host: Host) -> None:
    with capture_logs() as logged:
        live = await host.open(TWO, {})
        devices = await chained(host, live, (0, 1))
        await accepted(host, live, "0:roll", 0, do="roll")
    fair = host._runner.fair
    assert fair
    chain = await fair._chain(live, 64)
    secret = (await host.store.notes(NOTES))[NOTES + live.id]
    told = json.dumps([shown.body for shown in live.events]) + json.dumps(logged, default=str)
    told += json.dumps([[device.view, device.events] for device in devices])
    assert chain.link(1).hex() in told
    for hidden in [secret, *(chain.link(number).hex() for number in range(2, 65))]:
        assert hidden not in told


async def test_the_server_s_secret_of_a_table_is_deleted_at_its_end(host: Host) -> None:
    live = await host.open(TWO, {})
    await chained(host, live, (0, 1))
    await play_out(host, live, Random(5))
    while await host.store.notes(NOTES):
        await asyncio.sleep(0)
    assert verified(host, live).faults == ()


async def test_secrets_that_a_crash_left_behind_are_deleted_and_those_in_use_kept(host: Host) -> None:
    live = await host.open(TWO, {})
    ended = await host.open(TWO, {})
    await host.store.set_status(ended.id, Status.OVER)
    kept, *_ = [await ChainSecrets(host.store).of(table) for table in (live.id, ended.id, "forgotten")]
    await ChainSecrets(host.store).drop_ended()
    assert await host.store.notes(NOTES) == {NOTES + live.id: kept.hex()}


async def test_a_device_that_is_away_is_not_waited_for(host: Host) -> None:
    live = await host.open(TWO, {})
    _, ben = await chained(host, live, (0, 1))
    await accepted(host, live, "0:roll", 0, do="roll")
    live.loaded_at = -1000.0
    host.unwatch(live, ben)
    await accepted(host, live, "0:again", 0, do="reroll", dice=["red"])
    assert draws_of(live)[1]["reasons"] == ["", "away"]


async def test_the_dice_of_ended_tables_are_counted_once(host: Host) -> None:
    live = await host.open(TWO, {})
    await chained(host, live, (0,))
    await play_out(host, live, Random(4))
    await until(lambda: not live.durable.table.waiting_for)
    await host.fair_book.note(live)
    await host.fair_book.note(live)
    found = await host.fair_book.all()
    draws = draws_of(live)
    assert (found.tables, found.draws, found.voids) == (1, len(draws), 0)
    assert sum(map(sum, found.faces.values())) == sum(len(draw["dice"]) for draw in draws)
    assert sum(found.faces["roll/R"]) == 13
    assert found.given == len(draws)
    assert found.missing == {"none": len(draws)}


async def test_F78_counts_are_added_up_bit_by_bit_and_each_table_once(host: Host) -> None:
    """While a thousand notes are added, others have their turn; afterwards only new ones are read."""
    note = {"draws": 2, "faces": {"noise": [1, 2, 3, 4, 5, 6]}, "given": 3, "missing": {"late": 1}}
    note |= {"seats": {"1": 1}, "voids": 0, "mark": "ab", "missers": [[0, 1, 4]]}
    for number in range(1000):
        await host.store.note(f"{COUNTS}{number}", json.dumps(note))
    seen: set[int] = set()

    async def others() -> None:
        while True:
            seen.add(host.fair_book._known.tables)
            await asyncio.sleep(0)

    busy = asyncio.ensure_future(others())
    first = await host.fair_book.all()
    busy.cancel()
    assert seen >= {200, 400, 600, 800}
    assert (first.tables, first.draws, first.faces["noise"]) == (
        1000,
        2000,
        [1000, 2000, 3000, 4000, 5000, 6000],
    )
    await host.store.note(f"{COUNTS}0", "{}")  # the first note of a table counts
    await host.store.note(f"{COUNTS}new", json.dumps(note))
    host.fair_book._read_at -= FRESH_SECONDS + 1
    again = await host.fair_book.all()
    assert (again.tables, again.given, again.seats, len(again.missers)) == (1001, 3003, {1: 1001}, MOST_TOLD)


async def test_every_event_of_draws_has_the_shape_that_the_browser_is_told(store_url: str) -> None:
    shape = {"$ref": f"{REFERENCE}LoggedEvent", "components": {"schemas": messages()}}
    async with host_on(store_url, pace=HASTY, draws_fairly=True) as host:
        live = await host.open(TWO, {})
        await chained(host, live, (0, 1))
        await accepted(host, live, "0:roll", 0, do="roll")
        told = events_json(live.events, live.durable.table, ())
    validator = jsonschema_rs.validator_for(shape)
    assert [error.message for body in told for error in validator.iter_errors(body)] == []
