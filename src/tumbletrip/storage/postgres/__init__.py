"""The shared store: PostgreSQL, for any number of server processes."""
