"""The daily challenge over HTTP: one table a device, no dice before their time, past days to check."""

import asyncio
import json
import time
import urllib.error
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.kit.server.clients import Person
from tests.kit.server.servers import PATIENCE, Server
from tumbletrip.answers.conversation import SEALED
from tumbletrip.fairness.days import commitment, face

pytestmark = pytest.mark.slow
DEVICE = "a-device-of-its-own"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("daily")
    running = Server(str(folder / "tables.db"), folder / "log", "--thinkers", "1", "--bot-delay", "0").start()
    yield running
    running.kill()


def refused(server: Server, method: str, path: str, body: Any = None) -> int:
    with pytest.raises(urllib.error.HTTPError) as caught:
        server.ask(method, path, body)
    with caught.value as error:
        assert json.load(error)["message"]
        return error.code


def test_a_device_comes_back_to_its_table_also_after_a_power_cut(server: Server) -> None:
    first = server.ask("POST", "/api/daily", {"id": DEVICE, "name": "Ada"})
    server.kill()
    server.start()
    again = server.ask("POST", "/api/daily", {"id": DEVICE, "name": "Ada"})
    if again["day"] == first["day"]:  # midnight may have passed in between
        assert again == first
    state = server.ask("GET", "/api/daily", Authorization=f"Device {DEVICE}")
    assert state["state"] == ("playing" if state["day"] == again["day"] else "new")
    assert state["best"] is None
    assert state["champion"] is None


def test_strangers_learn_the_commitments_and_nothing_else(server: Server) -> None:
    state = server.ask("GET", "/api/daily")
    assert state["state"] == "new"
    assert len(state["commitment"]) == len(state["tomorrow"]) == 64
    assert state["commitment"] != state["tomorrow"]


def test_a_past_day_is_told_and_can_be_recomputed(server: Server) -> None:
    day = (datetime.now(UTC).date() - timedelta(days=2)).isoformat()
    told = server.ask("GET", f"/api/daily/{day}")
    seed = bytes.fromhex(told["seed"])
    assert commitment(seed) == told["commitment"]
    assert told["dice"][4] == [face(seed, 5, die) for die in ("red", "blue", "green", "yellow")]


@pytest.mark.parametrize("days", [0, 1, 400])
def test_no_day_is_told_before_it_is_over(server: Server, days: int) -> None:
    day = datetime.now(UTC).date() + timedelta(days=days)
    assert refused(server, "GET", f"/api/daily/{day.isoformat()}") == 404


@pytest.mark.parametrize("day", ["tomorrow", "2026-13-01", "..", "%00", "9999-12-31", "0000-01-01"])
def test_F31_what_is_no_day_is_not_found(server: Server, day: str) -> None:
    assert refused(server, "GET", f"/api/daily/{day}") == 404


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-30"])
def test_F31_the_ends_of_the_calendar_are_days_like_others(server: Server, day: str) -> None:
    is_past = day < "2026"
    assert server.status("GET", f"/api/daily/{day}") == (200 if is_past else 404)


def test_nobody_opens_a_table_with_the_dice_of_a_day_they_choose(server: Server) -> None:
    options = {"daily": "2030-01-01"}
    wish = {"game": "dicetrip", "options": options, "seats": [{"occupant": "person", "name": "Eve"}]}
    assert refused(server, "POST", "/api/tables", wish) == 409


def test_ids_are_long_enough_to_be_secret(server: Server) -> None:
    assert refused(server, "POST", "/api/daily", {"id": "short", "name": "Ada"}) == 422


def test_F13_the_key_of_a_day_s_table_follows_from_the_device_and_stays(server: Server) -> None:
    own = server.ask("POST", "/api/daily", {"id": DEVICE, "name": "Ada"})
    path, change = f"/api/tables/{own['table']}/seats/0/secret", {"id": "cafe" * 6}
    assert server.status("POST", path, change, own["seats"][0]["secret"]) == 409
    assert server.status("POST", path, change) == 404
    assert server.ask("GET", f"/api/tables/{own['table']}", secret=own["seats"][0]["secret"])["seats"] == [0]


# What a finished table tells anybody, were it not of today.
TOLD = [("GET", ""), ("GET", "/replay"), ("GET", "/record"), ("GET", "/keepsake"), ("GET", "/analysis")]
TOLD += [("POST", "/analysis"), ("DELETE", "/analysis")]


def test_F63_a_game_of_today_is_shown_to_those_only_who_have_played_today(server: Server) -> None:
    devices = {name: f"a-device-that-is-of-{name}" for name in ("ada", "bob")}
    opened = {
        name: server.ask("POST", "/api/daily", {"id": device, "name": name})
        for name, device in devices.items()
    }
    ada = opened["ada"]
    play_to_the_end(server, ada)
    path = f"/api/tables/{ada['table']}"
    mine, strangers = (
        f"Device {devices['ada']}",
        ["Device not-yet-here-but-curious", f"Device {devices['bob']}"],
    )
    for method, what in TOLD:
        assert refused(server, method, path + what) == 409
        for who in strangers:  # Bob sits at his own table of today, and has not finished
            expected = 404 if what == "" else 409  # a view is asked for with a seat's secret
            assert server.status(method, path + what, Authorization=who) == expected
    assert watching_ends_with(server, ada["table"]) == SEALED
    assert server.ask("GET", path, secret=ada["seats"][0]["secret"])["view"]["status"] == "over"
    assert server.ask("GET", f"{path}/replay", Authorization=mine)["moments"]
    assert server.ask("GET", f"{path}/analysis", Authorization=mine)["state"] == "none"

    play_to_the_end(server, opened["bob"])
    bob = f"Device {devices['bob']}"
    assert server.ask("GET", f"{path}/replay", Authorization=bob)["moments"]
    ghost = f"/api/tables/{champion_of_today(server, bob)['table']}/replay"
    assert server.status("GET", ghost) == 409
    assert server.ask("GET", ghost, Authorization=bob)["moments"]


def champion_of_today(server: Server, device: str) -> Any:
    """The champion's table, as soon as its game is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if champion := server.ask("GET", "/api/daily", Authorization=device)["champion"]:
            return champion
        time.sleep(0.2)
    raise AssertionError("the champion does not finish")


def play_to_the_end(server: Server, own: dict[str, Any]) -> None:
    secret = own["seats"][0]["secret"]
    asyncio.run(Person(lambda: server.socket_url(own["table"]), 0, secret, Random(1)).play())


def watching_ends_with(server: Server, table: str) -> int | None:
    """The code with which the server closes the socket of somebody without a seat."""

    async def watch() -> int | None:
        async with connect(server.socket_url(table)) as line:
            await line.send(json.dumps({"type": "hello", "secrets": []}))
            with pytest.raises(ConnectionClosed):
                await line.recv()
            return line.close_code

    return asyncio.run(watch())
