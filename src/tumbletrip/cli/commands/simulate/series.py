"""Running many games from a command: bots prepared, a progress bar, results kept after Ctrl-C."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from tumbletrip.analysis.dicetrip.results import short_name
from tumbletrip.analysis.dicetrip.simulation import Setup, prepared, remarks
from tumbletrip.analysis.executor import Executor, executor_for
from tumbletrip.cli.terminal.console import language, print_warning
from tumbletrip.cli.terminal.progress import with_progress
from tumbletrip.core.texts import say

Result = TypeVar("Result")


def run_series(
    setup: Setup,
    work: Callable[[Executor], Iterator[Result]],
    total: int,
    jobs: int,
    take: Callable[[Result], None],
) -> bool:
    """Let an executor play games and pass each result to `take`; False if it was stopped with Ctrl-C."""
    try:
        prepare_bots(setup)
        for result in with_progress(work(executor_for(jobs)), total, _title("playing")):
            take(result)
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
