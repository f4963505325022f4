"""Input and output in a terminal: help, colours, progress bars, score tables, maps, typed moves."""
