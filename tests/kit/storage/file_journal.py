"""A device's journal in a file, for tests outside a browser: each change is a line on the disk."""

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from tumbletrip.local.journal import JournalFull, JournalLost
from tumbletrip.local.store import JournalStore


class FileJournal:
    """Rows in a file. `room` is how many bytes it may have; a deleted file is an evicted storage."""

    def __init__(self, path: Path, room: int | None = None) -> None:
        self.path = path
        self.room = room
        self.path.touch()

    async def read(self) -> Mapping[str, str]:
        rows: dict[str, str] = {}
        for line in self.path.read_text("utf-8").splitlines(keepends=True):
            if not line.endswith("\n"):
                break  # cut in the middle: it was never acknowledged
            put, gone = json.loads(line)
            rows |= put
            for name in gone:
                rows.pop(name, None)
        return rows

    async def write(self, rows: Mapping[str, str], gone: Collection[str]) -> None:
        if not self.path.exists():
            raise JournalLost
        line = json.dumps([dict(rows), sorted(gone)]) + "\n"
        if self.room is not None and self.path.stat().st_size + len(line) > self.room:
            raise JournalFull
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


@dataclass(frozen=True)
class JournalFile:
    """A file in which a device's store can be opened, again and again."""

    path: Path

    async def open(self) -> JournalStore:
        """The store with all that the file holds."""
        store = JournalStore(FileJournal(self.path))
        await store.open()
        return store
