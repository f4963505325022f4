"""Dice of tables: drawn from chains, and counted."""
