"""Sockets that come in at one server and belong to another: handed over, and nothing is lost on the way."""

import asyncio
import itertools
import json
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
import uvloop
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from tumbletrip.server.metrics import HANDED_OVER
from tumbletrip.server.transport.socket_handover import (
    LARGEST_REQUEST,
    Handover,
    HandoverServer,
    RoutedSocketProtocol,
)
from tumbletrip.server.transport.socket_port import EXTENSION
from tumbletrip.server.transport.worker_place import WorkerPlace

PATIENCE = 120.0
HERE = "127.0.0.1"
HANDSHAKE = (
    "Host: here",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose name is short enough for the addresses of sockets."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def table_of(number: int, count: int = 2) -> str:
    """A table that belongs to this process."""
    place = WorkerPlace(number, count, Path())
    return next(name for name in map("table-{}".format, itertools.count()) if place.owns(name))


class Worker:
    """A server of its own port, so that a test knows who takes a connection; it tells its number."""

    def __init__(self, place: WorkerPlace) -> None:
        self.place = place
        handover = Handover(place)
        protocol = cast(type[asyncio.Protocol], partial(RoutedSocketProtocol, handover))
        config = uvicorn.Config(
            self._answer, interface="asgi3", http="httptools", ws=protocol, lifespan="off", log_config=None
        )
        self.server = HandoverServer(config, handover)
        self.asked, self.may_accept = asyncio.Event(), asyncio.Event()
        self.may_accept.set()
        self._listening = socket.create_server((HERE, 0))
        self.port: int = self._listening.getsockname()[1]

    async def run(self) -> None:
        await self.server.serve(sockets=[self._listening])

    @property
    def lines(self) -> int:
        return len(self.server.server_state.connections)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await asyncio.sleep(0.01)  # long enough for what comes behind it
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
            await send({"type": "http.response.body", "body": b"slow"})
            return
        await receive()
        self.asked.set()
        await self.may_accept.wait()
        await send({"type": "websocket.accept"})
        facts = {"number": self.place.number, "path": scope["path"], "client": scope["client"]}
        await send({"type": "websocket.send", "text": json.dumps(facts)})
        transport = scope["extensions"][EXTENSION]["transport"]
        transport.listen(lambda text: transport.send_text(b"echo " + text), lambda: None)
        await receive()  # until the client leaves


@asynccontextmanager
async def running(*places: WorkerPlace) -> AsyncIterator[tuple[Worker, ...]]:
    """Running servers, one for each worker place."""
    workers = tuple(map(Worker, places))
    tasks = [asyncio.create_task(worker.run()) for worker in workers]
    try:
        async with asyncio.timeout(PATIENCE):
            while not all(worker.server.started for worker in workers):
                await asyncio.sleep(0.01)
            yield workers
    finally:
        for worker in workers:
            worker.server.should_exit = True
        await asyncio.gather(*tasks)


def two(folder: Path) -> tuple[WorkerPlace, WorkerPlace]:
    return WorkerPlace(0, 2, folder), WorkerPlace(1, 2, folder)


async def served_by(worker: Worker, table: str) -> Any:
    """The number of the server that answers a socket which comes in at another, perhaps."""
    async with connect(f"ws://{HERE}:{worker.port}/api/tables/{table}/socket") as line:
        return json.loads(await line.recv())["number"]


def request(table: str, *more: str, handshake: tuple[str, ...] = HANDSHAKE) -> bytes:
    lines = (f"GET /api/tables/{table}/socket HTTP/1.1", *handshake, *more, "", "")
    return "\r\n".join(lines).encode()


def text_frame(text: bytes) -> bytes:
    return Frame(Opcode.TEXT, text).serialize(mask=True)


async def exchange(worker: Worker, *turns: tuple[bytes, bytes]) -> bytes:
    """All that a server says to somebody who says something, waits for some words, and then goes on."""
    reader, writer = await asyncio.open_connection(HERE, worker.port)
    heard = b""
    for said, awaited in turns:
        writer.write(said)
        while awaited not in heard and (more := await reader.read(65536)):
            heard += more
    writer.close()
    await writer.wait_closed()
    return heard


def test_a_socket_is_served_by_the_process_of_its_table_wherever_it_comes_in(folder: Path) -> None:
    async def scene() -> None:
        async with running(*two(folder)) as (first, second):
            before = HANDED_OVER._value.get()
            for worker in (first, second):
                for number in (0, 1):
                    assert await served_by(worker, table_of(number)) == number
            assert HANDED_OVER._value.get() - before == 2

    uvloop.run(scene())


def test_a_socket_that_was_handed_over_knows_its_client_and_both_ends_can_close_it(folder: Path) -> None:
    async def scene() -> None:
        async with running(*two(folder)) as (first, second):
            url = f"ws://{HERE}:{first.port}/api/tables/{table_of(1)}/socket?lang=fr"
            async with connect(url) as line:
                facts = json.loads(await line.recv())
                assert facts["client"] == list(line.local_address)
                assert facts["path"] == f"/api/tables/{table_of(1)}/socket"
                await line.send("x" * 100_000)
                assert await line.recv() == "echo " + "x" * 100_000
                assert (first.lines, second.lines) == (0, 1)
            while second.lines:
                await asyncio.sleep(0.01)  # the client has left
            async with connect(url) as line:
                await line.recv()
                second.server.should_exit = True
                await line.wait_closed()
                assert line.close_code == 1012

    uvloop.run(scene())


def test_a_socket_is_served_where_it_came_while_the_other_process_is_dead_and_by_its_heir_later(
    folder: Path,
) -> None:
    async def scene() -> None:
        one, other = two(folder)
        async with running(one) as (first,):
            assert await served_by(first, table_of(1)) == 0  # the other was never there
            async with running(other):
                assert await served_by(first, table_of(1)) == 1
            assert await served_by(first, table_of(1)) == 0
            async with running(other):
                assert await served_by(first, table_of(1)) == 1

    uvloop.run(scene())


@pytest.mark.parametrize("number", [0, 1])
def test_frames_that_come_before_the_handshake_is_over_are_not_lost(folder: Path, number: int) -> None:
    async def scene() -> None:
        async with running(*two(folder)) as both:
            for worker in both:
                worker.may_accept.clear()
            reader, writer = await asyncio.open_connection(HERE, both[0].port)
            writer.write(request(table_of(number)))
            await both[number].asked.wait()
            writer.write(text_frame(b"a"))
            writer.write(text_frame(b"b"))
            both[number].may_accept.set()
            heard = await reader.readuntil(b"echo b")
            assert heard.startswith(b"HTTP/1.1 101 ")
            assert b'"number": %d' % number in heard
            assert b"echo a" in heard
            writer.close()
            await writer.wait_closed()

    uvloop.run(scene())


@pytest.mark.parametrize("number", [0, 1])
def test_bytes_in_one_breath_with_the_request_change_nothing(folder: Path, number: int) -> None:
    """Uvicorn drops them (a client must wait for the answer); what comes later is heard."""

    async def scene() -> None:
        async with running(*two(folder)) as (first, _):
            hasty = request(table_of(number)) + text_frame(b"hasty")
            heard = await exchange(first, (hasty, b'"number"'), (text_frame(b"later"), b"echo later"))
            assert heard.startswith(b"HTTP/1.1 101 ")
            assert b'"number": %d' % number in heard
            assert b"hasty" not in heard

    uvloop.run(scene())


@pytest.mark.parametrize("number", [0, 1])
def test_a_handshake_that_is_refused_is_refused_alike(folder: Path, number: int) -> None:
    async def scene() -> None:
        async with running(*two(folder)) as (first, second):
            old = tuple(line.replace("Version: 13", "Version: 7") for line in HANDSHAKE)
            heard = await exchange(first, (request(table_of(number), handshake=old), b"no such words"))
            assert heard.startswith(b"HTTP/1.1 400 ")
            while first.lines or second.lines:
                await asyncio.sleep(0.01)

    uvloop.run(scene())


def test_a_request_with_an_answer_before_it_is_served_where_it_came_and_both_are_answered(
    folder: Path,
) -> None:
    async def scene() -> None:
        async with running(*two(folder)) as (first, _):
            both = b"GET /slow HTTP/1.1\r\nHost: here\r\n\r\n" + request(table_of(1))
            heard = await exchange(first, (both, b'"number"'), (b"", b"\r\n\r\nslow"))  # in any order
            assert b"\r\n\r\nslow" in heard
            assert b"HTTP/1.1 101 " in heard
            assert b'"number": 0' in heard

    uvloop.run(scene())


def test_a_connection_that_asked_for_something_else_before_is_handed_over(folder: Path) -> None:
    async def scene() -> None:
        async with running(*two(folder)) as (first, _):
            before = b"GET /slow HTTP/1.1\r\nHost: here\r\n\r\n"
            heard = await exchange(first, (before, b"slow"), (request(table_of(1)), b'"number"'))
            assert heard.index(b"\r\n\r\nslow") < heard.index(b"HTTP/1.1 101 ")
            assert b'"number": 1' in heard

    uvloop.run(scene())


def test_a_request_with_a_giant_head_is_served_where_it_came(folder: Path) -> None:
    async def scene() -> None:
        async with running(*two(folder)) as (first, _):
            giant = request(table_of(1), *(f"X-{part}: {'x' * 6000}" for part in range(3)))
            assert len(giant) > LARGEST_REQUEST
            assert b'"number": 0' in await exchange(first, (giant, b'"number"'))

    uvloop.run(scene())


@pytest.mark.parametrize(
    "target",
    [
        "GET /api/tables/{}/sockets",
        "GET /api/tables/{}",
        "GET /api/tables//socket",
        "GET /x/api/tables/{}/socket",
        "GET /api/tables/{}%2Fx/socket",
        "POST /api/tables/{}/socket",
    ],
)
def test_only_requests_for_the_socket_of_a_table_are_handed_over(folder: Path, target: str) -> None:
    one, other = two(folder)
    door = _door(other)
    with socket.socket() as some:
        line = f"{target.format(table_of(1))} HTTP/1.1\r\n\r\n".encode()
        assert not Handover(one).pass_on(line, some.fileno())
    with pytest.raises(BlockingIOError):
        door.accept()
    door.close()


def test_a_flood_fills_a_bounded_queue_and_the_rest_is_served_where_it_comes(folder: Path) -> None:
    one, other = two(folder)
    door = _door(other)  # it listens and takes nothing
    handover = Handover(one)
    with socket.socket() as some:
        flood = [handover.pass_on(request(table_of(1)), some.fileno()) for _ in range(5000)]
        taken = sum(flood)
        assert 0 < taken < len(flood)
        assert flood == [True] * taken + [False] * (len(flood) - taken)
    handover.close()
    door.close()


def test_a_folder_that_cannot_be_used_leaves_every_socket_where_it_came(folder: Path) -> None:
    async def scene() -> None:
        async with running(*two(folder / "missing")) as (first, second):
            assert await served_by(first, table_of(1)) == 0
            assert await served_by(second, table_of(0)) == 1

    uvloop.run(scene())


@pytest.mark.parametrize("count", [2, 3, 8])
def test_tables_belong_to_all_processes_in_equal_parts(count: int) -> None:
    place = WorkerPlace(0, count, Path())
    owners = [place.owner(f"table-{number}") for number in range(1000 * count)]
    for number in range(count):
        assert 800 < owners.count(number) < 1200


def _door(place: WorkerPlace) -> socket.socket:
    door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    door.bind(place.address(place.number))
    door.listen()
    door.setblocking(False)
    return door
