"""The tables of the database, the same in SQLite and PostgreSQL.

This is what the newest migration leaves behind; a test compares the two.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, Table, Text, text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("status", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("head_seq", Integer, nullable=False),
    Column("head_hash", Text, nullable=False),
    Column("last_at_ms", BigInteger, nullable=False),
    # Without last_at_ms: it changes with every event, and PostgreSQL updates a row in place (HOT)
    # only while no indexed column changes. Few tables are open or playing at any time.
    Index("tables_by_status", "status"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("command", Text),
    Index(
        "events_by_command",
        "table_id",
        "command",
        unique=True,
        sqlite_where=text("command IS NOT NULL"),
        postgresql_where=text("command IS NOT NULL"),
    ),
)

seat_secrets = Table(
    "seat_secrets",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("secret_hash", Text, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

visits = Table(
    "visits",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    # PostgreSQL may keep the primary key in a language's order; heads are looked for byte by byte.
    Index("notes_by_head", "name", postgresql_ops={"name": "text_pattern_ops"}),
)
