"""Dice Trip in numbers: games judged, games played in bulk, tournaments."""
