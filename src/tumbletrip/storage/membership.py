"""Several processes of one family at one embedded database: who belongs to it, and whose turn it is to write.

The locks of a process end with it. Not for Windows, where nobody can wait for a byte of a file.
"""

import fcntl
import os
from pathlib import Path

from tumbletrip.storage.locking import MEMBERS, WriterLock, lock_file, open_lock
from tumbletrip.tables.ports import StoreDown, StoreInUse

_NEXT, _WRITING = MEMBERS + 1, MEMBERS + 2  # further bytes of the lock file


def admit_members(lock: WriterLock) -> None:
    """Let the processes of a family write beside its parent, who has the lock."""
    fcntl.lockf(lock.descriptor, fcntl.LOCK_UN, 1, MEMBERS)


class Membership:
    """The right of one process of a family to write when it is its turn: a context for each transaction.

    SQLite alone would let those who wait sleep and try again, longer each time, and refuse them in the end.
    """

    def __init__(self, database: Path) -> None:
        """Join those who write, or raise StoreInUse if a server that is no family does."""
        self._descriptor = open_lock(lock_file(database))
        try:
            fcntl.lockf(self._descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, MEMBERS)
        except OSError as error:
            self.release()
            raise StoreInUse(f"another server writes to {database}") from error

    def __enter__(self) -> None:
        """Wait until nobody else writes, in a thread that may wait; whoever is killed gives way to the next.

        Of those who wait one is next, and nobody writes twice before it.
        """
        try:
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX, 1, _NEXT)
            try:
                fcntl.lockf(self._descriptor, fcntl.LOCK_EX, 1, _WRITING)
            finally:
                fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, _NEXT)
        except OSError as error:
            raise StoreDown(f"no turn to write: {error.strerror}") from error

    def __exit__(self, *_: object) -> None:
        """Give way to the next."""
        fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, _WRITING)

    def release(self) -> None:
        """Leave those who write."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
