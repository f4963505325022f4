"""One server per embedded database: a lock that the operating system drops when the process dies."""

import os
import sys
import time
from pathlib import Path

from tumbletrip.tables.ports import StoreInUse

# Bytes of one small lock file beside the database. A server of one process holds both. With workers the
# parent holds the first and the workers share the second: if they outlive their parent, they keep others out.
SERVER_BYTE, WORKERS_BYTE = 0, 1
ORPHANS_END_SECONDS = 10.0  # workers whose parent was killed end by themselves
_RETRY_SECONDS = 0.05

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, byte: int) -> None:
        os.lseek(descriptor, byte, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int, byte: int) -> None:
        # A record lock, not flock: a forked worker that outlives a killed server must not inherit it.
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)


_held: set[Path] = set()  # record locks do not hold between two openings within one process


class WriterLock:
    """The right to write to a database file, held until it is released or the process ends."""

    def __init__(self, database: Path) -> None:
        """Take the lock, or raise StoreInUse: at once if a server has it, later if orphans do not end."""
        self._path = lock_file(database)
        if self._path in _held:
            raise StoreInUse(f"{database} is open in this process already")
        self.descriptor = open_lock(self._path)
        try:
            _lock(self.descriptor, SERVER_BYTE)
            _wait_for_orphans(self.descriptor)
        except OSError as error:
            os.close(self.descriptor)
            raise StoreInUse(f"another process writes to {database}") from error
        _held.add(self._path)

    def release(self) -> None:
        """Release the lock. The file stays: if it were removed, two others could lock two different files."""
        if self._path in _held:
            _held.remove(self._path)
            os.close(self.descriptor)


def _wait_for_orphans(descriptor: int) -> None:
    """Lock the second byte when no worker of a killed server holds it any more; OSError if they stay."""
    end = time.monotonic() + ORPHANS_END_SECONDS
    while True:
        try:
            _lock(descriptor, WORKERS_BYTE)
            return
        except OSError:
            if time.monotonic() > end:
                raise
        time.sleep(_RETRY_SECONDS)


def lock_file(database: Path) -> Path:
    """The lock file of a database, beside it."""
    real = database.resolve()  # the same file for every link to the database
    return real.with_name(f"{real.name}.lock")


def open_lock(path: Path) -> int:
    """A descriptor of a lock file, which is made if it is not there."""
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
