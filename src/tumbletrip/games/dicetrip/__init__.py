"""Dice Trip as a game of the house."""
