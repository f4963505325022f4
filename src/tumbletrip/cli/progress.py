"""Progress bars for people who wait: on standard error, and only if that is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Item = TypeVar("Item")


def bar() -> Progress:
    """A bar with a title, the count, and the time that is left."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def followed(items: Iterable[Item], total: int, title: str) -> Iterator[Item]:
    """The same items, with a bar that follows them."""
    with bar() as progress:
        yield from progress.track(items, total=total, description=title)


@contextmanager
def waiting(title: str) -> Iterator[None]:
    """Something that takes a while and cannot be counted: a sign that turns until it is done."""
    if sys.stderr.isatty():
        with Console(stderr=True).status(title):
            yield
    else:
        yield
