"""Tumblin-Dice: flick dice down a stepped wooden board (rules TD01 to TD18)."""
