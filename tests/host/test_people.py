"""People at a table: sitting down, leaving, coming back, playing again, and records of what they played."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.kit.server.hosts import (
    ScriptedJobs,
    Seen,
    accepted,
    host_on,
    play_out,
    record_text,
    secret_hash,
    send,
    until,
)
from tests.kit.server.tables import OPEN, any_action, person, setup
from tests.kit.storage.shared import Shared
from tumbletrip.core.errors import InputError
from tumbletrip.fairness.days import day_at
from tumbletrip.host.core.effects import Accepted, Refused
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host, Pace
from tumbletrip.host.records import NotOver, import_record
from tumbletrip.tables.ports import Status
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tables.table import TableSetup

pytestmark = pytest.mark.anyio

TWO = setup(person("Ada"), person("Ben"))
WAITING = setup(person("Ada"), OPEN, OPEN)
ANN, BEN, NEW = secret_hash("ann"), secret_hash("ben"), secret_hash("new")
GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = [TWO, setup(person("Ada"), person("Ben"), game="tumblin")]


@pytest.fixture
async def host(store_url: str) -> AsyncIterator[Host]:
    async with host_on(store_url) as running:
        yield running


async def seats(host: Host, live: LiveTable, key: str) -> tuple[int, ...]:
    return await host.seats_of(await host.live(live.id), key)


async def test_F12_a_secret_opens_the_seats_it_was_given_for_and_no_other(host: Host) -> None:
    live = await host.open(WAITING, {0: ANN})
    other = await host.open(WAITING, {0: BEN})
    assert await seats(host, live, ANN) == (0,)
    assert await seats(host, live, BEN) == ()
    assert await seats(host, other, ANN) == ()


async def test_sitting_down_twice_with_one_secret_is_one_seat(host: Host) -> None:
    live = await host.open(WAITING, {})
    answers = await asyncio.gather(*(host.sit(live, 1, "Ben", BEN) for _ in range(4)))
    assert answers == [Accepted(2)] * 4
    assert await host.sit(live, 1, "Eve", ANN) == Refused(No.SEAT_NOT_OPEN, 2)
    assert await seats(host, live, BEN) == (1,)
    assert await seats(host, live, ANN) == ()


async def test_F13_whoever_left_loses_the_seat_at_once_and_cannot_take_it_back(host: Host) -> None:
    live = await host.open(WAITING, {0: ANN})
    watcher = Seen(0)
    host.watch(live, watcher)
    await accepted(host, live, "0:leave", 0, do="leave")
    assert watcher.seats == ()
    assert watcher.view["you"] == {}
    assert await seats(host, live, ANN) == ()
    await host.sit(live, 1, "Ben", BEN)
    await accepted(host, live, "1:leave", 1, do="leave")
    assert isinstance(await host.sit(live, 1, "Cleo", ANN), Accepted)
    assert isinstance(await host.sit(live, 1, "Ben", BEN), Refused)  # Ben repeats his old command
    assert await seats(host, live, BEN) == ()
    assert await seats(host, live, ANN) == (1,)


async def test_F13_a_changed_key_opens_the_seat_and_the_old_one_nothing_on_no_socket(host: Host) -> None:
    live = await host.open(TWO, {0: ANN, 1: BEN})
    thief, ben = Seen(0), Seen(1)
    host.watch(live, thief)
    host.watch(live, ben)
    assert await host.change_key(live, 0, ANN, NEW) == Accepted(3)
    assert (thief.seats, ben.seats) == ((), (1,))
    assert thief.view["you"] == {}
    assert await seats(host, live, ANN) == ()
    assert await seats(host, live, NEW) == (0,)
    assert await seats(host, live, BEN) == (1,)


async def test_F13_a_key_is_changed_once_whoever_asks_again_with_the_same_gets_the_same(host: Host) -> None:
    live = await host.open(TWO, {0: ANN, 1: BEN})
    answers = await asyncio.gather(*(host.change_key(live, 0, ANN, NEW) for _ in range(4)))
    assert answers == [Accepted(3)] * 4
    assert live.durable.seq == 3
    await host.change_key(live, 0, NEW, ANN)
    used_up = await host.change_key(live, 0, ANN, NEW)  # a key that was given up does not come back
    assert used_up == Refused(No.NOT_YOUR_SEAT, 4)
    assert await seats(host, live, NEW) == ()


async def test_F13_of_several_who_change_one_key_at_once_one_has_the_seat(host: Host) -> None:
    live = await host.open(TWO, {0: ANN, 1: BEN})
    keys = [secret_hash(f"new {number}") for number in range(4)]
    answers = await asyncio.gather(*(host.change_key(live, 0, ANN, key) for key in keys))
    accepted = [isinstance(answer, Accepted) for answer in answers]  # which of them is the store's affair
    assert accepted.count(True) == 1
    assert [await seats(host, live, key) == (0,) for key in keys] == accepted


async def test_F13_nobody_changes_the_key_of_another_seat(host: Host) -> None:
    live = await host.open(TWO, {0: ANN, 1: BEN})
    for seat, key in ((1, ANN), (0, NEW), (5, ANN), (0, "")):
        assert await host.change_key(live, seat, key, NEW) == Refused(No.NOT_YOUR_SEAT, 2)
    assert live.durable.seq == 2


async def test_F13_a_changed_key_survives_a_restart_and_opens_the_rematch(store_url: str) -> None:
    async with host_on(store_url) as host:
        live = await host.open(TWO, {0: ANN, 1: BEN})
        await host.change_key(live, 0, ANN, NEW)
    async with host_on(store_url) as host:
        live = await host.live(live.id)
        assert await seats(host, live, NEW) == (0,)
        assert await seats(host, live, ANN) == ()
        await play_out(host, live, Random(1))
        again = await host.rematch(live, 0)
        assert again is not None
        other = await host.live(again)
        assert await seats(host, other, NEW) == (0,)
        assert await seats(host, other, ANN) == ()
        record_text(host.games, live)  # a change of keys is no part of the game


async def test_F13_a_socket_at_another_process_loses_the_seat_too(shared: Shared) -> None:
    async with host_on(shared) as here, host_on(shared) as there:
        live = await here.open(TWO, {0: ANN, 1: BEN})
        thief = Seen(0)
        there.watch(await there.live(live.id), thief)
        await here.change_key(live, 0, ANN, NEW)
        await until(lambda: thief.seats == ())
        late = await there.change_key(await there.live(live.id), 0, ANN, secret_hash("thief"))
        assert isinstance(late, Refused)


async def test_a_seat_given_to_a_bot_opens_for_nobody(host: Host) -> None:
    live = await host.open(setup(person("Ada"), person("Ben"), OPEN), {0: ANN, 1: BEN})
    await accepted(host, live, "1:leave", 1, do="leave")
    await accepted(host, live, "0:bot", 0, do="seat_bot", seat=1, level="casual")
    assert await seats(host, live, BEN) == ()


async def test_seats_survive_a_restart(store_url: str) -> None:
    async with host_on(store_url) as host:
        live = await host.open(WAITING, {0: ANN})
        await host.sit(live, 1, "Ben", BEN)
    async with host_on(store_url) as host:
        assert await seats(host, live, BEN) == (1,)
        assert await seats(host, live, ANN) == (0,)


async def test_F22_a_stand_in_may_be_asked_for_those_who_never_came_back_after_a_crash(
    store_url: str,
) -> None:
    pace = Pace(bot_delay=0.0, away_after=0.05)
    async with host_on(store_url, pace=pace) as host:
        live = await host.open(TWO, {})
        ben = Seen(1)
        host.watch(live, ben)
        await asyncio.sleep(0.1)
        here = await send(host, live, "0:a", 0, do="stand_in", seat=1)
        assert here == Refused(No.STILL_HERE, 2)
    async with host_on(store_url, pace=pace) as host:  # killed: nobody ever said goodbye
        live = await host.live(live.id)
        await asyncio.sleep(0.1)
        await accepted(host, live, "0:b", 0, do="stand_in", seat=1)
        assert live.durable.table.seats[1].stand_in == "casual"
        await accepted(host, live, "1:back", 1, do="return")
        assert live.durable.table.seats[1].stand_in == ""


async def test_a_stand_in_plays_for_whoever_leaves_until_they_return(host: Host) -> None:
    live = await host.open(TWO, {})
    await accepted(host, live, "0:leave", 0, do="leave")
    await until(lambda: live.durable.table.waiting_for == (1,) and live.durable.table.round == 1)
    await accepted(host, live, "0:return", 0, do="return")
    assert live.durable.table.seats[0].occupant is Occupant.PERSON


async def test_presence_is_told(host: Host) -> None:
    live = await host.open(TWO, {})
    ada, ben, tab = Seen(0), Seen(1), Seen(1)
    for watcher in (ada, ben, tab):  # F11: two tabs on one seat
        host.watch(live, watcher)
    assert ada.presence == [True, True]
    host.unwatch(live, ben)
    assert ada.presence == [True, True]
    host.unwatch(live, tab)
    assert ada.presence == [True, False]


async def test_those_who_wait_are_told_when_a_bot_may_stand_in(store_url: str) -> None:
    async with host_on(store_url, pace=Pace(bot_delay=0.0, away_after=1000.0)) as host:
        live = await host.open(TWO, {})
        ada, ben = Seen(0), Seen(1)
        host.watch(live, ada)
        host.watch(live, ben)
        assert ada.until_stand_in_ms == [1_000_000, 1_000_000]
        host.unwatch(live, ben)
        assert ada.until_stand_in_ms[0] == 1_000_000
        later = live.until_stand_in_ms(time.monotonic() + 600, 1000.0)
        assert 0 < later[1] <= 400_000 < ada.until_stand_in_ms[1]
        assert live.until_stand_in_ms(time.monotonic() + 1000, 1000.0)[1] == 0


async def test_a_bot_rolls_with_the_app_s_dice_where_people_roll_their_own(host: Host) -> None:
    bot = Seat(Occupant.BOT, "casual", level="casual")
    live = await host.open(setup(bot, person("Ada"), own_dice=True), {})
    await until(lambda: live.durable.table.waiting_for == (1,))  # the bot has rolled, kept and written
    play = [shown.body["play"]["kind"] for shown in live.events if shown.body["kind"] == "played"]
    assert play[0] == "rolled"
    assert play[-1] == "wrote"


# Playing again


async def test_a_rematch_asked_for_by_all_at_once_is_one_table(host: Host) -> None:
    agreed = setup(person("Ada"), OPEN, Seat(Occupant.CLOSED), person("Cleo"))
    live = await host.open(agreed, {0: ANN})
    assert await host.rematch(live, 0) is None
    await host.sit(live, 1, "Ben", BEN)
    await play_out(host, live, Random(1))
    found = await asyncio.gather(*(host.rematch(live, 3) for _ in range(5)))
    assert len({*found}) == 1
    assert live.durable.table.rematch_by == 3
    again = await host.live(str(found[0]))
    assert again.durable.table.status is Status.PLAYING
    assert [seat.name for seat in again.durable.table.seats] == ["Ada", "Ben", "", "Cleo"]
    assert await seats(host, again, ANN) == (0,)
    assert await seats(host, again, BEN) == (1,)
    assert sum(shown.body["kind"] == "rematched" for shown in live.events) == 1


async def test_a_rematch_asked_for_at_two_hosts_is_one_table(shared: Shared) -> None:
    async with host_on(shared) as one, host_on(shared) as other:
        live = await one.open(TWO, {0: ANN})
        await play_out(one, live, Random(2))
        there = await other.live(live.id)
        found = await asyncio.gather(one.rematch(live, 0), other.rematch(there, 1))
        assert found[0] == found[1]
        assert await seats(other, await other.live(str(found[0])), ANN) == (0,)


# Records


@pytest.mark.parametrize("agreed", GAMES, ids=lambda agreed: agreed.game)
async def test_a_record_leaves_and_comes_back_as_the_same_game(host: Host, agreed: TableSetup) -> None:
    live = await host.open(agreed, {})
    with pytest.raises(NotOver):
        record_text(host.games, live)
    await play_out(host, live, Random(4))
    text, extension = record_text(host.games, live)
    assert extension == {"dicetrip": "trip", "tumblin": "tumble"}[agreed.game]
    imported = await host.live(await import_record(host, ScriptedJobs(), text))
    assert imported.durable.table.status is Status.OVER
    day = f'[Date "{day_at(live.events[0].at_ms)}"]'
    assert day in text
    assert record_text(host.games, imported)[0] == text.replace(day, '[Origin "imported"]')
    play, original = imported.durable.table.play, live.durable.table.play
    assert play is not None
    assert original is not None
    assert play.outcome == original.outcome


@pytest.mark.parametrize("name", ["published_france.trip", "duel_bonus_falling.tumble"])
async def test_the_golden_records_can_be_brought_in(host: Host, name: str) -> None:
    text = (GOLDEN / name).read_text("utf-8")
    imported = await host.live(await import_record(host, ScriptedJobs(), text))
    assert imported.durable.table.status is Status.OVER


@pytest.mark.parametrize(
    ("name", "kept"),
    [("  Ada\u202e ", "Ada"), ("Zoe\u0308", "Zoë"), ("A\u200bda", "Ada"), ("Ada\u2003L.", "Ada L.")],
)
async def test_names_of_an_imported_game_are_cleaned_like_those_typed_here(
    host: Host, name: str, kept: str
) -> None:
    text = (GOLDEN / "published_france.trip").read_text("utf-8").replace('[A "Example"]', f'[A "{name}"]')
    imported = await host.live(await import_record(host, ScriptedJobs(), text))
    assert imported.durable.table.seats[0].name == kept


@pytest.mark.parametrize("name", ["", "\u202e", "x" * 41, "\U000e0041"])
async def test_an_imported_game_needs_names_that_can_be_shown(host: Host, name: str) -> None:
    text = (GOLDEN / "published_france.trip").read_text("utf-8").replace('[A "Example"]', f'[A "{name}"]')
    with pytest.raises(InputError):
        await import_record(host, ScriptedJobs(), text)


async def test_the_names_of_an_imported_match_are_composed_everywhere(host: Host) -> None:
    text = (GOLDEN / "duel_bonus_falling.tumble").read_text("utf-8")
    name = live_names(await host.live(await import_record(host, ScriptedJobs(), text)))[0]
    odd = text.replace(name, "Zoe\u0308")
    imported = await host.live(await import_record(host, ScriptedJobs(), odd))
    assert live_names(imported)[0] == "Zoë"
    assert "Zoë" in record_text(host.games, imported)[0]


def live_names(live: LiveTable) -> list[str]:
    return [seat.name for seat in live.durable.table.seats]


@pytest.mark.parametrize("text", ["", "nonsense", '{"game": "tumblin"', '["tumblin"]', "\0", "[" * 5000])
async def test_what_is_no_record_is_refused_in_a_sentence(host: Host, text: str) -> None:
    with pytest.raises(InputError):
        await import_record(host, ScriptedJobs(), text)


async def test_own_dice_are_marked_in_the_record(host: Host) -> None:
    live = await host.open(setup(person("Ada"), own_dice=True), {})
    rng = Random(6)
    number = 0
    while live.durable.table.waiting_for:
        number += 1
        action = any_action(live.durable.table, 0, rng)
        if action["do"] in ("roll", "reroll"):
            action = {**action, "faces": [rng.randint(1, 6) for _ in action.get("dice", range(4))]}
        await send(host, live, f"0:{number}", 0, **action)
    text, _ = record_text(host.games, live)
    assert "own" in text
    imported = await host.live(await import_record(host, ScriptedJobs(), text))
    assert imported.durable.table.setup.options["own_dice"] is True


@pytest.mark.parametrize("game", ["dicetrip", "tumblin"])
async def test_a_person_without_a_name_is_numbered_in_the_record(host: Host, game: str) -> None:
    live = await host.open(setup(Seat(Occupant.PERSON), person("Ben"), game=game), {})
    await play_out(host, live, Random(7))
    text, _ = record_text(host.games, live)
    assert '"Player 1"' in text
    again = await host.live(await import_record(host, ScriptedJobs(), text))
    assert [seat.name for seat in again.durable.table.seats] == ["Player 1", "Ben"]
