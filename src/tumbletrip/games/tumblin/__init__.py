"""Tumblin-Dice as a game of the house."""
