"""Crowds at the real server: five hundred who come back at once (F4), and readers who stall (F5)."""

import asyncio
import contextlib
import itertools
import json
import re
import socket
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from bench.faults.reconnect_storm import storm
from tests.kit.server.servers import Server

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PATIENCE = 120.0
LIMITS = ("requests_burst=5000", "socket_burst=100000", "socket_rate=100000", "sockets_per_address=600")
OPTIONS = ("--thinkers", "1", *(f"--limit={limit}" for limit in LIMITS))
SMALL_BUFFER_BYTES = 4096
STALLED = 40
MOVES = 500
MOST_BETWEEN = 20  # answers to one player between two of the other, where both ask as fast as they can


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("crowds")
    running = Server(str(folder / "tables.db"), folder / "log", *OPTIONS).start()
    yield running
    running.kill()


def open_table(server: Server) -> Any:
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben", "Cleo", "Dan")]
    return server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})


async def test_F4_five_hundred_sockets_come_back_at_once_after_a_kill_and_miss_nothing(
    server: Server,
) -> None:
    figures = await storm(server, tables=10, sockets=500)
    assert figures.welcomed == 500
    assert figures.exact == 500  # each was told the events it missed, and no other
    assert figures.p99_seconds < PATIENCE


async def test_F4_one_address_gets_as_many_sockets_as_it_may_have_and_no_more(tmp_path: Path) -> None:
    few = Server(
        str(tmp_path / "t.db"), tmp_path / "log", "--thinkers", "1", "--limit", "sockets_per_address=3"
    )
    try:
        url = few.start().socket_url(open_table(few)["table"])
        async with connect(url), connect(url):
            async with connect(url):
                with pytest.raises(websockets.InvalidStatus):
                    await connect(url)
                async with connect(url, additional_headers={"X-Forwarded-For": "192.0.2.7"}) as other:
                    await say_hello(other)  # a proxy on this machine says that it is somebody else
            async with await connected_at_last(url) as again:  # a place that was left is free again
                await say_hello(again)
    finally:
        few.kill()


async def connected_at_last(url: str) -> ClientConnection:
    """A connection as soon as there is room: the server may notice a moment later that somebody left."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return await connect(url)
        except websockets.InvalidStatus:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.05)


async def say_hello(line: ClientConnection, *secrets: str) -> None:
    await line.send(json.dumps({"type": "hello", "secrets": secrets}))
    assert json.loads(await asyncio.wait_for(line.recv(), PATIENCE))["type"] == "welcome"


@asynccontextmanager
async def stalled_reader(server: Server, table: str) -> AsyncIterator[ClientConnection]:
    """A spectator with a small buffer who says hello and never reads."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER_BYTES)
    line.connect(("127.0.0.1", server.port))
    async with connect(server.socket_url(table), sock=line, ping_interval=None, close_timeout=0.01) as reader:
        reader.transport.pause_reading()
        await reader.send(json.dumps({"type": "hello", "secrets": []}))
        yield reader


def sent_away(server: Server) -> int:
    """How many readers the server has closed as too slow, by its own count."""
    found = re.search(r'tumbletrip_sockets_closed_total\{code="1013"\} (\d+)', server.text("/metrics"))
    return int(found[1]) if found else 0


async def renames(line: ClientConnection, name: str, count: int, answered: list[str] | None = None) -> int:
    """Change one's name again and again, noting answers in a list that others write to; bytes received."""
    received = 0
    for number in range(count):
        command = {"type": "command", "id": f"{name}{number}".replace(" ", ""), "seat": 0, "round": 1}
        action = {"do": "rename", "name": f"{name} {number}"}
        await line.send(json.dumps({**command, "action": action}))
        message: dict[str, Any] = {}
        while message.get("type") != "answer":
            frame = await asyncio.wait_for(line.recv(), PATIENCE)
            received += len(frame)
            message = json.loads(frame)
        assert message["ok"], message
        if answered is not None:
            answered.append(name)
    return received


async def seated(stack: AsyncExitStack, server: Server, opened: Any) -> ClientConnection:
    """The first player of a table, welcomed."""
    line = await stack.enter_async_context(connect(server.socket_url(opened["table"])))
    await say_hello(line, opened["seats"][0]["secret"])
    return line


def longest_wait(answered: Sequence[str], name: str) -> int:
    """The most answers that others got between two of one player, who had none to wait for after the last."""
    own = [place for place, who in enumerate(answered) if who == name]
    return max(later - earlier for earlier, later in itertools.pairwise([-1, *own])) - 1


async def test_F5_readers_who_stall_are_sent_away_and_hold_up_nobody_and_memory_stays_flat(
    server: Server,
) -> None:
    opened = open_table(server)
    async with AsyncExitStack() as stack:
        player = await seated(stack, server, opened)
        neighbour = await seated(stack, server, open_table(server))
        for _ in range(STALLED):
            await stack.enter_async_context(stalled_reader(server, opened["table"]))
        already = sent_away(server)
        before = psutil.Process(server.pid).memory_info().rss
        answered: list[str] = []
        received, _ = await asyncio.gather(
            renames(player, "Ada", MOVES, answered), renames(neighbour, "Ben", MOVES, answered)
        )
        grown = psutil.Process(server.pid).memory_info().rss - before
        assert longest_wait(answered, "Ada") <= MOST_BETWEEN
        assert longest_wait(answered, "Ben") <= MOST_BETWEEN
        assert sent_away(server) - already == STALLED
        unsent = received * STALLED  # what a server that queues without bounds would hold by now
        assert unsent > 30_000_000
        assert grown < unsent / 2


async def test_F5_a_reader_who_stalled_a_moment_reads_why_it_was_sent_away(server: Server) -> None:
    opened = open_table(server)
    async with (
        connect(server.socket_url(opened["table"])) as player,
        stalled_reader(server, opened["table"]) as slow,
    ):
        await say_hello(player, opened["seats"][0]["secret"])
        already = sent_away(server)
        for turn in itertools.count():
            if sent_away(server) > already:
                break
            await renames(player, f"Ada {turn}-", 5)  # its last words wait five seconds
        slow.transport.resume_reading()
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await asyncio.wait_for(slow.recv(), PATIENCE)
        assert slow.close_code == 1013
