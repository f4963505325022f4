"""Boards that make themselves: from land and places to an edition, and how fair a board is."""
