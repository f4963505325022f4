"""Tumbletrip: the dice games Dice Trip and Tumblin-Dice, their rules, bots and tables."""

__version__ = "0.1.0"
