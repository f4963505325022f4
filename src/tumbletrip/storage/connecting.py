"""Connecting to PostgreSQL, also when the one who asked for a connection changes their mind."""

import asyncio
import contextlib
from typing import Any, TypeAlias

import asyncpg

LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


async def connect(dsn: str | None = None, **options: Any) -> Connection:
    """A connection; whoever is cancelled meanwhile waits until it is made or given up, and ends it.

    asyncpg, cancelled between the call being taken and the talk about TLS, leaves an error behind that nobody
    asks for. So it is never cancelled: its own `timeout` bounds the wait.
    """
    connecting = asyncio.ensure_future(asyncpg.connect(dsn, **options))
    try:
        return await asyncio.shield(connecting)
    except asyncio.CancelledError:
        with contextlib.suppress(*LOST):
            (await connecting).terminate()
        raise
