"""Several worker processes on one SQLite file: who may write at all, and whose turn it is.

Record locks end with the process that holds them. Not for Windows, where a process cannot wait for a lock.
"""

import fcntl
import os
from pathlib import Path

from tumbletrip.storage.sqlite.locking import WORKERS_BYTE, WriterLock, lock_file, open_lock
from tumbletrip.tables.ports import StoreDown, StoreInUse

_NEXT_BYTE, _WRITING_BYTE = WORKERS_BYTE + 1, WORKERS_BYTE + 2  # further bytes of the lock file


def admit_workers(lock: WriterLock) -> None:
    """Let worker processes write; their parent keeps the lock that keeps other servers out."""
    fcntl.lockf(lock.descriptor, fcntl.LOCK_UN, 1, WORKERS_BYTE)


class WriteTurns:
    """One worker's right to write when it is its turn: a context for each transaction.

    SQLite alone would let waiting writers sleep and try again, longer each time, and refuse them in the end.
    """

    def __init__(self, database: Path) -> None:
        """Join the workers on a file; raises StoreInUse if a server that is a single process has it."""
        self._descriptor = open_lock(lock_file(database))
        try:
            fcntl.lockf(self._descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, WORKERS_BYTE)
        except OSError as error:
            self.release()
            raise StoreInUse(f"another server writes to {database}") from error

    def __enter__(self) -> None:
        """Block this thread until no other worker writes; a worker that is killed loses its turn at once.

        Of those that wait one is next, and nobody writes twice before it. Raises StoreDown without locks.
        """
        try:
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX, 1, _NEXT_BYTE)
            try:
                fcntl.lockf(self._descriptor, fcntl.LOCK_EX, 1, _WRITING_BYTE)
            finally:
                fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, _NEXT_BYTE)
        except OSError as error:
            raise StoreDown(f"no turn to write: {error.strerror}") from error

    def __exit__(self, *_: object) -> None:
        """End the turn."""
        fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, _WRITING_BYTE)

    def release(self) -> None:
        """Leave the workers on the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
