"""Tumblin-Dice for learners."""
