"""Tumblin-Dice in numbers: matches judged, rounds played in bulk, flicks by speed."""
