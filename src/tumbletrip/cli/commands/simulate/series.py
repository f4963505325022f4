"""Running many games from a command: bots prepared, a progress bar, results kept after Ctrl-C."""

from collections.abc import Callable, Iterator

from tumbletrip.analysis.dicetrip.results import short_name
from tumbletrip.analysis.dicetrip.simulation import Pairing, Played, Setup, play_all, prepared, remarks
from tumbletrip.analysis.executor import executor_for
from tumbletrip.cli.terminal.console import language, print_warning
from tumbletrip.cli.terminal.progress import with_progress
from tumbletrip.core.texts import say


def run_series(
    setup: Setup, pairings: Iterator[Pairing], total: int, jobs: int, take: Callable[[Played], None]
) -> bool:
    """Play games and pass each to `take` as it ends; False if it was stopped with Ctrl-C."""
    try:
        prepare_bots(setup)
        for played in with_progress(play_all(setup, pairings, executor_for(jobs)), total, _title("playing")):
            take(played)
    except KeyboardInterrupt:
        return False
    return True


def prepare_bots(setup: Setup) -> None:
    """Make the bots of a series, compile what they need, and print their warnings about the board."""
    for _ in with_progress(prepared(setup), len(setup.bots), _title("preparing")):
        pass
    for word, remark in remarks(setup):
        print_warning(f"{short_name(word)}: {remark.sentence(language())}")


def _title(key: str) -> str:
    return say(f"series.{key}", language())
