"""Alembic reads this before it runs revisions: onto a connection, or as SQL for PostgreSQL."""

from alembic import context

from tumbletrip.storage.schema import metadata

if context.is_offline_mode():
    context.configure(dialect_name="postgresql", target_metadata=metadata)
else:
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)

context.run_migrations()  # within the transaction of the one who called
