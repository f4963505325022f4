"""One writer per embedded database: a lock that the operating system drops when the process dies."""

import os
import sys
from pathlib import Path

from tumbletrip.tables.ports import StoreInUse

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        # A record lock, not flock: a forked worker that outlives a killed server must not inherit it.
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1)


_held: set[Path] = set()  # record locks do not hold between two openings within one process


class WriterLock:
    """The right to write to a database file, held until it is released or the process ends."""

    def __init__(self, database: Path) -> None:
        """Take the lock, or raise StoreInUse at once."""
        real = database.resolve()  # a link is no way around
        self._path = real.with_name(f"{real.name}.lock")
        if self._path in _held:
            raise StoreInUse(f"{database} is open in this process already")
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            raise StoreInUse(f"another process writes to {database}") from error
        _held.add(self._path)

    def release(self) -> None:
        """Let others write. The file stays: removing it would let two others lock two files."""
        if self._path in _held:
            _held.remove(self._path)
            os.close(self._descriptor)
