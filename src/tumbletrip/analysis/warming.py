"""The cold start of compiled code, taken on purpose: everything that could make somebody wait, at once."""

from collections.abc import Callable

from tumbletrip.analysis.extras import compiler_needed

Progress = Callable[[int, int], None]  # (steps done, steps in all)


def warm_engine(progress: Progress) -> None:
    """Compile the fast engine of Dice Trip, or load it if it is compiled; `progress` hears of each step."""
    with compiler_needed():
        from tumbletrip.dicetrip.fast.warm import warm
    warm(progress)
