"""The daily challenge and puzzle: their dice, tables and results, on top of a host."""
