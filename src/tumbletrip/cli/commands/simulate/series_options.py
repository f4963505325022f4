"""The options that commands for many games share, and the checks of what people give them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.rules import MAX_SEATS

EditionOption = Annotated[str, typer.Option("--edition", help="help.board_or_file")]
BotsOption = Annotated[str, typer.Option("--bots", "--bot", help="help.bots")]
SeedOption = Annotated[int, typer.Option("--seed", help="help.seed")]
TensOption = Annotated[bool, typer.Option("--tens", help="help.tens")]
ClusterOption = Annotated[str | None, typer.Option("--cluster", help="help.cluster")]
JobsOption = Annotated[int, typer.Option("--jobs", help="help.jobs")]
BudgetOption = Annotated[float, typer.Option("--budget", help="help.budget")]
JsonOption = Annotated[bool, typer.Option("--json", help="help.json")]
PlotOption = Annotated[Path | None, typer.Option("--plot", help="help.plot")]


class Place(NamedTuple):
    """Where work is done: in so many processes here, or on a cluster."""

    jobs: int = 1
    cluster: str | None = None


PLOT_SUFFIXES = (".png", ".svg", ".pdf")


def split_list(bots: str) -> tuple[str, ...]:
    """A list with commas, split; raises InputError if an item is empty."""
    words = tuple(word.strip() for word in bots.split(","))
    if not all(words):
        raise InputError(problem("series.empty_bot", bots=bots))
    return words


def check_minimum(least: float, **options: float) -> None:
    """Raise InputError for the first option whose value is too small."""
    for name, value in options.items():
        if not value >= least:
            raise InputError(problem("series.too_small", option=f"--{name}", value=value, least=least))


def check_plot(path: Path | None) -> None:
    """Raise InputError for a plot that could not be written, before the games are played."""
    if path is None:
        return
    if path.suffix.lower() not in PLOT_SUFFIXES:
        raise InputError(problem("series.plot_suffix", path=path, known=", ".join(PLOT_SUFFIXES)))
    check_folder(path)
    from tumbletrip.analysis.plots import require_matplotlib

    require_matplotlib()


def check_folder(path: Path) -> None:
    """Raise InputError for a file whose folder is not there."""
    if not path.absolute().parent.is_dir():
        raise InputError(problem("series.no_folder", path=path))


def check_seats(bots: Sequence[str], *, solo: bool) -> None:
    """Raise InputError for more bots than fit at one table; alone any number may play."""
    if not solo and len(bots) > MAX_SEATS:
        raise InputError(problem("simulate.too_many_bots", count=len(bots), most=MAX_SEATS))
