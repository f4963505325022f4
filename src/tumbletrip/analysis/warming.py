"""Warming up: compile everything now, so that nobody waits for the compiler later."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

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
    from tumbletrip.analysis.dicetrip.study import Effort, Plan, start_of

    with needs_compiler():
        start_of(Plan(Record(builtin_edition("france"), names=("",)), Effort(1, 1)), seat=0)


def warm_imagination() -> None:
    """Compile, or load, what bots of Tumblin-Dice imagine with, where there is physics to play with."""
    if find_spec("mujoco") is None:
        return
    from tumbletrip.bots.tumblin.imagination import get_ready

    with needs_compiler():
        get_ready()


def compiled_code() -> Literal["kept", "missing", "homeless"]:
    """Whether the code of the strongest bots is compiled, or not yet, or cannot be kept anywhere."""
    with needs_compiler():
        from tumbletrip.bots.dicetrip.kernels import entries
        from tumbletrip.dicetrip.fast.cache import folder_for
    folder = folder_for(Path(entries.__file__))
    if folder is None:
        return "homeless"
    return "kept" if any(folder.rglob("*.nbc")) else "missing"
