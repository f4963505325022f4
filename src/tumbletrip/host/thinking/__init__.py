"""Worker processes for bots, physics and analyses."""
