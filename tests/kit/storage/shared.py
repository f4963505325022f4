"""Databases that several server processes use: an SQLite file with workers, or PostgreSQL."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.kit.storage.logs import append
from tumbletrip.storage.opening import open_store, shared_by_workers
from tumbletrip.tables.ports import Appended, EventStore

PATIENCE = 120.0  # seconds until a test gives up; machines may be busy


@dataclass(frozen=True)
class Shared:
    """How a process opens such a database."""

    url: str
    worker_folder: Path | None = None  # of a file

    async def open(self) -> EventStore:
        """The store of one more process."""
        return await open_store(self.url, self.worker_folder)

    def words(self) -> list[str]:
        """The same for the command line of a process of the test kit."""
        return [self.url, str(self.worker_folder or "")]


def from_words(url: str, folder: str) -> Shared:
    """What `words` said."""
    return Shared(url, Path(folder) if folder else None)


@contextmanager
def workers_on(file: Path) -> Iterator[Shared]:
    """A file for several workers, whose parent we are."""
    with shared_by_workers(str(file)) as folder:
        yield Shared(str(file), folder)


async def listen_to(store: EventStore, heard: list[tuple[str, int]]) -> None:
    """Keep what a store hears of others, until cancelled."""
    async for heads in store.changes():
        heard.extend(heads)


async def append_until_heard(writer: EventStore, head: int, heard: Sequence[tuple[str, int]]) -> int:
    """Append to table a until a listener has heard of it; a line needs a moment."""
    async with asyncio.timeout(PATIENCE):
        while not heard:
            assert await writer.append([append("a", head + 1)]) == [Appended.STORED]
            head += 1
            await asyncio.sleep(0.05)
    assert heard[-1][0] == "a"
    return head
