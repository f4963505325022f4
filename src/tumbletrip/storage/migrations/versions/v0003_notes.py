"""Facts that all processes share and the first one to say so decides: secrets, results of a day."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Make the table of notes."""
    op.create_table(
        "notes",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Remove it with all it holds."""
    op.drop_table("notes")
