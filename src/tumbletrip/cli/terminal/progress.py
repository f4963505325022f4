"""Progress bars for people who wait: on standard error, and only if that is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tumbletrip.cli.terminal.console import PrintableConsole

Item = TypeVar("Item")


def bar() -> Progress:
    """A bar with a title, the count, and the time that is left."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=PrintableConsole(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def with_progress(items: Iterable[Item], total: int, title: str) -> Iterator[Item]:
    """The same items, with a progress bar that advances with each."""
    with bar() as progress:
        yield from progress.track(items, total=total, description=title)


@contextmanager
def spinner(title: str) -> Iterator[None]:
    """A spinner around something that takes a while and cannot be counted."""
    if sys.stderr.isatty():
        with PrintableConsole(stderr=True).status(title):
            yield
    else:
        yield
