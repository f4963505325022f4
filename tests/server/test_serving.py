"""What docs/serving.md promises about several workers and about proxies, at the real server."""

import asyncio
import contextlib
import http.client
import itertools
import json
import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.server.clients import Person
from tests.kit.server.servers import PATIENCE, Server
from tests.kit.storage.postgres import PostgresServer, postgres_server
from tumbletrip.server.transport.socket_handover import LARGEST_REQUEST

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

WORKERS = 2
AT_ONCE = 8  # sockets opened together: one worker alone is not quick enough to take them all
PROXY, ELSEWHERE = "127.0.0.2", "127.0.0.3"  # other machines, as far as addresses tell
GIANT_HEAD = {f"X-{part}": "x" * 6000 for part in range(LARGEST_REQUEST // 6000 + 1)}
ELSEWHERE_S_PAGE = websockets.Origin("https://elsewhere.example")
VISITORS = ("192.0.2.1", "192.0.2.2")
BUDGET = 3
NOBODY_S_DATABASE = "postgresql://nobody@127.0.0.1:1/nothing"
OPTIONS = ("--thinkers", "1", "--limit", f"requests_burst={BUDGET}", "--limit", "requests_rate=0.0001")
# People play here, so no bot's code has to be compiled.
QUICK = {**os.environ, "NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(params=["sqlite", "postgres"])
def worker_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """Several server processes on one port."""
    options = ("--workers", str(WORKERS), "--thinkers", "1")
    server = Server(_database(request, tmp_path), tmp_path / "log", *options, environment=QUICK)
    yield server.start()
    server.kill()


def _database(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return str(folder / "tables.db")
    postgres: PostgresServer = request.getfixturevalue("postgres")
    return postgres.empty_database()


async def worker_behind(server: Server, line: ClientConnection) -> int:
    """The process that serves a socket."""
    return await worker_at(server, line.transport.get_extra_info("socket"))


async def worker_at(server: Server, line: socket.socket) -> int:
    """The one process at the other end of a connection, as soon as it has it for itself."""
    own_port = line.getsockname()[1]
    while True:
        holders = [
            pid
            for pid in server.workers()
            for other in psutil.Process(pid).net_connections()
            if other.raddr and other.raddr.port == own_port
        ]
        if len(holders) == 1:
            return holders[0]
        await asyncio.sleep(0.01)


async def lines_at_two_workers(
    stack: AsyncExitStack, server: Server, table: str
) -> tuple[ClientConnection, ClientConnection]:
    """Two sockets at a table that different processes serve; a process may take a moment to come up.

    What has a giant head is not handed over.
    """
    served: dict[int, ClientConnection] = {}
    url = server.socket_url(table)
    async with asyncio.timeout(PATIENCE):
        while len(served) < 2:
            opening = [
                stack.enter_async_context(connect(url, additional_headers=GIANT_HEAD)) for _ in range(AT_ONCE)
            ]
            served |= {await worker_behind(server, line): line for line in await asyncio.gather(*opening)}
    one, other, *_ = served.values()
    return one, other


async def come_back(stack: AsyncExitStack, url: str) -> ClientConnection:
    """A new connection; as every client does, try until let in: what a dying process took is lost."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await stack.enter_async_context(connect(url))
            except (websockets.InvalidMessage, OSError):
                await asyncio.sleep(0.1)


async def say(line: ClientConnection, **message: Any) -> None:
    await line.send(json.dumps(message))


async def hear(line: ClientConnection, kind: str) -> Any:
    """The next message of a kind."""
    while True:
        message = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        if message["type"] == kind:
            return message


async def rename(line: ClientConnection, seat: int, name: str) -> Any:
    action = {"do": "rename", "name": name}
    await say(line, type="command", id=name, seat=seat, round=1, action=action)
    return await hear(line, "answer")


async def test_F3_workers_share_tables_and_one_that_is_killed_is_replaced(worker_server: Server) -> None:
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    opened = worker_server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})
    ada_secret, ben_secret = (seat["secret"] for seat in opened["seats"])
    async with AsyncExitStack() as stack:
        ada, ben = await lines_at_two_workers(stack, worker_server, opened["table"])
        await say(ada, type="hello", secrets=[ada_secret])
        await say(ben, type="hello", secrets=[ben_secret])
        await hear(ada, "welcome")
        await hear(ben, "welcome")
        assert (await rename(ada, 0, "Adele"))["ok"]
        seen = await hear(ben, "update")
        assert seen["events"][0]["event"]["name"] == "Adele"

        victim = await worker_behind(worker_server, ada)
        psutil.Process(victim).kill()
        assert (await rename(ben, 1, "Benno"))["ok"]  # the other plays on
        again = await come_back(stack, worker_server.socket_url(opened["table"]))
        await say(again, type="hello", secrets=[ada_secret], since=seen["events"][-1]["seq"])
        welcome = await hear(again, "welcome")
        assert [shown["event"]["name"] for shown in welcome["events"]] == ["Benno"]
        async with asyncio.timeout(PATIENCE):
            while victim in worker_server.workers() or len(worker_server.workers()) < WORKERS:
                await asyncio.sleep(0.1)


@pytest.mark.parametrize("worker_server", ["sqlite"], indirect=True)
def test_a_second_server_is_refused_and_workers_end_with_their_parent(
    worker_server: Server, tmp_path: Path
) -> None:
    database = str(tmp_path / "tables.db")
    for count in ("1", "2"):
        second = Server(database, tmp_path / "second", "--workers", count, environment=QUICK)
        with pytest.raises(AssertionError, match="in use"):
            second.start()
    workers = {psutil.Process(pid) for pid in worker_server.workers()}
    psutil.Process(worker_server.pid).kill()
    _, alive = psutil.wait_procs(workers, PATIENCE)
    assert not alive
    again = Server(database, tmp_path / "log", environment=QUICK)
    try:
        again.start()
    finally:
        again.kill()


def test_F8_workers_without_a_database_are_refused_in_one_sentence(tmp_path: Path) -> None:
    server = Server(NOBODY_S_DATABASE, tmp_path / "log", "--workers", str(WORKERS), environment=QUICK)
    with pytest.raises(AssertionError, match="The database does not answer"):
        server.start()
    assert len(server.log.read_text("utf-8").splitlines()) == 1


def test_F8_a_worker_that_finds_no_database_says_so_and_its_heir_serves_once_it_is_back(
    tmp_path: Path,
) -> None:
    with postgres_server() as postgres:
        options = ("--workers", str(WORKERS), "--thinkers", "1")
        server = Server(postgres.url(), tmp_path / "log", *options, environment=QUICK).start()
        try:
            postgres.stop()
            for pid in server.workers():
                psutil.Process(pid).kill()
            wait_until(lambda: "worker_without_database" in server.log.read_text("utf-8"))
            postgres.start()
            wait_until(lambda: server.status("GET", "/ready") == 200)
            assert "InputError" not in server.log.read_text("utf-8")  # a line of the log, no traceback
        finally:
            server.kill()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something to be so; nobody may answer yet."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if is_so():
                return
        time.sleep(0.1)
    raise AssertionError("it never was so")


async def both_up(server: Server) -> tuple[int, int]:
    """The two processes, once each takes connections."""
    found: set[int] = set()
    while len(found) < WORKERS:
        opened = [socket.create_connection(("127.0.0.1", server.port), PATIENCE) for _ in range(AT_ONCE)]
        for line in opened:
            with line:
                found.add(await worker_at(server, line))
    one, other = found
    return one, other


async def taken_by(server: Server, worker: int) -> socket.socket:
    """A connection that this process took, on which nothing was asked yet."""
    while True:
        line = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
        if await worker_at(server, line) == worker:
            return line
        line.close()


async def ask_at(server: Server, worker: int, method: str, path: str, body: Any = None) -> str:
    """What one process answers."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE)
    line.sock = await taken_by(server, worker)
    try:
        wish = None if body is None else json.dumps(body)
        line.request(method, path, wish, {"Content-Type": "application/json"})
        return line.getresponse().read().decode()
    finally:
        line.close()


async def opened_at(server: Server, worker: int) -> Any:
    """A table for two that this process opened."""
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    return json.loads(
        await ask_at(server, worker, "POST", "/api/tables", {"game": "dicetrip", "seats": seats})
    )


async def handed_over(server: Server, worker: int) -> int:
    """How many sockets this process has given to the other."""
    figures = await ask_at(server, worker, "GET", "/metrics")
    found = re.search(r"^tumbletrip_sockets_handed_over_total (\S+)", figures, re.M)
    assert found
    return int(float(found[1]))


async def test_all_sockets_of_a_table_meet_at_the_worker_that_opened_it(worker_server: Server) -> None:
    async with AsyncExitStack() as stack:
        for worker in await both_up(worker_server):
            for _ in range(3):
                url = worker_server.socket_url((await opened_at(worker_server, worker))["table"])
                opening = [stack.enter_async_context(connect(url)) for _ in range(AT_ONCE)]
                lines = await asyncio.gather(*opening)
                assert [await worker_behind(worker_server, line) for line in lines] == [worker] * AT_ONCE


async def test_who_takes_a_socket_is_not_who_serves_it(worker_server: Server) -> None:
    taker, owner = await both_up(worker_server)
    url = worker_server.socket_url((await opened_at(worker_server, owner))["table"])
    async with connect(url, sock=await taken_by(worker_server, taker)) as line:
        assert await worker_behind(worker_server, line) == owner
        await say(line, type="hello")
        assert (await hear(line, "welcome"))["view"]["status"] == "playing"
    assert [await handed_over(worker_server, worker) for worker in (taker, owner)] == [1, 0]


async def test_what_is_refused_is_refused_alike_wherever_it_comes_in_and_belongs(
    worker_server: Server,
) -> None:
    workers = await both_up(worker_server)
    for owner, taker in itertools.product(workers, workers):
        url = worker_server.socket_url((await opened_at(worker_server, owner))["table"])
        with pytest.raises(websockets.InvalidStatus, match="403"):
            await connect(url, sock=await taken_by(worker_server, taker), origin=ELSEWHERE_S_PAGE)
        with pytest.raises(websockets.InvalidStatus, match="403"):
            await connect(url + "s", sock=await taken_by(worker_server, taker))
    for number, taker in itertools.product(range(4), workers):  # tables of either
        url = worker_server.socket_url(f"unknown-{number}")
        async with connect(url, sock=await taken_by(worker_server, taker)) as line:
            await say(line, type="hello")
            await line.wait_closed()
            assert line.close_code == 4404


async def test_F3_a_game_goes_on_when_the_worker_of_its_table_is_killed_and_an_heir_takes_it(
    worker_server: Server,
) -> None:
    other, owner = await both_up(worker_server)
    opened = await opened_at(worker_server, owner)
    url = worker_server.socket_url(opened["table"])
    people = [Person(lambda: url, own["seat"], own["secret"], Random(own["seat"])) for own in opened["seats"]]
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as playing:
        for person in people:
            playing.create_task(person.play())
        while sum(len(person.told) for person in people) < 10:
            await asyncio.sleep(0.01)
        psutil.Process(owner).kill()
    assert [person.view["status"] for person in people] == ["over", "over"]
    assert [person.contradictions for person in people] == [[], []]
    assert people[0].seen.keys() == people[1].seen.keys()

    (heir,) = set(await both_up(worker_server)) - {other}
    assert heir != owner
    async with connect(url, sock=await taken_by(worker_server, other)) as line:
        assert await worker_behind(worker_server, line) == heir


def asked_by(server: Server, source: str, visitor: str) -> int:
    """The status of a request that comes from an address and says, as proxies do, whom it is for."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE, source_address=(source, 0))
    try:
        headers = {"X-Forwarded-For": visitor, "Content-Type": "application/json"}
        line.request("POST", "/api/tables", "{}", headers)
        return line.getresponse().status
    finally:
        line.close()


def statuses(server: Server, source: str, *visitors: str) -> list[int]:
    return [asked_by(server, source, visitor) for visitor in visitors]


@pytest.mark.parametrize(("named", "stranger"), [(PROXY, ELSEWHERE), (None, PROXY)])
def test_F17_limits_are_the_visitor_s_own_behind_a_proxy_we_believe_and_nobody_else_can_lie(
    tmp_path: Path, named: str | None, stranger: str
) -> None:
    """Without a word from whoever runs the server, a proxy on the same machine is believed."""
    environment = {**QUICK, "FORWARDED_ALLOW_IPS": named} if named else QUICK
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", *OPTIONS, environment=environment)
    try:
        server.start()
        # An empty wish is refused as such (422) as long as there is a budget.
        too_much, another = [VISITORS[0]] * (BUDGET + 1), VISITORS[1]
        for source, is_believed in ((named or "127.0.0.1", True), (stranger, False)):
            assert statuses(server, source, *too_much) == [422] * BUDGET + [429]
            assert statuses(server, source, another) == ([422] if is_believed else [429])
    finally:
        server.kill()
