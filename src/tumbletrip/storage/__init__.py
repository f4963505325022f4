"""Event stores: an SQLite file for one server, or PostgreSQL for any number of them."""
