"""F41, F42: half-sent requests and stalled readers are given up; no address can take every connection."""

import contextlib
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.kit.server.servers import PATIENCE, Server
from tumbletrip.server.settings import Limits
from tumbletrip.server.transport.guarded_http import RESERVED_DESCRIPTORS, ConnectionGuard
from tumbletrip.server.transport.socket_transport import CONTROL_BURST

pytestmark = pytest.mark.slow
VISITOR = "127.0.0.2"  # a proxy at 127.0.0.1 would be believed, and has no cap
CAP = 8
SHORT = ("head_seconds=1", "body_seconds=1", "write_seconds=1", f"connections_each={CAP}")
OPTIONS = ("--thinkers", "1", *(word for limit in SHORT for word in ("--limit", limit)))
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("guarded")
    running = Server(str(folder / "tables.db"), folder / "log", *OPTIONS).start()
    yield running
    running.kill()


def line_to(server: Server, source: str = "127.0.0.1", receive_bytes: int | None = None) -> socket.socket:
    line = socket.socket()
    line.settimeout(PATIENCE)
    if receive_bytes:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    line.bind((source, 0))
    line.connect(("127.0.0.1", server.port))
    return line


def everything(line: socket.socket) -> bytes:
    """All that comes until the server closes."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(65536):
            found += part
    line.close()
    return found


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /health HTTP/1.1\r\nHost:", HEAD + b'Content-Length: 500\r\n\r\n{"game":'],
)
def test_F41_a_request_that_is_never_finished_ends_with_its_connection(server: Server, sent: bytes) -> None:
    line = line_to(server)
    line.sendall(sent)
    everything(line)  # returns because the server closes
    assert server.status("GET", "/health") == 200


@pytest.mark.parametrize("second", [b"GET /health HT", b"\r\n"])
def test_F41_neither_does_the_second_request_of_a_connection_wait_for_ever(
    server: Server, second: bytes
) -> None:
    line = line_to(server)
    line.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert line.recv(65536).startswith(b"HTTP/1.1 200")
    line.sendall(second)
    everything(line)


def test_F41_one_address_has_so_many_connections_and_another_is_served(server: Server) -> None:
    held = [line_to(server, VISITOR) for _ in range(CAP)]
    refused = line_to(server, VISITOR)
    assert everything(refused).startswith(b"HTTP/1.1 503")
    assert server.status("GET", "/health") == 200
    for line in held:
        everything(line)  # given up as requests that never begin
    again = line_to(server, VISITOR)
    again.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    assert everything(again).startswith(b"HTTP/1.1 200")


def test_F42_a_reader_that_stalls_is_given_up(server: Server) -> None:
    line = line_to(server, receive_bytes=4096)
    request = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    line.sendall(request * 40)  # answers of some megabytes, of which nothing is read
    end = time.monotonic() + PATIENCE
    while "reader_given_up" not in server.log.read_text("utf-8"):
        assert server.status("GET", "/health") == 200
        assert time.monotonic() < end
    line.close()
    assert "Traceback" not in server.log.read_text("utf-8")


def test_F41_descriptors_are_left_for_the_database_when_strangers_take_all_connections(
    tmp_path: Path,
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = RESERVED_DESCRIPTORS + 30
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", "--thinkers", "1")
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))  # the server inherits it
    try:
        server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        lines = [line_to(server, f"127.0.0.{2 + number % 8}") for number in range(60)]
        for line in lines[40:]:
            assert everything(line).startswith(b"HTTP/1.1 503")
        for line in lines[:40]:
            line.close()
        body = {"game": "dicetrip", "options": {}, "seats": [{"occupant": "person", "name": "Ada"}]}
        while server.status("POST", "/api/tables", body) == 503:
            pass  # until the server has seen that they are gone
        assert "Too many open files" not in server.log.read_text("utf-8")
    finally:
        server.kill()


def test_F41_a_proxy_that_is_believed_has_no_cap_of_its_own() -> None:
    guard = ConnectionGuard(Limits(connections_each=1), "127.0.0.1, 10.0.0.0/8")
    for proxy in ("127.0.0.1", "10.3.2.1"):
        assert [guard.admit(proxy, 1) for _ in range(3)] == [True] * 3
    assert [guard.admit("192.0.2.1", 1) for _ in range(2)] == [True, False]
    guard.leave("192.0.2.1")
    assert guard.admit("192.0.2.1", 1)


async def ping_often(line: ClientConnection) -> None:
    for _ in range(100 * CONTROL_BURST):
        await (await line.ping())


@pytest.mark.anyio
async def test_F44_a_flood_of_pings_ends_its_socket_and_a_few_are_answered(server: Server) -> None:
    body = {"game": "dicetrip", "options": {}, "seats": [{"occupant": "person", "name": "Ada"}]}
    table = server.ask("POST", "/api/tables", body)["table"]
    async with connect(server.socket_url(table)) as line:
        await line.send('{"type":"hello","protocol":2}')
        assert "welcome" in str(await line.recv())
        for _ in range(5):
            await (await line.ping())
        with pytest.raises(ConnectionClosed):
            await ping_often(line)
    assert server.status("GET", "/health") == 200
