"""Dice that everyone can check afterwards."""
