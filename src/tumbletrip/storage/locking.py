"""One server per embedded database: a lock that the operating system drops when the process dies."""

import os
import sys
from pathlib import Path

from tumbletrip.tables.ports import StoreInUse

# Bytes of one small file beside the database. The server holds the first two; one that is a family of
# processes leaves the second to its members, so that those who outlive a killed parent still keep others out.
SERVER, MEMBERS = 0, 1

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 2)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        # A record lock, not flock: a forked worker that outlives a killed server must not inherit it.
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 2, SERVER)


_held: set[Path] = set()  # record locks do not hold between two openings within one process


class WriterLock:
    """The right to write to a database file, held until it is released or the process ends."""

    def __init__(self, database: Path) -> None:
        """Take the lock, or raise StoreInUse at once."""
        self._path = lock_file(database)
        if self._path in _held:
            raise StoreInUse(f"{database} is open in this process already")
        self.descriptor = open_lock(self._path)
        try:
            _lock(self.descriptor)
        except OSError as error:
            os.close(self.descriptor)
            raise StoreInUse(f"another process writes to {database}") from error
        _held.add(self._path)

    def release(self) -> None:
        """Let others write. The file stays: removing it would let two others lock two files."""
        if self._path in _held:
            _held.remove(self._path)
            os.close(self.descriptor)


def lock_file(database: Path) -> Path:
    """The file beside a database that its locks are on."""
    real = database.resolve()  # a link is no way around
    return real.with_name(f"{real.name}.lock")


def open_lock(path: Path) -> int:
    """A descriptor of a lock file, which is made if it is not there."""
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
