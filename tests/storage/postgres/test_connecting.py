"""F8, F23: whoever is cancelled in the middle of connecting leaves nothing behind, at whatever step."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeAlias

import asyncpg
import pytest

from tests.kit.storage.postgres import PostgresServer
from tumbletrip.storage.postgres.connecting import connect
from tumbletrip.storage.postgres.notifications import listen_for_heads

pytestmark = pytest.mark.anyio

Connecting: TypeAlias = Callable[[str], Coroutine[None, None, object]]
SETTINGS = {"application_name": "cancelled"}
LINES = "SELECT count(*) FROM pg_stat_activity WHERE application_name = ANY($1::text[])"
STEPS = 40  # turns of the loop; a line on this machine is up after about ten
PATIENCE = 120.0


async def a_line(url: str) -> None:
    (await connect(url, timeout=PATIENCE, server_settings=SETTINGS)).terminate()


async def a_listener(url: str) -> None:
    async for _ in listen_for_heads(url, "me"):
        pass


async def a_pool(url: str) -> None:
    async with asyncpg.create_pool(url, connect=connect, min_size=1, server_settings=SETTINGS):
        pass


async def a_bare_line(url: str) -> None:
    (await asyncpg.connect(url, timeout=PATIENCE)).terminate()


async def cancelled_at_every_step(work: Connecting, url: str) -> list[str]:
    """What the loop complains about when some work is begun and cancelled a little later each time."""
    complaints: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _loop, told: complaints.append(f"{told['message']}: {told.get('exception')!r}")
    )
    for step in range(STEPS):
        task = asyncio.create_task(work(url))
        for _ in range(step):
            await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    await asyncio.sleep(0)  # lines that were ended tell their owners in the next turn
    gc.collect()  # an error that nobody asked for is told when it is thrown away
    return complaints


@pytest.fixture
async def watcher(postgres: PostgresServer) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    connection = await asyncpg.connect(postgres.empty_database())
    yield connection
    await connection.close()


@pytest.mark.parametrize("work", [a_line, a_listener, a_pool])
async def test_F23_whoever_is_cancelled_while_connecting_leaves_no_error_and_no_line(
    work: Connecting, postgres: PostgresServer, watcher: Any
) -> None:
    assert await cancelled_at_every_step(work, postgres.url()) == []
    async with asyncio.timeout(PATIENCE):
        while await watcher.fetchval(LINES, ["cancelled", "tumbletrip-listener"]):
            await asyncio.sleep(0.01)


async def test_asyncpg_by_itself_leaves_an_error_behind(postgres: PostgresServer) -> None:
    """The test above can fail; once this one does, asyncpg cleans up and our `connect` is not needed."""
    complaints = await cancelled_at_every_step(a_bare_line, postgres.url())
    assert any("unexpected connection_lost() call" in told for told in complaints)
