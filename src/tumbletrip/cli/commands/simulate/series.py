"""Running many games from a command: bots prepared, a progress bar, results kept after Ctrl-C."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from tumbletrip.analysis.dicetrip.results import short_name
from tumbletrip.analysis.dicetrip.simulation import Setup, prepared, remarks
from tumbletrip.analysis.executor import Executor, opened_executor
from tumbletrip.cli.commands.simulate.series_options import Place
from tumbletrip.cli.terminal.console import language, print_warning
from tumbletrip.cli.terminal.progress import with_progress
from tumbletrip.core.texts import say

Result = TypeVar("Result")


def run_series(
    setup: Setup,
    work: Callable[[Executor], Iterator[Result]],
    total: int,
    place: Place,
    take: Callable[[Result], None],
) -> bool:
    """Let an executor play games and pass each result to `take`; False if it was stopped with Ctrl-C."""
    try:
        with opened_executor(*place) as executor:
            prepare_bots(setup)
            for result in with_progress(work(executor), total, _title("playing")):
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
