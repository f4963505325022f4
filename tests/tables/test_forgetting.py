"""F52: a person's name is taken out of all logs, and the chains still hold."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.kit.server.hosts import PATIENCE, ScriptedJobs, accepted, host_on, secret_hash, send
from tests.kit.server.tables import OPEN, person, setup
from tests.kit.storage.postgres import PostgresServer
from tumbletrip.games.registry import house_games
from tumbletrip.host.codec import to_text
from tumbletrip.host.core.effects import Accepted, Refused
from tumbletrip.host.host import TableGone
from tumbletrip.host.records import import_record
from tumbletrip.storage.opening import open_store
from tumbletrip.tables import forgetting
from tumbletrip.tables.chain import START, broken_at, chain, first_break
from tumbletrip.tables.forgetting import forget_name, nameless, without_name
from tumbletrip.tables.ports import StoredEvent
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tumblin.notation.records import Record, format_record
from tumbletrip.tumblin.setup import table as match_of

pytestmark = pytest.mark.anyio
GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = house_games()


def log_of(*bodies: object) -> tuple[StoredEvent, ...]:
    return chain(START, 1, 5, [json.dumps(body) for body in bodies], "first")


def opened(*names: str) -> object:
    return {"kind": "opened", "setup": setup(*map(person, names)).as_json()}


def test_F52_a_name_is_replaced_wherever_it_was_given_and_the_chain_holds() -> None:
    log = log_of(
        opened("Ada", "Ben"),
        {"kind": "sat", "seat": 1, "name": "ADA", "key": "k"},
        {"kind": "renamed", "seat": 1, "name": "ada"},
        {"kind": "renamed", "seat": 0, "name": "Adamant"},
    )
    rewritten = without_name(log, GAMES, " Ada ")
    assert rewritten is not None
    assert first_break(rewritten) is None
    bodies = [json.loads(event.body) for event in rewritten]
    assert [seat["name"] for seat in bodies[0]["setup"]["seats"]] == [nameless(0), "Ben"]
    assert [body["name"] for body in bodies[1:]] == [nameless(1), nameless(1), "Adamant"]
    assert [(event.seq, event.at_ms, event.command) for event in rewritten] == [
        (event.seq, event.at_ms, event.command) for event in log
    ]
    assert without_name(rewritten, GAMES, "Ada") is None


def test_F52_a_bot_keeps_its_name_and_a_damaged_log_stays_damaged() -> None:
    bot = setup(Seat(Occupant.BOT, "good", level="good")).as_json()
    assert without_name(log_of({"kind": "opened", "setup": bot}), GAMES, "good") is None
    first, second, third = log_of(opened("Ada", "Ben"), {"kind": "started"}, {"kind": "started"})
    damaged = (first, StoredEvent(2, 5, "no json", second.hash), third)
    rewritten = without_name(damaged, GAMES, "Ada")
    assert rewritten is not None
    assert (first_break(damaged), first_break(rewritten)) == (2, 2)
    assert "Ada" not in rewritten[0].body


async def test_F52_a_forgotten_name_is_nowhere_and_the_games_go_on(store_url: str) -> None:
    async with host_on(store_url) as host:
        played = await import_record(host, ScriptedJobs(), (GOLDEN / "duel_mujoco.tumble").read_text("utf-8"))
        other = (await host.open(setup(person("Ben"), person("Cleo")), {})).id
        live = await host.open(setup(person("Ben"), OPEN), {0: secret_hash("ben")})
        assert isinstance(await host.sit(live, 1, "Zoë", secret_hash("zoe")), Accepted)
        await accepted(host, live, "0:roll", 0, do="roll")
        match = (await host.live(played)).durable.table
        first = match.seats[0].name
        assert await forget_name(host.store, GAMES, "ZOË") == 1
        assert await forget_name(host.store, GAMES, first) == 1
        assert await forget_name(host.store, GAMES, "nobody") == 0
        for table, name in ((played, first), (live.id, "Zoë")):
            stored = await host.store.load(table)
            assert stored is not None
            assert broken_at(stored) is None
            assert not any(
                f'"{name}"' in event.body or f'\\"{name}\\"' in event.body for event in stored.events
            )
        # This process still had the old log in memory: it notices with the next move, and reads it again.
        assert isinstance(await send(host, live, "0:keep", 0, do="keep"), Refused)
    async with host_on(store_url) as host:
        again = await host.live(live.id)
        assert [seat.name for seat in again.durable.table.seats] == ["Ben", nameless(1)]
        assert await host.seats_of(again, secret_hash("zoe")) == (1,)
        await accepted(host, again, "0:keep again", 0, do="keep")
        assert (await host.live(played)).durable.table.play is not None
        assert (await host.live(other)).durable.table.seats[0].name == "Ben"


@pytest.mark.parametrize("what", ["name", "table"])
async def test_F68_a_running_server_lets_go_of_what_another_process_forgot(
    postgres: PostgresServer, what: str
) -> None:
    """Tables are opened until the server's line for notifications stands: then it lets go by itself."""
    url = postgres.empty_database()
    async with host_on(url) as host, asyncio.timeout(PATIENCE):
        other = await open_store(url)
        is_held = True
        while is_held:
            live = await host.open(setup(person("Ada"), person("Zoë")), {})
            if what == "name":
                assert await forget_name(other, GAMES, "Zoë") == 1
            else:
                assert await other.forget([live.id]) == 1
            for _ in range(20):
                is_held = is_held and host.tables.holds(live)
                await asyncio.sleep(0.05)
        await other.close()
        if what == "name":
            shown = (await host.live(live.id)).durable.table
            assert [seat.name for seat in shown.seats] == ["Ada", nameless(1)]
        else:
            with pytest.raises(TableGone):
                await host.live(live.id)


