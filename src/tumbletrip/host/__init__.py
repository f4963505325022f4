"""The host: runs tables with dice, clocks, physics and bots; stores every event, then shows it."""
