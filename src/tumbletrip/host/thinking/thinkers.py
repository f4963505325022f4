"""The worker pool for the bots and physics of the registered games."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from tumbletrip.games.kit import GameKit
from tumbletrip.host.thinking.workers import WorkerPool

NICENESS: Final = 5  # whoever thinks gives way to the process that answers everybody


def start_thinkers(processes: int, games: Iterable[GameKit]) -> WorkerPool:
    """A pool whose processes run each game's `prepare` before, and `warm_up` beside, their first jobs."""
    kits = tuple(games)
    prepare = tuple(kit.prepare for kit in kits if kit.prepare)
    warm_up = tuple(kit.warm_up for kit in kits if kit.warm_up)
    return WorkerPool(processes, partial(_run_all, prepare), partial(_run_all, warm_up), niceness=NICENESS)


def _run_all(steps: tuple[Callable[[], None], ...]) -> None:
    for step in steps:
        step()
