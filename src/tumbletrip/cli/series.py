"""How commands run many games: bots made ready, a bar, and an interrupt that loses nothing."""

from collections.abc import Callable, Iterator

from tumbletrip.analysis.executor import executor_for
from tumbletrip.analysis.simulation import Pairing, Played, Setup, play_all, prepared
from tumbletrip.cli.progress import followed
from tumbletrip.cli.terminal import language
from tumbletrip.core.texts import say


def run_series(
    setup: Setup, pairings: Iterator[Pairing], total: int, jobs: int, take: Callable[[Played], None]
) -> bool:
    """Play games and hand over each as it ends; False if somebody stopped it with Ctrl-C."""
    try:
        make_ready(setup)
        for played in followed(play_all(setup, pairings, executor_for(jobs)), total, _title("playing")):
            take(played)
    except KeyboardInterrupt:
        return False
    return True


def make_ready(setup: Setup) -> None:
    """Make the bots of a series; what must be compiled for them is compiled now."""
    for _ in followed(prepared(setup), len(setup.bots), _title("preparing")):
        pass


def _title(key: str) -> str:
    return say(f"series.{key}", language())
