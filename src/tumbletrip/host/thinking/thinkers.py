"""The worker pool for the bots and physics of the registered games."""

from collections.abc import Callable, Iterable
from functools import partial

from tumbletrip.games.kit import GameKit
from tumbletrip.host.thinking.warmth import levels_to_warm
from tumbletrip.host.thinking.workers import OnWarmer, WorkerPool


def start_thinkers(processes: int, games: Iterable[GameKit], on_warmer: OnWarmer | None = None) -> WorkerPool:
    """A pool whose processes run each game's `prepare` before, and warm up its bots beside, their first jobs.

    `on_warmer` hears, in a thread, how many of `levels_to_warm` are ready.
    """
    kits = {kit.key: kit for kit in games}
    prepare = tuple(kit.prepare for kit in kits.values() if kit.prepare)
    warm_up = [
        partial(step, level)
        for game, level in levels_to_warm(kits.values())
        if (step := kits[game].bots.warm_up)
    ]
    return WorkerPool(processes, partial(_run_all, prepare), warm_up, on_warmer)


def _run_all(steps: tuple[Callable[[], None], ...]) -> None:
    for step in steps:
        step()