def test_F52_a_rewritten_event_is_stored_as_others_are() -> None:
    rewritten = without_name(log_of(opened("Ada", "Zoë")), GAMES, "Ada")
    assert rewritten is not None
    assert rewritten[0].body == to_text(json.loads(rewritten[0].body))
    assert '"Zoë"' in rewritten[0].body


def test_F52_a_name_gives_way_to_the_number_of_its_seat_and_the_options_stay() -> None:
    agreed = setup(person("Ada"), person("Ben"), tens=True)
    rewritten = without_name(log_of({"kind": "opened", "setup": agreed.as_json()}), GAMES, "Ben")
    assert rewritten is not None
    stored = json.loads(rewritten[0].body)["setup"]
    assert [seat["name"] for seat in stored["seats"]] == ["Ada", "N. N. 2"]
    assert stored["options"] == {"tens": True}


def test_F52_a_name_leaves_the_table_s_header_too() -> None:
    names = ["Ada", "Ben"]
    header = format_record(Record(match_of(names, 1)))
    assert "Ada" in header
    agreed = setup(*map(person, names), game="tumblin", header=header)
    rewritten = without_name(log_of({"kind": "opened", "setup": agreed.as_json()}), GAMES, names[0])
    assert rewritten is not None
    assert names[0] not in rewritten[0].body


def test_F52_an_event_that_is_no_object_has_no_name() -> None:
    log = log_of(opened("Ada", "Ben"), ["Ada"])
    rewritten = without_name(log, GAMES, "Ada")
    assert rewritten is not None
    assert rewritten[1].body == log[1].body


def test_F52_options_of_a_game_that_is_not_known_here_stay_as_they_are() -> None:
    agreed = setup(person("Ada"), game="chess", clock=5).as_json()
    rewritten = without_name(log_of({"kind": "opened", "setup": agreed}), GAMES, "Ada")
    assert rewritten is not None
    assert json.loads(rewritten[0].body)["setup"]["options"] == {"clock": 5}


async def test_F52_tables_are_looked_through_page_by_page(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "PAGE", 1)
    async with host_on(store_url) as host:
        for _ in range(3):
            await host.open(setup(person("Ada"), person("Ben")), {})
        assert await forget_name(host.store, GAMES, "Ada") == 3
        assert await forget_name(host.store, GAMES, "Ada") == 0
