"""What docs/serving.md promises about several workers and about proxies, at the real server."""

import asyncio
import http.client
import json
import os
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.postgres import PostgresServer
from tests.kit.servers import PATIENCE, Server

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

WORKERS = 2
AT_ONCE = 8  # sockets opened together: one worker alone is not quick enough to take them all
PROXY, ELSEWHERE = "127.0.0.2", "127.0.0.3"  # other machines, as far as addresses tell
VISITORS = ("192.0.2.1", "192.0.2.2")
BUDGET = 3
OPTIONS = ("--thinkers", "1", "--limit", f"requests_burst={BUDGET}", "--limit", "requests_rate=0.0001")
# People play here, so no bot's code has to be compiled.
QUICK = {**os.environ, "NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(params=["sqlite", "postgres"])
def family(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
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


def worker_behind(server: Server, line: ClientConnection) -> int:
    """The process that serves a socket."""
    own_port = line.transport.get_extra_info("sockname")[1]
    return next(
        pid
        for pid in server.workers()
        for other in psutil.Process(pid).net_connections()
        if other.raddr and other.raddr.port == own_port
    )


async def lines_at_two_workers(
    stack: AsyncExitStack, server: Server, table: str
) -> tuple[ClientConnection, ClientConnection]:
    """Two sockets at a table that different processes serve; a process may take a moment to come up."""
    served: dict[int, ClientConnection] = {}
    url = server.socket_url(table)
    async with asyncio.timeout(PATIENCE):
        while len(served) < 2:
            opening = [stack.enter_async_context(connect(url)) for _ in range(AT_ONCE)]
            served |= {worker_behind(server, line): line for line in await asyncio.gather(*opening)}
    one, other, *_ = served.values()
    return one, other


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


async def test_F3_workers_share_tables_and_one_that_is_killed_is_replaced(family: Server) -> None:
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    opened = family.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})
    ada_secret, ben_secret = (seat["secret"] for seat in opened["seats"])
    async with AsyncExitStack() as stack:
        ada, ben = await lines_at_two_workers(stack, family, opened["table"])
        await say(ada, type="hello", secrets=[ada_secret])
        await say(ben, type="hello", secrets=[ben_secret])
        await hear(ada, "welcome")
        await hear(ben, "welcome")
        assert (await rename(ada, 0, "Adele"))["ok"]
        seen = await hear(ben, "update")
        assert seen["events"][0]["event"]["name"] == "Adele"

        victim = worker_behind(family, ada)
        psutil.Process(victim).kill()
        assert (await rename(ben, 1, "Benno"))["ok"]  # the other plays on
        again = await stack.enter_async_context(connect(family.socket_url(opened["table"])))
        await say(again, type="hello", secrets=[ada_secret], since=seen["events"][-1]["seq"])
        welcome = await hear(again, "welcome")
        assert [shown["event"]["name"] for shown in welcome["events"]] == ["Benno"]
        async with asyncio.timeout(PATIENCE):
            while victim in family.workers() or len(family.workers()) < WORKERS:
                await asyncio.sleep(0.1)


@pytest.mark.parametrize("family", ["sqlite"], indirect=True)
def test_a_second_server_is_refused_and_a_family_ends_with_its_parent(family: Server, tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    for count in ("1", "2"):
        second = Server(database, tmp_path / "second", "--workers", count, environment=QUICK)
        with pytest.raises(AssertionError, match="in use"):
            second.start()
    workers = {psutil.Process(pid) for pid in family.workers()}
    psutil.Process(family.pid).kill()
    _, alive = psutil.wait_procs(workers, PATIENCE)
    assert not alive
    again = Server(database, tmp_path / "log", environment=QUICK)
    try:
        again.start()
    finally:
        again.kill()


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
