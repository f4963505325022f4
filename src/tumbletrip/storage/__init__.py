"""Where tables are kept: an SQLite file beside one server, or PostgreSQL behind many."""
