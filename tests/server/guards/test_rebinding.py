"""F30: a page whose name is made to point at this machine gets nothing, at the real server."""

import asyncio
import http.client
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets
from websockets.asyncio.client import connect

from tests.kit.server.servers import PATIENCE, Server

pytestmark = pytest.mark.slow

WISH = json.dumps({"game": "dicetrip", "seats": [{"occupant": "person", "name": "Eve"}]})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("rebinding")
    quick = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    options = ("--thinkers", "1", "--public-host", "games.example")
    running = Server(str(folder / "tables.db"), folder / "log", *options, environment=quick).start()
    yield running
    running.kill()


def asked(server: Server, method: str, path: str, **headers: str) -> tuple[int, bytes]:
    """The answer to a request with headers of one's own; `_` stands for `-`."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE)
    try:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(
            method, path, WISH if method == "POST" else None, {"Content-Type": "application/json", **sent}
        )
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


@pytest.mark.parametrize("path", ["/", "/health", "/metrics", "/api/choices"])
def test_F30_a_foreign_name_reads_nothing(server: Server, path: str) -> None:
    status, body = asked(server, "GET", path, Host=f"evil.example:{server.port}")
    assert status == 403
    assert json.loads(body)["code"] == "http/foreign_name"
    assert asked(server, "GET", path, Host=f"localhost:{server.port}")[0] in (
        200,
        404,
    )  # 404: no app was built


def test_F30_a_foreign_name_with_its_own_page_writes_nothing(server: Server) -> None:
    evil = f"evil.example:{server.port}"
    assert asked(server, "POST", "/api/tables", Host=evil, Origin=f"http://{evil}")[0] == 403


def test_F30_a_proxy_tells_the_scheme_and_a_page_must_have_it(server: Server) -> None:
    def status(origin: str, scheme: str) -> int:
        headers = {"Host": "games.example", "Origin": origin, "X_Forwarded_Proto": scheme}
        return asked(server, "POST", "/api/tables", **headers)[0]

    assert status("https://games.example", "https") == 201
    assert status("http://games.example", "https") == 403
    assert status("https://games.example", "http") == 403


def test_F30_sockets_are_judged_alike(server: Server) -> None:
    table = json.loads(asked(server, "POST", "/api/tables", Host=f"127.0.0.1:{server.port}")[1])["table"]

    async def is_let_in(name: str, origin: str, scheme: str) -> bool:
        url = f"ws://{name}/api/tables/{table}/socket"
        line = connect(
            url,
            host="127.0.0.1",
            port=server.port,
            origin=websockets.Origin(origin),
            additional_headers={"X-Forwarded-Proto": scheme},
        )
        try:
            async with line:
                return True
        except websockets.InvalidStatus:
            return False

    async def scene() -> None:
        assert await is_let_in("games.example", "https://games.example", "https")
        assert not await is_let_in("games.example", "http://games.example", "https")
        assert not await is_let_in("evil.example", "http://evil.example", "http")

    asyncio.run(scene())
