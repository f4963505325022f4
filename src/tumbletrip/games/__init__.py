"""The games: one kit for each, with all that tables, bots and records need."""
