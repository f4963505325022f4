"""Files that hold secrets are for their owner alone: the database, its logs and copies, its folder (F33).

A database holds the secret from which the dice of all days follow: whoever reads it knows them in advance.
"""

import os
import stat
from pathlib import Path

import structlog

OWNER_ONLY, OWNER_ONLY_FOLDER = 0o600, 0o700
OTHERS = 0o077
_BESIDE = ("-wal", "-shm", "-journal")  # SQLite's own files, made with the rights of the database

log = structlog.get_logger(__name__)


def make_folder(path: Path) -> None:
    """Make a folder with those above it; what is there already stays as it is."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(OWNER_ONLY_FOLDER, exist_ok=True)


def make_database_file(path: Path) -> None:
    """Make an empty file for a database, or close one that is there, and its copies, to other users."""
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, OWNER_ONLY))
    copies = path.parent.glob(f"{path.name}.before-*.bak")
    for file in (path, *(path.with_name(path.name + ending) for ending in _BESIDE), *copies):
        _close_to_others(file)


def _close_to_others(file: Path) -> None:
    if not file.is_file() or not stat.S_IMODE(file.stat().st_mode) & OTHERS:
        return
    try:
        file.chmod(OWNER_ONLY)
    except OSError as error:  # it belongs to somebody else, who must do it
        log.warning("database_open_to_others", file=file.name, reason=error.strerror)
