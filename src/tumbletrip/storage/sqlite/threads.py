"""The threads of the embedded store: one reads, one writes, each with a connection of its own.

Whatever is to be written while a commit is under way shares the next one: a durable commit takes
milliseconds, however much is in it.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import structlog

from tumbletrip.tables.ports import StoreDown

log = structlog.get_logger(__name__)

Result = TypeVar("Result")
Work: TypeAlias = Callable[[sqlite3.Connection], Result]

# SQLite's own 1,000 are full ten times a second at a thousand busy tables, and each time all of them are
# written once more: docs/lab/storage.md. The log grows to 40 MB instead of 4.
_PAGES_BEFORE_CHECKPOINT = 10_000
_BUSY_SECONDS = 5.0  # for another program that has the file open, such as a database browser


def down_for(error: sqlite3.Error) -> StoreDown:
    """What a complaint of SQLite means for whoever asked; it is logged for whoever runs the server (F28)."""
    log.error("store_down", reason=str(error), kind=getattr(error, "sqlite_errorname", type(error).__name__))
    return StoreDown(str(error))


class Reader:
    """A thread with a connection of its own; what it is given runs in order."""

    def __init__(self, name: str, path: Path) -> None:
        """Start the thread and open the file in it."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._database = self._thread.submit(_connect, path).result()
        self._closed = False

    async def run(self, work: Work[Result]) -> Result:
        """Do some work in the thread; raises StoreDown for any error of SQLite."""
        if self._closed:
            raise StoreDown("the store is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._database)
        except sqlite3.Error as error:
            raise down_for(error) from error

    async def close(self) -> None:
        """Finish the work that was given, then close the connection."""
        if not self._closed:
            self._closed = True
            self._thread.submit(self._database.close)
        await asyncio.to_thread(self._thread.shutdown)


@dataclass(frozen=True, slots=True)
class _Job:
    work: Work[Any]
    done: "asyncio.Future[Any]"

    def settle(self, outcome: Any) -> None:
        """Set the result or the exception, unless the waiting task was cancelled."""
        if self.done.done():
            return
        if isinstance(outcome, BaseException):
            self.done.set_exception(outcome)
        else:
            self.done.set_result(outcome)


class Writer(Reader):
    """A thread that commits in groups: all that is asked for during one commit shares the next one."""

    def __init__(self, name: str, path: Path, turn: AbstractContextManager[None] | None = None) -> None:
        """Open the file; where other processes write to it too, each commit runs within `turn`."""
        super().__init__(name, path)
        self._turn = turn or nullcontext()
        self._jobs: list[_Job] = []
        self._committing: asyncio.Task[None] | None = None

    async def write(self, work: Work[Result]) -> Result:
        """Do some work in a transaction; returns when it is durable."""
        if self._closed:
            raise StoreDown("the store is closed")
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._committing is None or self._committing.done():
            self._committing = asyncio.get_running_loop().create_task(self._commit_all())
        written: Result = await job.done
        return written

    async def _commit_all(self) -> None:
        while self._jobs:
            jobs, self._jobs = self._jobs, []
            try:
                outcomes = await self.run(partial(self._commit, [job.work for job in jobs]))
            except asyncio.CancelledError:
                _settle_all(jobs, [StoreDown("the store stopped")] * len(jobs))
                raise
            except StoreDown as error:
                _settle_all(jobs, [error] * len(jobs))
            else:
                _settle_all(jobs, outcomes)

    def _commit(self, works: Sequence[Work[Any]], database: sqlite3.Connection) -> list[Any]:
        with self._turn:
            return _commit_together(works, database)

    async def close(self) -> None:
        """Finish the work that was given, then close the connection."""
        if self._committing and not self._committing.done():
            await self._committing
        if not self._closed:
            try:
                await self.run(self._empty_log)
            except StoreDown as error:  # all that was acknowledged is durable, though not in the file alone
                log.warning("checkpoint_failed", reason=str(error))
        await super().close()

    def _empty_log(self, database: sqlite3.Connection) -> None:
        """Move all that was committed into the file itself: whoever copies it has everything (F27)."""
        with self._turn:
            busy, *_ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            log.warning("checkpoint_failed", reason="somebody else reads the database")


def _settle_all(jobs: Sequence[_Job], outcomes: Sequence[Any]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        job.settle(outcome)


def _commit_together(works: Sequence[Work[Any]], database: sqlite3.Connection) -> list[Any]:
    """Results of several pieces of work in one commit; if that fails, each in a commit of its own."""
    if len(works) > 1:
        with suppress(Exception), _transaction(database):
            return [_in_savepoint(database, work) for work in works]
    return [_alone(database, work) for work in works]


def _in_savepoint(database: sqlite3.Connection, work: Work[Any]) -> Any:
    with savepoint(database):
        return work(database)


def _alone(database: sqlite3.Connection, work: Work[Any]) -> Any:
    """The result of some work in a commit of its own, or the exception that prevented it."""
    try:
        with _transaction(database):
            return work(database)
    except sqlite3.Error as error:
        return down_for(error)
    except Exception as error:  # raised where this work was asked for; the others go on
        return error


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")  # a commit is on the disk before it returns
    database.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_BEFORE_CHECKPOINT}")
    database.execute("PRAGMA foreign_keys = ON")
    # A damaged text is read with marks in it: the hash chain then names the event and the table (F20).
    database.text_factory = lambda raw: raw.decode(errors="replace")
    return database


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Commit at the end, or roll back; when the disk is full, SQLite has already rolled back itself (F9)."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


@contextmanager
def savepoint(database: sqlite3.Connection) -> Iterator[None]:
    """A part of a transaction that is rolled back alone if it fails."""
    database.execute("SAVEPOINT part")
    try:
        yield
    except BaseException:
        if database.in_transaction:  # else SQLite has rolled back the whole by itself
            database.execute("ROLLBACK TO part")
            database.execute("RELEASE part")
        raise
    database.execute("RELEASE part")
