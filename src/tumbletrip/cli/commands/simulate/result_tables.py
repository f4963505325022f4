"""A series of games as a table: a column per bot; points, parts of the score, wins and thinking time."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from rich.box import SIMPLE_HEAD
from rich.table import Table

from tumbletrip.analysis.dicetrip.results import QUANTILES, Tally, mean_parts, short_name
from tumbletrip.analysis.estimates import quantile, standard_error
from tumbletrip.cli.terminal.console import language
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.scoring import LINES

NOTHING = "–"


def result_table(tallies: Sequence[Tally]) -> Table:
    """All figures of all bots; a bot that has not played yet has an empty column."""
    columns = [dict(_figures(tally)) if tally.games else {} for tally in tallies]
    table = figures_table(["", *(short_name(tally.bot) for tally in tallies)])
    for key in next(filter(None, columns), {}):
        table.add_row(_label(key), *(column.get(key, NOTHING) for column in columns))
    return table


def figures_table(headings: Sequence[str]) -> Table:
    """A table whose first column holds words and whose others hold figures."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=bool(place))
    return table


def format_duration(microseconds: float) -> str:
    """A duration with three digits, in s, ms or µs."""
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if microseconds >= size:
            return f"{microseconds / size:.3g} {unit}"
    return f"{microseconds:.0f} µs"


def _figures(tally: Tally) -> Iterator[tuple[str, str]]:
    """The rows of one bot's column: the key of the row's name, and the figure."""
    yield "games", str(tally.games)
    yield "mean", _number(fmean(tally.totals))
    yield "error", _number(standard_error(tally.totals))
    for share in QUANTILES:
        yield f"{share:.0%}", _number(quantile(tally.totals, share), decimals=0)
    for part in LINES:
        yield part, _number(mean_parts(tally)[part])
    yield from _wins(tally)
    yield "time", format_duration(quantile(tally.microseconds, 0.5))


def _wins(tally: Tally) -> Iterator[tuple[str, str]]:
    """How often the bot won; nothing for a bot that plays alone."""
    share, interval = tally.win_share, tally.win_interval
    if share is None or interval is None:
        return
    yield "won", str(tally.wins)
    yield "shared", str(tally.shared_wins)
    yield "win_share", f"{share:.1%}"
    yield "interval", f"{100 * interval.low:.1f}–{100 * interval.high:.1f}%"


def _label(key: str) -> str:
    """A row's name in the user's language; a quantile is its own name."""
    return key if key.endswith("%") else say(f"simulate.row.{key}", language())


def _number(value: float | None, decimals: int = 2) -> str:
    return NOTHING if value is None else f"{value:.{decimals}f}"
