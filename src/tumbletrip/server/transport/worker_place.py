"""Which of several workers a process is, and which tables are its own."""

import zlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class WorkerPlace:
    """Which of how many workers this is, and the private folder of their Unix sockets."""

    number: int
    count: int
    folder: Path

    def owner(self, table_id: str) -> int:
        """The number of the worker that a table's sockets belong to."""
        return zlib.crc32(table_id.encode()) % self.count

    def owns(self, table_id: str) -> bool:
        """Whether a table's sockets belong to this worker."""
        return self.owner(table_id) == self.number

    def address(self, number: int) -> str:
        """The Unix socket on which a worker receives connections."""
        return str(self.folder / str(number))
