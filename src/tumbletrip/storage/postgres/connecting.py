"""Connecting to PostgreSQL in a way that survives cancellation."""

import asyncio
import contextlib
from typing import Any, TypeAlias

import asyncpg

LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


async def connect(dsn: str | None = None, **options: Any) -> Connection:
    """A connection; a caller that is cancelled meanwhile waits until the attempt ends, and closes it.

    asyncpg, cancelled between TCP's accept and the TLS handshake, leaves a task whose exception nobody
    retrieves. So it is never cancelled: its own `timeout` bounds the wait.
    """
    connecting = asyncio.ensure_future(asyncpg.connect(dsn, **options))
    try:
        return await asyncio.shield(connecting)
    except asyncio.CancelledError:
        with contextlib.suppress(*LOST):
            (await connecting).terminate()
        raise
