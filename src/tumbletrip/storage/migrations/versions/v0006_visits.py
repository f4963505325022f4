"""When somebody last looked at a table; and tables that have ended give their codes back."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"


def upgrade() -> None:
    """Make the table of visits, and free the codes of tables that have ended."""
    op.create_table(
        "visits",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.execute("UPDATE tables SET code = id WHERE status IN ('over', 'abandoned', 'quarantined')")


def downgrade() -> None:
    """Remove the visits; codes that were freed stay free."""
    op.drop_table("visits")
