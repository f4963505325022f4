"""One server per embedded database: a lock that the operating system drops when the process dies."""

import os
import sys
import time
from pathlib import Path

from tumbletrip.tables.ports import StoreInUse

# Bytes of one small file beside the database. The server holds both; one that is a family of processes leaves
# the second to its members, so that those who outlive a killed parent still keep others out.
SERVER, MEMBERS = 0, 1
LEAVING_SECONDS = 10.0  # members whose parent was killed end by themselves
_AGAIN_SECONDS = 0.05

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
        """Take the lock, or raise StoreInUse: at once if there is a server, else if members do not leave."""
        self._path = lock_file(database)
        if self._path in _held:
            raise StoreInUse(f"{database} is open in this process already")
        self.descriptor = open_lock(self._path)
        try:
            _lock(self.descriptor, SERVER)
            _wait_for_members(self.descriptor)
        except OSError as error:
            os.close(self.descriptor)
            raise StoreInUse(f"another process writes to {database}") from error
        _held.add(self._path)

    def release(self) -> None:
        """Let others write. The file stays: removing it would let two others lock two files."""
        if self._path in _held:
            _held.remove(self._path)
            os.close(self.descriptor)


def _wait_for_members(descriptor: int) -> None:
    """Take the second byte when nobody of a family whose parent is gone holds it; OSError if they stay."""
    end = time.monotonic() + LEAVING_SECONDS
    while True:
        try:
            _lock(descriptor, MEMBERS)
            return
        except OSError:
            if time.monotonic() > end:
                raise
        time.sleep(_AGAIN_SECONDS)


def lock_file(database: Path) -> Path:
    """The file beside a database that its locks are on."""
    real = database.resolve()  # a link is no way around
    return real.with_name(f"{real.name}.lock")


def open_lock(path: Path) -> int:
    """A descriptor of a lock file, which is made if it is not there."""
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
