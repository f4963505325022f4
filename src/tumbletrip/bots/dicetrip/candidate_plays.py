"""The few plays that a bot compares: the best by value, for a sheet and a roll."""

from tumbletrip.bots.dicetrip.machine import questions
from tumbletrip.bots.dicetrip.machine.questions import Mind
from tumbletrip.bots.dicetrip.machine.sheet_block import Play
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.sheet import Sheet

RANKED = 24  # plays valued in full to find the best few: sums of gains miss marks that help each other


def candidate_plays(mind: Mind, sheet: Sheet, roll: Roll, count: int) -> tuple[list[float], list[Play]]:
    """The values of the best plays and the plays themselves, best first."""
    values, plays = questions.candidates(mind, sheet, roll, max(count, RANKED))
    return values[:count], plays[:count]
