"""Pictures of results, drawn with matplotlib (the extra `plots`)."""

from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from tumbletrip.analysis.dicetrip.results import Tally, short_name
from tumbletrip.analysis.dicetrip.tournament import Rating, Standings
from tumbletrip.analysis.estimates import mean_interval
from tumbletrip.analysis.extras import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, QUIET, PAPER = "#26323c", "#8a96a0", "#fdfcf8"
SHADES = ("#2f6f9f", "#c8553d", "#588157", "#d9a13b", "#7b5ea7", "#3d9a94")
DPI = 160


def require_matplotlib() -> None:
    """Raise MissingExtra without matplotlib."""
    if find_spec("matplotlib") is None:
        raise MissingExtra("matplotlib", "plots")


def draw_scores(tallies: Sequence[Tally], path: Path, title: str) -> None:
    """A row per bot: how often each score was reached, the mean and its 99 % interval."""
    shown = [tally for tally in tallies if tally.games]
    figure, rows = blank_figure(height=1.0 + 1.25 * len(shown), rows=len(shown))
    tallest = max(max(_shares(tally).values()) for tally in shown)
    for place, (axes, tally) in enumerate(zip(rows, shown, strict=True)):
        _draw_bot(axes, tally, SHADES[place % len(SHADES)])
        axes.set_ylim(0, 1.25 * tallest)
    rows[-1].set_xlabel("points (line: mean, band: its 99 % interval)", color=INK)
    save(figure, path, title)


def _draw_bot(axes: "Axes", tally: Tally, shade: str) -> None:
    shares = _shares(tally)
    axes.bar(list(shares), list(shares.values()), width=0.86, color=shade, alpha=0.85, linewidth=0)
    mean, (low, high) = fmean(tally.totals), mean_interval(tally.totals)
    axes.axvspan(low, high, color=INK, alpha=0.25, linewidth=0)
    axes.axvline(mean, color=INK, linewidth=1.2)
    axes.annotate(
        f"{mean:.2f}",
        (mean, 1),
        xycoords=("data", "axes fraction"),
        xytext=(4, -9),
        textcoords="offset points",
        color=INK,
        fontsize=9,
    )
    axes.set_ylabel(
        short_name(tally.bot), rotation=0, ha="right", va="center", color=shade, fontweight="bold"
    )
    axes.set_yticks([])


def _shares(tally: Tally) -> dict[int, float]:
    return {total: times / tally.games for total, times in sorted(Counter(tally.totals).items())}


def blank_figure(height: float, rows: int = 1) -> "tuple[Figure, list[Axes]]":
    """A figure with one plot below the other."""
    require_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, height), facecolor=PAPER, layout="constrained")
    grid = figure.subplots(rows, 1, sharex=True, squeeze=False)
    axes = [row[0] for row in grid]
    for one in axes:
        style_axes(one)
    return figure, axes


def style_axes(axes: "Axes") -> None:
    """The project's style: a paper-coloured ground, no frame but the bottom line."""
    axes.set_facecolor(PAPER)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(QUIET)
    axes.tick_params(colors=INK, length=3)


def save(figure: "Figure", path: Path, title: str) -> None:
    """Put the title on top and write the file; its name says the format."""
    figure.suptitle(title, x=0.02, ha="left", color=INK, fontsize=12, fontweight="bold")
    figure.savefig(path, dpi=DPI, facecolor=PAPER)


def draw_standings(standings: Standings, path: Path, title: str) -> None:
    """On the left the ratings with their intervals, on the right who finished ahead of whom."""
    require_matplotlib()
    from matplotlib.figure import Figure

    order = standings.order
    names = [short_name(standings.tallies[bot].bot) for bot in order]
    figure = Figure(figsize=(9.0, 1.6 + 0.62 * len(order)), facecolor=PAPER, layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    style_axes(left)
    _draw_ratings(left, [standings.ratings[bot] for bot in order], names)
    _draw_duels(right, [[standings.duels.share(one, other) for other in order] for one in order], names)
    save(figure, path, title)


def _draw_ratings(axes: "Axes", ratings: Sequence[Rating], names: Sequence[str]) -> None:
    for place, rating in enumerate(ratings):
        shade = SHADES[place % len(SHADES)]
        axes.plot(
            rating.interval, (place, place), color=shade, linewidth=5, alpha=0.35, solid_capstyle="round"
        )
        axes.plot(rating.mu, place, "o", color=shade, markersize=9)
        axes.annotate(
            f"{rating.mu:.1f}", (rating.mu, place), (0, 9), textcoords="offset points", ha="center", color=INK
        )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.6)
    axes.grid(axis="x", color=QUIET, alpha=0.25)
    axes.set_xlabel("rating (openskill; bar: 95 % interval)", color=INK)


def _draw_duels(axes: "Axes", shares: Sequence[Sequence[float | None]], names: Sequence[str]) -> None:
    known = [[0.5 if share is None else share for share in row] for row in shares]
    axes.imshow(known, cmap="RdYlBu", vmin=0, vmax=1, alpha=0.75)
    for row, line in enumerate(shares):
        for column, share in enumerate(line):
            text = "" if share is None else f"{share:.0%}"
            axes.text(column, row, text, ha="center", va="center", color=INK, fontsize=9)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.spines[:].set_visible(False)
    axes.tick_params(colors=INK, length=0)
    axes.set_title("row finished ahead of column", fontsize=9, color=INK)
