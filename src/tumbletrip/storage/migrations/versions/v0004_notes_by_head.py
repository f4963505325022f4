"""Find the notes that begin alike without reading all the others."""

from alembic import op

revision = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    """Index the names of notes byte by byte."""
    op.create_index("notes_by_head", "notes", ["name"], postgresql_ops={"name": "text_pattern_ops"})


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("notes_by_head", table_name="notes")
