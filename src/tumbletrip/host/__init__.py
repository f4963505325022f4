"""The host: brings chance, clock, physics and bots to tables, keeps every event, then shows it."""
