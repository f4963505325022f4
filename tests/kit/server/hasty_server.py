"""A server with a fault that the kill harness must find: it acknowledges what it has not stored yet.

python -m tests.kit.server.hasty_server serve …
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from tumbletrip.cli.main import run
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.ports import Append, Appended, EventStore

DELAY_SECONDS = 0.1  # what a slow disk might take


class HastyStore:
    """A store that says *stored* at once, and stores a little later."""

    def __init__(self, inner: EventStore) -> None:
        self._inner = inner
        self._late: set[asyncio.Task[None]] = set()
        self._in_order = asyncio.Lock()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Promise everything."""
        task = asyncio.create_task(self._append_late(batch))
        self._late.add(task)
        task.add_done_callback(self._late.discard)
        return [Appended.STORED] * len(batch)

    async def _append_late(self, batch: Sequence[Append]) -> None:
        await asyncio.sleep(DELAY_SECONDS)
        async with self._in_order:
            await self._inner.append(batch)


async def open_hasty_store(url: str, worker_folder: Path | None = None) -> EventStore:
    """The store that a URL names, with the fault."""
    return cast(EventStore, HastyStore(await open_store(url, worker_folder)))


if __name__ == "__main__":
    with patch("tumbletrip.server.running.open_store", open_hasty_store):
        run()
