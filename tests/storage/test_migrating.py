"""Schemas go up and down on both databases, and the newest is the one the program describes."""

import asyncio
import sqlite3
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from tests.kit.storage.logs import append, new_table
from tests.kit.storage.postgres import PostgresServer
from tumbletrip.core.errors import InputError
from tumbletrip.storage.migrating import BASE, migrate_sqlite, revisions, sqlite_revision
from tumbletrip.storage.opening import migrate, open_store
from tumbletrip.storage.schema import metadata
from tumbletrip.tables.ports import Appended

pytestmark = pytest.mark.anyio

# What PostgreSQL knows of our tables: columns, then indices and constraints by their definitions.
_CATALOGUE = """
    SELECT table_name || '.' || column_name, data_type || ' ' || is_nullable FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name != 'alembic_version'
    UNION ALL
    SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename != 'alembic_version'
    UNION ALL
    SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text != 'alembic_version'
    ORDER BY 1, 2
"""


async def test_the_schema_of_sqlite_is_the_one_described(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    await migrate(str(path))
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    described = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    metadata.create_all(described)
    assert _statements(engine) == _statements(described)
    described.dispose()


def _statements(engine: sa.Engine) -> set[str]:
    """The CREATE statements of a database, without white space; they tell of partial indices, too."""
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name != 'alembic_version'"
    with engine.connect() as connection:
        return {"".join(row[0].split()) for row in connection.exec_driver_sql(query)}


async def test_the_schema_of_postgres_is_the_one_described(postgres: PostgresServer) -> None:
    await migrate(postgres.empty_database())
    migrated = await _catalogue(postgres)
    postgres_dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy has no types here
    statements = [
        str(statement.compile(dialect=postgres_dialect))
        for table in metadata.sorted_tables
        for statement in _ddl(table)
    ]
    connection = await asyncpg.connect(postgres.empty_database())
    await connection.execute(";".join(statements))
    await connection.close()
    assert len(migrated) > 20
    assert await _catalogue(postgres) == migrated


def _ddl(table: sa.Table) -> list[sa.schema.ExecutableDDLElement]:
    return [CreateTable(table), *(CreateIndex(index) for index in table.indexes)]


async def _catalogue(postgres: PostgresServer) -> list[tuple[str, str]]:
    connection = await asyncpg.connect(postgres.url())
    rows = await connection.fetch(_CATALOGUE)
    await connection.close()
    return [(name, text) for name, text in rows]


async def test_up_and_down_and_up_again_keeps_the_tables(store_url: str) -> None:
    await migrate(store_url, "0001")
    await migrate(store_url)
    store = await open_store(store_url)
    await store.create(new_table("a", "one"))
    await store.close()
    await migrate(store_url, "0001")
    again = await open_store(store_url)
    assert await again.append([append("a", 2)]) == [Appended.STORED]
    await again.close()


@pytest.mark.parametrize("revision", revisions())
async def test_every_revision_goes_down_to_nothing_and_up_again(store_url: str, revision: str) -> None:
    await migrate(store_url, revision)
    await migrate(store_url, BASE)
    await migrate(store_url, BASE)
    await migrate(store_url, revision)
    await migrate(store_url, revision)
    store = await open_store(store_url)
    assert await store.create(new_table("a"))
    await store.close()


async def test_a_file_is_empty_after_the_way_down(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    await migrate(str(path))
    await migrate(str(path), BASE)
    database = sqlite3.connect(path)
    left = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    database.close()
    assert left == [("alembic_version",)]


async def test_an_older_file_is_copied_before_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    migrate_sqlite(path, "0001")
    store = await open_store(str(path))
    await store.close()
    copies = list(tmp_path.glob("*.bak"))
    assert [copy.name for copy in copies] == ["tables.db.before-0001.bak"]
    assert sqlite_revision(copies[0]) == "0001"
    assert sqlite_revision(path) == revisions()[-1]


async def test_a_new_file_or_one_that_is_up_to_date_is_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        store = await open_store(f"{tmp_path}/tables.db")
        await store.close()
    assert not list(tmp_path.glob("*.bak"))


async def test_F19_a_database_of_a_newer_program_is_left_alone(
    store_url: str, postgres: PostgresServer
) -> None:
    await migrate(store_url)
    newer = "UPDATE alembic_version SET version_num = '9999'"
    if store_url.startswith("sqlite"):
        database = sqlite3.connect(store_url.removeprefix("sqlite:///"))
        database.execute(newer)
        database.commit()
        database.close()
    else:
        postgres.execute(newer)
    with pytest.raises(InputError, match="newer Tumbletrip"):
        await open_store(store_url)


async def test_processes_that_start_together_migrate_once(postgres: PostgresServer) -> None:
    url = postgres.empty_database()
    stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
    assert sorted([await store.create(new_table("a")) for store in stores]) == [False, False, False, True]
    for store in stores:
        await store.close()
