"""Dice Trip as text: a sheet in one line, sheets as JSON, records of whole games, and what people type."""
