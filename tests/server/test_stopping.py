"""F27: an orderly stop leaves everything that was acknowledged in the database file itself."""

import asyncio
import json
import os
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.kit.server.servers import PATIENCE, Server

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NAMES = tuple(f"Ada {number}" for number in range(20))
QUICK = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # nobody plays against bots here


@pytest.fixture(params=["1", "2"], ids=["one process", "two workers"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    options = ("--workers", request.param, "--thinkers", "1")
    server = Server(str(tmp_path / "tables.sqlite"), tmp_path / "log", *options, environment=QUICK)
    yield server.start()
    server.kill()


async def acknowledged_names(server: Server) -> tuple[str, list[str]]:
    """A table whose only player is called otherwise again and again, and the names that were acknowledged."""
    seats = [{"occupant": "person", "name": "Ada"}]
    opened = server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})
    acknowledged = []
    async with connect(server.socket_url(opened["table"])) as line:
        await line.send(json.dumps({"type": "hello", "secrets": [opened["seats"][0]["secret"]]}))
        for number, name in enumerate(NAMES):
            action = {"do": "rename", "name": name}
            frame = {"type": "command", "id": f"name-{number}", "seat": 0, "round": 1, "action": action}
            await line.send(json.dumps(frame))
            while True:
                answer = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
                if answer["type"] == "answer" and answer["id"] == frame["id"]:
                    break
            assert answer["ok"], answer
            acknowledged.append(name)
    return opened["table"], acknowledged


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_F27_a_copy_of_the_file_alone_holds_all_that_was_acknowledged(
    server: Server, sign: signal.Signals, tmp_path: Path
) -> None:
    table, acknowledged = await acknowledged_names(server)
    server.stop(sign)
    alone = tmp_path / "elsewhere" / "tables.sqlite"
    alone.parent.mkdir()
    shutil.copy(tmp_path / "tables.sqlite", alone)
    with closing(sqlite3.connect(alone)) as database:
        rows = database.execute(
            "SELECT body FROM events WHERE table_id = ? ORDER BY seq", (table,)
        ).fetchall()
    kept = [event.get("name") for event in (json.loads(body) for (body,) in rows)]
    assert [name for name in kept if name in NAMES] == acknowledged
    left = tmp_path / "tables.sqlite-wal"
    assert not left.exists() or left.stat().st_size == 0
