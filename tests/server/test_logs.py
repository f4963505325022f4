"""F32: the log says what went wrong, and nothing when a visitor merely went away."""

import json
import os
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.server.servers import PATIENCE, Server

UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HELLO = b'{"type":"hello"}'
FAILING = """
import logging, structlog
from tumbletrip.server.running import set_up_logs

set_up_logs()
def outer():
    secret = "never-in-a-log"
    raise ValueError("it broke")
for log in (structlog.get_logger("ours"), logging.getLogger("theirs")):
    try:
        outer()
    except ValueError:
        log.exception("failed")
"""


def test_F32_an_exception_is_logged_with_its_traceback_and_without_values() -> None:
    ran = subprocess.run([sys.executable, "-c", FAILING], capture_output=True, text=True, check=True)
    ours, theirs = map(json.loads, ran.stderr.splitlines())
    for line in (ours, theirs):
        assert line["event"] == "failed"
        assert "Traceback (most recent call last)" in line["exception"]
        assert "in outer" in line["exception"]
        assert "ValueError: it broke" in line["exception"]
        assert "exc_info" not in line
        assert "never-in-a-log" not in json.dumps(line)


def abort(line: socket.socket) -> None:
    """Break a connection off without a word, as a phone does that lost its network."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def frame(text: bytes) -> bytes:
    """A short text as a client sends it, under a mask of zeros."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


@pytest.mark.slow
def test_F32_sockets_that_are_broken_off_leave_no_trace_in_the_log(tmp_path: Path) -> None:
    quick = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    server = Server(
        str(tmp_path / "tables.db"), tmp_path / "log", "--thinkers", "1", environment=quick
    ).start()
    try:
        seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
        opened = server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})
        request = UPGRADE.format(table=opened["table"], port=server.port).encode()
        for words in ((), (b"nonsense",), (HELLO,), (HELLO, b'{"type":"ping"}')):
            for _ in range(10):
                line = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
                line.sendall(request)
                line.recv(4096)
                line.sendall(b"".join(map(frame, words)))
                abort(line)
        server.ask("GET", f"/api/tables/{opened['table']}")
    finally:
        server.stop()  # all that was under way has ended, and been logged, by then
    logged = server.log.read_text("utf-8")
    assert "never retrieved" not in logged
    assert "GatheringTransport" not in logged
