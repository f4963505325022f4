"""Open the store that a database URL names, after bringing its schema up to date."""

import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import asyncpg
import sqlalchemy.exc
import structlog

from tumbletrip.core.errors import InputError, problem, reason_of
from tumbletrip.storage.migrating import (
    NEWEST,
    back_up_sqlite,
    migrate_postgres,
    migrate_sqlite,
    revisions,
    sqlite_revision,
)
from tumbletrip.storage.postgres.connecting import LOST, connect
from tumbletrip.storage.postgres.store import PostgresStore
from tumbletrip.storage.private_files import make_database_file, make_folder
from tumbletrip.storage.sqlite.checking import faults_of
from tumbletrip.storage.sqlite.locking import WriterLock
from tumbletrip.storage.sqlite.store import SqliteStore
from tumbletrip.tables.ports import EventStore, StoreDown, StoreInUse

_POSTGRES = ("postgresql://", "postgres://")
_SQLITE = "sqlite:///"
_SQLITE_HEAD = b"SQLite format 3\0"

log = structlog.get_logger(__name__)


def may_be_shared(url: str) -> bool:
    """Whether a server can run several workers on a database: PostgreSQL always, SQLite except on Windows."""
    return url.startswith(_POSTGRES) or sys.platform != "win32"


@contextmanager
def shared_by_workers(url: str) -> Iterator[Path]:
    """Prepare a store for several workers, as long as the context lasts; the folder of their sockets.

    The schema is brought up to date, and an SQLite file is locked against other servers. Raises InputError
    if that cannot be.
    """
    with _prepared_for_workers(url), _private_folder() as folder:
        yield Path(folder)


def _private_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that only this user can read; not beside the database, for a socket's path must be short."""
    return tempfile.TemporaryDirectory(prefix="tumbletrip-", ignore_cleanup_errors=True)


@contextmanager
def _prepared_for_workers(url: str) -> Iterator[None]:
    if url.startswith(_POSTGRES):
        asyncio.run(_prepare_postgres(url, NEWEST))
        yield
        return
    from tumbletrip.storage.sqlite.write_turns import admit_workers

    path = _path(url)
    lock = _lock(path)
    try:
        _prepare(path, NEWEST)
        admit_workers(lock)
        yield
    finally:
        lock.release()


async def open_store(url: str, worker_folder: Path | None = None) -> EventStore:
    """The store at `sqlite:///path`, a plain path or `postgresql://…`, with the newest schema.

    A worker names the folder that `shared_by_workers` gave its parent. Raises InputError if the store cannot
    be opened.
    """
    if url.startswith(_POSTGRES):
        return await _open_postgres(url)
    path = _path(url)
    if worker_folder:
        return _open_shared(path, worker_folder)
    lock = _lock(path)
    try:
        _prepare(path, NEWEST)
        return SqliteStore(path, lock)
    except BaseException:
        lock.release()
        raise


async def migrate(url: str, target: str = NEWEST) -> None:
    """Bring a database to a revision of the schema, up or down; nobody else may write to an SQLite file."""
    if url.startswith(_POSTGRES):
        await _prepare_postgres(url, target)
        return
    path = _path(url)
    lock = _lock(path)
    try:
        _prepare(path, target)
    finally:
        lock.release()


def _path(url: str) -> Path:
    """The file that a URL names: three slashes, then the path, as SQLAlchemy writes it."""
    if url.startswith(_SQLITE):
        url = unquote(url.removeprefix(_SQLITE))
    elif "://" in url:
        raise InputError(problem("storage.url", url=url.split("://")[0]))
    if not url or url == ":memory:":
        raise InputError(problem("storage.no_path"))
    return Path(url).expanduser()


def _open_shared(path: Path, folder: Path) -> EventStore:
    from tumbletrip.storage.sqlite.shared_store import SharedSqliteStore
    from tumbletrip.storage.sqlite.write_turns import WriteTurns

    try:
        turns = WriteTurns(path)
    except StoreInUse as error:
        raise InputError(problem("storage.in_use", path=path)) from error
    try:
        return SharedSqliteStore(path, turns, folder)
    except BaseException:
        turns.release()
        raise


def _lock(path: Path) -> WriterLock:
    try:
        make_folder(path.parent)
        _refuse_second_name(path)
        return WriterLock(path)
    except StoreInUse as error:
        raise InputError(problem("storage.in_use", path=path)) from error
    except OSError as error:
        raise InputError(problem("file.unwritable", path=path, reason=reason_of(error))) from error


def _refuse_second_name(path: Path) -> None:
    """A hard link has a lock and a log of its own: servers under two names would damage the file (F34)."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise InputError(problem("storage.linked", path=path))


def _prepare(path: Path, target: str) -> None:
    """Migrate an SQLite file that is sound; one with an older schema is copied first."""
    make_database_file(path)
    _refuse_damage(path)
    try:
        current = sqlite_revision(path)
        if current is not None and current != (revisions()[-1] if target == NEWEST else target):
            back_up_sqlite(path, current)
        migrate_sqlite(path, target)
    except (sqlalchemy.exc.DatabaseError, sqlite3.Error) as error:
        raise InputError(problem("storage.unusable", path=path, reason=_reason(error))) from error


def _refuse_damage(path: Path) -> None:
    """Refuse a file that SQLite's quick check finds fault with, before anything is written to it (F28)."""
    try:
        faults = faults_of(path)
    except sqlite3.Error as error:
        raise InputError(problem("storage.unusable", path=path, reason=_reason(error))) from error
    if faults and _is_a_database(path):
        log.error("database_damaged", file=path.name, faults=faults)
        raise InputError(problem("storage.damaged", path=path, reason=faults[0]))


def _is_a_database(path: Path) -> bool:
    """Whether a file begins like one of SQLite's; what does not is refused for what it is."""
    with path.open("rb") as file:
        return file.read(len(_SQLITE_HEAD)) == _SQLITE_HEAD


def file_to_examine(url: str) -> Path:
    """The SQLite file that a URL names; raises InputError for PostgreSQL, which examines itself."""
    if url.startswith(_POSTGRES):
        raise InputError(problem("doctor.postgres"))
    return _path(url)


async def _open_postgres(url: str) -> EventStore:
    await _prepare_postgres(url, NEWEST)
    try:
        return await PostgresStore.connect(url)
    except StoreDown as error:
        raise InputError(problem("storage.unreachable", reason=error)) from error


async def _prepare_postgres(url: str, target: str) -> None:
    try:
        connection = await connect(url, timeout=10)
    except (ValueError, *LOST) as error:
        raise InputError(problem("storage.unreachable", reason=_reason(error))) from error
    try:
        await migrate_postgres(connection, target)
    except asyncpg.PostgresError as error:
        raise InputError(problem("storage.unprepared", reason=_reason(error))) from error
    finally:
        await connection.close()


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, sqlalchemy.exc.DBAPIError) else error
    return str(cause) or type(cause).__name__
