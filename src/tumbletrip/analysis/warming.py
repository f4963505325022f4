"""Warming up: compile everything now, so that nobody waits for the compiler later."""

from collections.abc import Callable

from tumbletrip.analysis.extras import needs_compiler
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.records import Record

Progress = Callable[[int, int], None]  # (steps done, steps in all)


def warm_engine(progress: Progress) -> None:
    """Compile the fast engine of Dice Trip, or load it if it is compiled; `progress` hears of each step."""
    with needs_compiler():
        from tumbletrip.dicetrip.fast.warm import warm
    warm(progress)


def warm_analysis() -> None:
    """Compile, or load, what plays games on for an analysis."""
    with needs_compiler():
        from tumbletrip.analysis.dicetrip.study import Effort, Plan, start_of
    start_of(Plan(Record(builtin_edition("france"), names=("",)), Effort(1, 1)), seat=0)
