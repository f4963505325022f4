"""The socket of the real server: strange frames, foreign pages, foreign seats, secrets."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.server.servers import WAYS_IN, Server
from tumbletrip.answers.secrecy import hash_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
PATIENCE = 120.0


@pytest.fixture(scope="module", params=WAYS_IN)
def server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    options = ("--thinkers", "1", "--limit", "requests_burst=5000", "--limit", "socket_burst=5000")
    running = Server(
        str(folder / "tables.db"), folder / "log", *options, program=WAYS_IN[request.param]
    ).start()
    yield running
    running.kill()


@pytest.fixture
def opened(server: Server) -> dict[str, Any]:
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    table: dict[str, Any] = server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})
    return table


async def hello(line: ClientConnection, *secrets: str, **more: Any) -> dict[str, Any]:
    await line.send(json.dumps({"type": "hello", "secrets": secrets, **more}))
    welcome: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
    return welcome


async def close_code(line: ClientConnection) -> int:
    """Read until the server closes, and say why it did."""
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            await asyncio.wait_for(line.recv(), PATIENCE)
    assert line.close_code is not None
    return line.close_code


def command(name: str, seat: int, /, **action: Any) -> str:
    return json.dumps({"type": "command", "id": name, "seat": seat, "round": 1, "action": action})


async def answer(line: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        if message["type"] == "answer":
            return message


FRAMES: dict[str, tuple[str | bytes, int]] = {
    "not json": ("{", 1008),
    "unknown type": ('{"type":"fly"}', 1008),
    "unknown field": ('{"type":"ping","x":1}', 1008),
    "deep": ("[" * 4000, 1008),
    "deep action": ('{"type":"command","id":"a","seat":0,"round":1,"action":' + '{"a":' * 1000 + "1", 1008),
    "binary": (b"\x00\x01", 1003),
    "oversized": ('{"type":"ping","x":"' + "x" * 9000 + '"}', 1009),
    "id with nul": ('{"type":"command","id":"a\\u0000","seat":0,"round":1,"action":{}}', 1008),
    "second hello": ('{"type":"hello"}', 1008),
}


@pytest.mark.parametrize("name", FRAMES)
async def test_F6_strange_frames_are_closed_by_name(
    server: Server, opened: dict[str, Any], name: str
) -> None:
    frame, code = FRAMES[name]
    async with connect(server.socket_url(opened["table"])) as line:
        await hello(line, opened["seats"][0]["secret"])
        await line.send(frame)
        assert await close_code(line) == code


async def test_F6_bad_utf8_is_closed_by_name(server: Server, opened: dict[str, Any]) -> None:
    async with connect(server.socket_url(opened["table"])) as line:
        await hello(line)
        await line.send(b"\xff\xfe", text=True)
        assert await close_code(line) == 1007


ACTIONS: list[dict[str, Any]] = [
    {},
    {"do": None},
    {"do": []},
    {"do": {"a": 1}},
    {"do": "write", "entries": [{}]},
    {"do": "write", "entries": [{"city": "x" * 500, "dice": ["red", "red"]}]},
    {"do": "reroll", "dice": [["red"]]},
    {"do": "rename", "name": "\u202e"},
    {"do": "stand_in", "seat": "0"},
    {"do": "flick", "die": 1e308},
    {"do": "seat_bot", "seat": 10**30, "level": {}},
    {"do": "draft", "entries": 1},
]


async def test_F6_every_odd_action_gets_a_named_refusal(server: Server, opened: dict[str, Any]) -> None:
    async with connect(server.socket_url(opened["table"])) as line:
        await hello(line, opened["seats"][0]["secret"])
        for number, action in enumerate(ACTIONS):
            await line.send(command(f"odd{number}", 0, **action))
            said = await answer(line)
            assert said["ok"] is False
            assert said["refusal"] != "table/retry", action
        await line.send(command("fine", 0, do="roll"))
        assert (await answer(line))["ok"]


@pytest.mark.parametrize(
    ("origin", "is_taken"),
    [
        (None, True), ("http://{host}", True), ("HTTP://{host}", True), ("null", False), ("", False),
        ("https://evil.example", False), ("http://sub.{host}", False), ("http://127.0.0.1:1", False),
        ("http://127.0.0.1", False), ("http://user@{host}", False), ("http://{host}/path", False),
        ("http://[", False), ("file://", False), ("http://{host}.evil.example", False),
    ],
)  # fmt: skip
async def test_F14_only_our_own_pages_may_connect_and_write(
    server: Server, opened: dict[str, Any], origin: str | None, is_taken: bool
) -> None:
    sent = {} if origin is None else {"Origin": origin.format(host=f"127.0.0.1:{server.port}")}
    try:
        async with connect(server.socket_url(opened["table"]), additional_headers=sent) as line:
            assert (await hello(line))["type"] == "welcome"
            connected = True
    except (websockets.InvalidStatus, websockets.ConnectionClosed):
        connected = False
    assert connected is is_taken
    seats = [{"occupant": "person", "name": "Eve"}]
    status = server.status("POST", "/api/tables", {"game": "dicetrip", "seats": seats}, **sent)
    assert status == (200 if is_taken else 403)


async def test_F12_foreign_and_wrong_secrets_look_like_a_missing_table(
    server: Server, opened: dict[str, Any]
) -> None:
    other = server.ask(
        "POST", "/api/tables", {"game": "dicetrip", "seats": [{"occupant": "person", "name": "Eve"}]}
    )
    before = server.ask("GET", f"/api/tables/{opened['table']}")
    foreign = other["seats"][0]["secret"]
    wrong = [foreign, "x", "", "é", "a" * 64, "a" * 65, opened["seats"][0]["secret"][:-1], opened["table"]]
    for secret in wrong:
        async with connect(server.socket_url(opened["table"])) as line:
            await line.send(json.dumps({"type": "hello", "secrets": [secret]}))
            assert await close_code(line) == 4404
        if secret.isascii() and secret:
            path = f"/api/tables/{opened['table']}/commands"
            body = {"id": "x", "seat": 0, "round": 1, "action": {"do": "roll"}}
            assert server.status("POST", path, body, secret) == 404
    async with connect(server.socket_url("nowhere")) as line:
        await line.send(json.dumps({"type": "hello", "secrets": []}))
        assert await close_code(line) == 4404
    assert server.ask("GET", f"/api/tables/{opened['table']}") == before


async def test_F12_who_holds_one_seat_cannot_act_for_another(server: Server, opened: dict[str, Any]) -> None:
    async with connect(server.socket_url(opened["table"])) as line:
        await hello(line, opened["seats"][1]["secret"])
        await line.send(command("theft", 0, do="roll"))
        assert (await answer(line))["refusal"] == "table/not_your_seat"
    assert server.ask("GET", f"/api/tables/{opened['table']}")["seq"] == 2


async def test_F13_a_lost_answer_to_sitting_down_can_be_asked_for_again_by_the_same_device_only(
    server: Server,
) -> None:
    seats = [{"occupant": "person", "name": "Ada"}, {"occupant": "open"}]
    table = server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})["table"]
    path = f"/api/tables/{table}/seats"
    own = {"id": "f00d" * 6, "seat": 1, "name": "Ben"}
    first = server.ask("POST", path, own)
    assert server.ask("POST", path, own) == first
    assert server.status("POST", path, {**own, "id": "beef" * 6}) == 409
    assert server.status("POST", path, {**own, "id": "1"}) == 422
    assert server.ask("GET", f"/api/tables/{table}", secret=first["secret"])["seats"] == [1]


async def test_F13_a_secret_that_leaked_is_changed_and_the_old_one_looks_like_a_missing_table(
    server: Server, opened: dict[str, Any]
) -> None:
    table, leaked = opened["table"], opened["seats"][0]["secret"]
    path, change = f"/api/tables/{table}/seats/0/secret", {"id": "cafe" * 6}
    async with connect(server.socket_url(table)) as thief:
        await hello(thief, leaked)
        fresh = server.ask("POST", path, change, leaked)
        assert server.ask("POST", path, change, leaked) == fresh  # an answer that was lost
        assert server.ask("POST", path, change) == fresh
        await thief.send(command("theft", 0, do="roll"))
        assert (await answer(thief))["refusal"] == "table/not_your_seat"
    async with connect(server.socket_url(table)) as line:
        await line.send(json.dumps({"type": "hello", "secrets": [leaked]}))
        assert await close_code(line) == 4404
    for old in (leaked, opened["seats"][1]["secret"], ""):
        assert server.status("POST", path, {"id": "dead" * 6}, old) == 404
    roll = {"id": "x", "seat": 0, "round": 1, "action": {"do": "roll"}}
    assert server.status("POST", f"/api/tables/{table}/commands", roll, leaked) == 404
    assert server.status("POST", f"/api/tables/{table}/commands", roll, fresh["secret"]) == 200


async def test_F13_a_secret_is_void_after_leaving_and_opens_as_many_tabs_as_its_holder_likes_until_then(
    server: Server,
) -> None:
    seats = [{"occupant": "person", "name": "Ada"}, {"occupant": "open"}]
    opened = server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})
    url, secret = server.socket_url(opened["table"]), opened["seats"][0]["secret"]
    async with connect(url) as one, connect(url) as other:
        assert (await hello(one, secret))["seats"] == (await hello(other, secret))["seats"] == [0]
        await one.send(json.dumps({**json.loads(command("bye", 0, do="leave")), "round": 0}))
        assert (await answer(one))["ok"]
        await other.send(command("again", 0, do="rename", name="Eve"))
        assert (await answer(other))["refusal"] == "table/not_your_seat"
    async with connect(url) as line:
        await line.send(json.dumps({"type": "hello", "secrets": [secret]}))
        assert await close_code(line) == 4404


async def test_F13_no_secret_is_ever_logged(server: Server, opened: dict[str, Any]) -> None:
    """Whatever secrets are used for, rightly or wrongly: sockets, requests, refusals, odd frames."""
    table, secret = opened["table"], opened["seats"][0]["secret"]
    async with connect(server.socket_url(table)) as line:
        await hello(line, secret)
        await line.send("{")
        await close_code(line)
    roll = {"id": "x", "seat": 1, "round": 1, "action": {"do": "roll"}}
    assert server.status("POST", f"/api/tables/{table}/commands", roll, secret) == 404
    change = {"id": "0dd" * 8}
    fresh = server.ask("POST", f"/api/tables/{table}/seats/0/secret", change, secret)["secret"]
    assert server.status("GET", f"/api/tables/{table}", secret=secret) == 404
    logged = server.log.read_text("utf-8")
    assert '"event": "ready"' in logged  # there is a log to look into
    for word in (secret, fresh, change["id"], hash_of(secret), hash_of(fresh)):
        assert word not in logged


async def frames_up_to(line: ClientConnection, seq: int) -> list[str | bytes]:
    """All that a client is sent, up to an event of its table."""
    frames: list[str | bytes] = []
    while not frames or not any(event["seq"] == seq for event in json.loads(frames[-1]).get("events", ())):
        frames.append(await asyncio.wait_for(line.recv(), PATIENCE))
    return frames


async def test_F16_nobody_is_sent_what_another_writes_before_the_round_closes(
    server: Server, opened: dict[str, Any]
) -> None:
    """Search every byte that the other player and a spectator get for the city that was written."""
    ada, ben = (own["secret"] for own in opened["seats"])
    url = server.socket_url(opened["table"])
    async with connect(url) as writer, connect(url) as other, connect(url) as spectator:
        await hello(writer, ada)
        await hello(other, ben)
        await hello(spectator)
        for name, action in (("a", {"do": "roll"}), ("b", {"do": "keep"})):
            await writer.send(command(name, 0, **action))
            assert (await answer(writer))["ok"]
        cities = server.ask("GET", f"/api/tables/{opened['table']}", secret=ada)["view"]["you"]["0"][
            "options"
        ]
        entries = [{"city": city, "dice": None} for city in cities["open_cities"][:2]]
        for name, action in (("c", {"do": "draft"}), ("d", {"do": "write"})):
            await writer.send(command(name, 0, **action, entries=entries))
            last = await answer(writer)
            assert last["ok"]
        frames = [frame for line in (other, spectator) for frame in await frames_up_to(line, last["seq"])]
        async with connect(url) as late:
            frames.append(json.dumps(await hello(late, ben)))
        frames.append(json.dumps(server.ask("GET", f"/api/tables/{opened['table']}")))
    assert len(frames) > 8
    for frame in map(json.loads, frames):
        assert '"entries": [{' not in json.dumps(frame), frame
        sheets = (frame.get("view") or {}).get("play", {}).get("sheets", [])
        assert all(not sheet["marks"] for sheet in sheets)
    assert ada not in "".join(map(str, frames))


def test_F64_who_takes_the_plain_way_in_says_so(server: Server) -> None:
    logged = server.log.read_text("utf-8")
    assert ("what_the_next_version_took_away" in logged) is (server.program == WAYS_IN["plain"])


async def test_F19_an_old_client_is_told_to_reload(server: Server, opened: dict[str, Any]) -> None:
    async with connect(server.socket_url(opened["table"])) as line:
        await line.send(json.dumps({"type": "hello", "secrets": [], "protocol": 0}))
        assert await close_code(line) == 4002


@pytest.mark.parametrize("way", WAYS_IN)
async def test_the_server_says_goodbye(tmp_path: Path, way: str) -> None:
    short = Server(str(tmp_path / "t.db"), tmp_path / "log", "--thinkers", "1", program=WAYS_IN[way]).start()
    seats = [{"occupant": "person", "name": "Ada"}]
    table = short.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})["table"]
    async with connect(short.socket_url(table)) as line:
        await hello(line)
        await asyncio.to_thread(short.stop)
        assert await close_code(line) == 1012


def test_F12_what_fits_into_a_city_is_told_to_its_own_seat_only(
    server: Server, opened: dict[str, Any]
) -> None:
    path = f"/api/tables/{opened['table']}/fits"
    ada, ben = (seat["secret"] for seat in opened["seats"])
    assert server.ask("GET", f"{path}/0/lyon", secret=ada) == {"fits": []}
    assert server.status("GET", f"{path}/0/lyon", secret=ben) == 404
    assert server.status("GET", f"{path}/0/lyon") == 404


def test_F12_what_a_number_would_bring_is_told_to_its_own_seat_only(
    server: Server, opened: dict[str, Any]
) -> None:
    path = f"/api/tables/{opened['table']}/placings"
    ada, ben = (seat["secret"] for seat in opened["seats"])
    assert server.ask("GET", f"{path}/0/red+blue", secret=ada) == {"placings": []}  # nobody has rolled
    assert server.status("GET", f"{path}/0/red+blue", secret=ben) == 404
    assert server.status("GET", f"{path}/0/red+blue") == 404
