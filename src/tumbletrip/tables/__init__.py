"""Tables: people and bots around one game, as a log of events that only grows."""
