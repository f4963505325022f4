"""Bring a database to the schema this version of the program knows, one revision after another.

SQLite is migrated through SQLAlchemy. For PostgreSQL Alembic writes the SQL and asyncpg runs it:
that saves a second database driver, so revisions must not read data in Python.
"""

import io
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from tumbletrip.core.errors import InputError, problem
from tumbletrip.storage.private_files import make_database_file

BASE = "base"  # Alembic's word for: before the first revision
NEWEST = "head"
_LOCK = 7_465_843  # any number that all our processes agree on: one of them migrates, the others wait


def revisions() -> list[str]:
    """All revisions, oldest first."""
    walk = ScriptDirectory.from_config(_config()).walk_revisions()
    return [script.revision for script in walk][::-1]


def sqlite_revision(path: Path) -> str | None:
    """The revision of an SQLite file; None if it holds nothing of ours yet."""
    with _engine(path).connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def migrate_sqlite(path: Path, target: str = NEWEST) -> None:
    """Bring an SQLite file to a revision, up or down, in one transaction."""
    with _engine(path).connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        current = MigrationContext.configure(connection).get_current_revision()
        config = _config()
        config.attributes["connection"] = connection
        step = _step(current, target)
        if step is not None:
            step(config, target)
        connection.commit()


def back_up_sqlite(path: Path, revision: str) -> Path:
    """Copy an SQLite file beside itself before its schema changes; the copy's name tells its revision."""
    copy = path.with_name(f"{path.name}.before-{revision}.bak")
    make_database_file(copy)
    source, target = sqlite3.connect(path), sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()
    return copy


async def migrate_postgres(connection: "asyncpg.Connection[asyncpg.Record]", target: str = NEWEST) -> None:
    """Bring a PostgreSQL database to a revision, up or down, in one transaction."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        if script := _postgres_script(await _postgres_revision(connection), target):
            await connection.execute(script)


async def _postgres_revision(connection: "asyncpg.Connection[asyncpg.Record]") -> str | None:
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return None
    revision: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return revision


def _postgres_script(current: str | None, target: str) -> str:
    """The SQL that leads from one revision to another; empty if there is nothing to do."""
    script = io.StringIO()
    config = _config(output_buffer=script)
    step = _step(current, target)
    if step is not None:
        step(config, target if current is None else f"{current}:{target}", sql=True)
        if target == BASE:  # Alembic's SQL for the way up makes this table, and leaves it on the way down
            script.write("DROP TABLE alembic_version;")
    return script.getvalue()


def _step(current: str | None, target: str) -> Callable[..., None] | None:
    """What leads from a revision, which must be one that we know (F19), to another: up, down or nothing."""
    known = [BASE, *revisions()]
    start = BASE if current is None else current
    if start not in known:
        raise InputError(problem("storage.newer", revision=start, known=known[-1]))
    goal = known[-1] if target == NEWEST else target
    if known.index(goal) == known.index(start):
        return None
    return command.upgrade if known.index(goal) > known.index(start) else command.downgrade


def _config(**options: Any) -> Config:
    config = Config(**options)
    folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _engine(path: Path) -> sa.Engine:
    """SQLite with transactions as they are written: the driver's own habit is to commit before DDL."""
    return sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        poolclass=sa.NullPool,
        connect_args={"isolation_level": None},
    )
