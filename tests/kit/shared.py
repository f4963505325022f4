"""Databases that several server processes use: the file of a family, or PostgreSQL."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.kit.logs import append
from tumbletrip.storage.opening import family_at, open_store
from tumbletrip.tables.ports import Appended, EventStore


@dataclass(frozen=True)
class Shared:
    """How a process opens such a database."""

    url: str
    family: Path | None = None

    async def open(self) -> EventStore:
        """The store of one more process."""
        return await open_store(self.url, self.family)

    def words(self) -> list[str]:
        """The same for the command line of a process of the test kit."""
        return [self.url, str(self.family or "")]


def from_words(url: str, family: str) -> Shared:
    """What `words` said."""
    return Shared(url, Path(family) if family else None)


@contextmanager
def family_on(file: Path) -> Iterator[Shared]:
    """A family on one file, whose parent we are."""
    with family_at(str(file)) as folder:
        yield Shared(str(file), folder)


async def listen_to(store: EventStore, heard: list[tuple[str, int]]) -> None:
    """Keep what a store hears of others, until cancelled."""
    async for heads in store.changes():
        heard.extend(heads)


async def append_until_heard(writer: EventStore, head: int, heard: Sequence[tuple[str, int]]) -> int:
    """Append to table a until a listener has heard of it; a line needs a moment."""
    async with asyncio.timeout(8):
        while not heard:
            assert await writer.append([append("a", head + 1)]) == [Appended.STORED]
            head += 1
            await asyncio.sleep(0.05)
    assert heard[-1][0] == "a"
    return head
