"""Tables: people and bots at one game, as an append-only log of events."""
