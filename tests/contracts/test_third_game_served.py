"""A third game served to strangers: HTTP, socket, bot seat, record and replay, and no line of ours for it."""

import asyncio
import json
import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.command_line import ROOT, tumbletrip_says
from tests.kit.server.servers import Server

pytestmark = pytest.mark.slow
KIT = "tests.contracts.toy_game:KIT"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))}
    options = ("--game", KIT, "--thinkers", "1", "--bot-delay", "0")
    running = Server(f"{tmp_path}/t.db", tmp_path / "log", *options, environment=environment)
    running.start()
    try:
        yield running
    finally:
        running.kill()


def opened(server: Server) -> tuple[str, str]:
    seats = [{"occupant": "person", "name": "Ada"}, {"occupant": "bot", "level": "bold"}]
    table = server.ask("POST", "/api/tables", {"game": "twenty", "seats": seats})
    return table["table"], table["seats"][0]["secret"]


async def heard(line: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), 120))
        if message["type"] == kind:
            return message


async def play(server: Server, table: str, secret: str) -> None:
    """Throw three times, then stop; the bot goes on by itself until the game is over."""
    async with connect(server.socket_url(table)) as line:
        await line.send(json.dumps({"type": "hello", "secrets": [secret]}))
        view = (await heard(line, "welcome"))["view"]
        throws = 0
        while view["status"] != "over":
            if view["you"]["0"]["actions"]:
                throws += 1
                action = view["you"]["0"]["actions"][0 if throws <= 3 else 1]
                frame = {"type": "command", "id": f"c{throws}", "seat": 0, "round": view["round"]}
                await line.send(json.dumps({**frame, "action": action}))
            view = (await heard(line, "update"))["view"]


def test_a_third_game_is_played_to_its_end_told_again_and_brought_back(server: Server) -> None:
    games = {game["key"]: game for game in server.ask("GET", "/api/choices")["games"]}
    assert games["twenty"] == {
        "key": "twenty",
        "players": [2, 6],
        "levels": ["random", "bold"],
        "options": {},
    }
    table, secret = opened(server)
    asyncio.run(play(server, table, secret))
    replay = server.ask("GET", f"/api/tables/{table}/replay")
    assert replay["moments"][-1]["play"]["ranking"] is not None
    record = server.text(f"/api/tables/{table}/record")
    assert record.startswith('[Game "twenty"]')
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}/api/records", record.encode(), {"Content-Type": "text/plain"}
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        imported = json.load(answer)["table"]
    again = server.ask("GET", f"/api/tables/{imported}/replay")
    assert again["moments"][-1]["play"] == replay["moments"][-1]["play"]
    assert server.status("GET", f"/api/tables/{table}/keepsake") == 404
    assert server.status("POST", f"/api/tables/{table}/analysis") == 404
    rematch = server.ask("POST", f"/api/tables/{table}/rematch", secret=secret)["table"]
    assert server.ask("GET", f"/api/tables/{rematch}", secret=secret)["view"]["setup"]["game"] == "twenty"


def test_a_third_game_survives_a_power_cut(server: Server) -> None:
    table, secret = opened(server)
    command = {"id": "c1", "seat": 0, "round": 1, "action": {"do": "throw"}}
    seq = server.ask("POST", f"/api/tables/{table}/commands", command, secret)["seq"]
    server.kill()
    server.start()
    assert server.ask("POST", f"/api/tables/{table}/commands", command, secret)["seq"] == seq
    assert len(server.ask("GET", f"/api/tables/{table}", secret=secret)["view"]["play"]["throws"][0]) == 1


def test_a_kit_that_is_not_there_is_refused_before_anything_starts(tmp_path: Path) -> None:
    said = tumbletrip_says("serve", "--game", "nowhere:KIT", "--database", f"{tmp_path}/t.db")
    assert said.code == 2
    assert "nowhere:KIT" in said.err
