"""How commands run many games: bots made ready, a bar, and an interrupt that loses nothing."""

import sys
from collections.abc import Callable, Iterator

from tumbletrip.analysis.executor import executor_for
from tumbletrip.analysis.results import short_name
from tumbletrip.analysis.simulation import Pairing, Played, Setup, play_all, prepared, remarks
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
    """Make the bots of a series, compile what they need, and pass on what they say about the board."""
    for _ in followed(prepared(setup), len(setup.bots), _title("preparing")):
        pass
    for word, remark in remarks(setup):
        print(f"{short_name(word)}: {remark.sentence(language())}", file=sys.stderr)


def _title(key: str) -> str:
    return say(f"series.{key}", language())
