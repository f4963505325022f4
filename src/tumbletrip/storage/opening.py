"""Find the store that a URL names, bring its schema up to date and open it."""

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

from tumbletrip.core.errors import InputError, problem, reason_of
from tumbletrip.storage.connecting import LOST, connect
from tumbletrip.storage.locking import WriterLock
from tumbletrip.storage.migrating import (
    NEWEST,
    back_up_sqlite,
    migrate_postgres,
    migrate_sqlite,
    revisions,
    sqlite_revision,
)
from tumbletrip.storage.postgres import PostgresStore
from tumbletrip.storage.sqlite import SqliteStore
from tumbletrip.tables.ports import EventStore, StoreDown, StoreInUse

_POSTGRES = ("postgresql://", "postgres://")
_SQLITE = "sqlite:///"


def may_be_shared(url: str) -> bool:
    """Whether several server processes can use a database: a file, only those of a family, not on Windows."""
    return url.startswith(_POSTGRES) or sys.platform != "win32"


@contextmanager
def family_at(url: str) -> Iterator[Path]:
    """What several processes need to work on one store: a private folder in which they find each other.

    The store is brought up to date, and a file is kept for the family. Raises InputError if that cannot be.
    """
    with _prepared_for_family(url), _private_folder() as folder:
        yield Path(folder)


def _private_folder() -> tempfile.TemporaryDirectory[str]:
    """Not beside the database: the path of a socket must be short."""
    return tempfile.TemporaryDirectory(prefix="tumbletrip-", ignore_cleanup_errors=True)


@contextmanager
def _prepared_for_family(url: str) -> Iterator[None]:
    if url.startswith(_POSTGRES):
        asyncio.run(_prepare_postgres(url, NEWEST))
        yield
        return
    from tumbletrip.storage.membership import admit_members

    path = _path(url)
    lock = _lock(path)
    try:
        _prepare(path, NEWEST)
        admit_members(lock)
        yield
    finally:
        lock.release()


async def open_store(url: str, family: Path | None = None) -> EventStore:
    """The store at `sqlite:///path`, a plain path or `postgresql://…`, with the newest schema.

    A process of a family names its folder. Raises InputError with a sentence for people if it cannot be
    opened.
    """
    if url.startswith(_POSTGRES):
        return await _open_postgres(url)
    path = _path(url)
    if family:
        return _open_in_family(path, family)
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


def _open_in_family(path: Path, folder: Path) -> EventStore:
    from tumbletrip.storage.family import FamilyStore
    from tumbletrip.storage.membership import Membership

    try:
        membership = Membership(path)
    except StoreInUse as error:
        raise InputError(problem("storage.in_use", path=path)) from error
    try:
        return FamilyStore(path, membership, folder)
    except BaseException:
        membership.release()
        raise


def _lock(path: Path) -> WriterLock:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return WriterLock(path)
    except StoreInUse as error:
        raise InputError(problem("storage.in_use", path=path)) from error
    except OSError as error:
        raise InputError(problem("file.unwritable", path=path, reason=reason_of(error))) from error


def _prepare(path: Path, target: str) -> None:
    """Migrate a file, after a copy if it has an older schema with something in it."""
    try:
        current = sqlite_revision(path)
        if current is not None and current != (revisions()[-1] if target == NEWEST else target):
            back_up_sqlite(path, current)
        migrate_sqlite(path, target)
    except (sqlalchemy.exc.DatabaseError, sqlite3.Error) as error:
        raise InputError(problem("storage.unusable", path=path, reason=_reason(error))) from error


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
