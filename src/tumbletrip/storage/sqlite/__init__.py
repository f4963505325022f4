"""The embedded store: one SQLite file, for one server process or several on one machine."""
