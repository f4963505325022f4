"""F6: mangled frames on the real socket are refused or closed by name, and memory stays flat."""

import asyncio
import copy
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.server.servers import WAYS_IN, Server
from tumbletrip.server.settings import Limits

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PATIENCE = 120.0
FRAMES = 1200
NAMED_CLOSES = {1003, 1007, 1008, 1009}
LIMITS = ("requests_burst=5000", "socket_burst=100000", "socket_rate=100000")
MOST_GROWTH_BYTES = (
    20_000_000  # 2,000 frames of up to 10 kB, were they kept, with all that reading makes of them
)

HONEST: list[dict[str, Any]] = [
    {"type": "ping"},
    {"type": "hello", "secrets": [], "since": 0},
    {"type": "command", "id": "a", "seat": 0, "round": 1, "action": {"do": "roll"}},
    {"type": "command", "id": "b", "seat": 1, "round": 1, "action": {"do": "write", "entries": []}},
    {"type": "command", "id": "c", "seat": 0, "round": 1, "action": {"do": "flick", "die": "a1", "x": 0.0}},
]
SIGN_OF_LIFE = {"type": "command", "seat": 9, "round": 1, "action": {"do": "roll"}}  # not one's own seat
ODD: list[Any] = [
    None, True, -1, 2**63, 10**400, 1e308, -0.0, "", "\u202e", "\x00", "x" * 9000, [], [[]] * 50, {},
    {"": {"": []}}, "hello", "NaN", ["red", "red", 7], {"do": "reroll", "dice": "red"},
    {"do": "rename", "name": ["Ada"]},
]  # fmt: skip


def mangled(rng: Random) -> str | bytes:
    """A frame with something wrong: odd values, odd keys, cut, doubled, deep, or not text at all."""
    frame = copy.deepcopy(rng.choice(HONEST))
    for _ in range(rng.randint(0, 3)):
        inner = frame.get("action")
        target = inner if isinstance(inner, dict) and rng.random() < 0.6 else frame
        field = rng.choice([*target, "do", "seat", "entries", "dice", "extra"])
        target[field] = copy.deepcopy(rng.choice(ODD))
    text = json.dumps(frame)
    cut = rng.randrange(len(text))
    return rng.choice(
        (text, text, text, text[:cut], text[cut:], text * 2, "[" * rng.randint(1, 5000), text.encode(),
         text[:cut] + chr(rng.randrange(0xD7FF)) + text[cut:])
    )  # fmt: skip


@pytest.fixture(scope="module", params=WAYS_IN)
def server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("frames")
    options = ("--thinkers", "1", *(f"--limit={limit}" for limit in LIMITS))
    program = WAYS_IN[request.param]
    running = Server(str(folder / "tables.db"), folder / "log", *options, program=program).start()
    yield running
    running.kill()


async def greeted(server: Server, opened: Any) -> ClientConnection:
    line = await connect(server.socket_url(opened["table"]), close_timeout=PATIENCE)
    await line.send(json.dumps({"type": "hello", "secrets": [own["secret"] for own in opened["seats"]]}))
    assert json.loads(await asyncio.wait_for(line.recv(), PATIENCE))["type"] == "welcome"
    return line


async def send_and_settle(line: ClientConnection, frame: str | bytes) -> bool:
    """Send a frame, then a sign of life; whether the line still stands, or was closed by a name we know."""
    life = uuid.uuid4().hex  # a pong would not do: the frame may have been a ping itself
    try:
        await line.send(frame)
        if len(frame) <= Limits().frame_bytes:  # from what is longer the server turns away before it ends
            await line.send(json.dumps({**SIGN_OF_LIFE, "id": life}))
        while True:
            message = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
            assert message["type"] in ("answer", "pong", "update", "presence"), message
            assert message.get("refusal") != "table/retry", (frame, message)
            if message.get("id") == life:
                return True
    except websockets.ConnectionClosed:
        assert line.close_code in NAMED_CLOSES, (frame, line.close_code)
        await line.wait_closed()
        return False


async def test_F6_mangled_frames_are_answered_or_closed_by_name_and_memory_stays_flat(server: Server) -> None:
    rng = Random(20)
    frames = FRAMES if server.program == WAYS_IN["direct"] else FRAMES // 3  # the same code reads them
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    opened = server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})
    line, before, closed = await greeted(server, opened), 0, 0
    for number in range(frames):
        if number == frames // 4:  # by then everything that is loaded once is loaded
            before = psutil.Process(server.pid).memory_info().rss
        if not await send_and_settle(line, mangled(rng)):
            closed += 1
            line = await greeted(server, opened)
    await line.close()
    assert frames / 10 < closed < frames
    assert psutil.Process(server.pid).memory_info().rss - before < MOST_GROWTH_BYTES
    events = [json.loads(entry)["event"] for entry in server.log.read_text("utf-8").splitlines()]
    assert set(events) <= {"plain_asgi", "ready"}  # nothing that surprised the server


async def test_F6_compression_is_not_offered_so_no_small_frame_becomes_a_large_one(server: Server) -> None:
    async with connect(server.socket_url("nowhere"), compression="deflate") as line:
        assert line.response is not None
        assert "sec-websocket-extensions" not in line.response.headers
