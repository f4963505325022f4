"""Find the open and the playing tables without reading those that are over."""

from alembic import op

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Index the tables by status."""
    op.create_index("tables_by_status", "tables", ["status"])


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("tables_by_status", table_name="tables")
