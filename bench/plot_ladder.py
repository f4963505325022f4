"""Draw the strength ladder: every level's points when it plays alone, one panel per board.

    python bench/bench_dicetrip_bots.py --games 2000 --json out/ladder.json
    python bench/plot_ladder.py out/ladder.json -o docs/pictures/ladder.svg

Documents of `tumbletrip simulate dicetrip --solo --json`, one per board, are drawn as well.
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tumbletrip.analysis.dicetrip.results import short_name
from tumbletrip.analysis.estimates import Z99
from tumbletrip.analysis.plots import INK, PAPER, QUIET, SHADES, require_matplotlib, save, style_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Document = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw the strength ladder from simulate's JSON.")
    parser.add_argument(
        "documents", nargs="+", type=Path, help="JSON of the bench or of `tumbletrip simulate`"
    )
    parser.add_argument("-o", "--output", type=Path, default=Path("ladder.svg"))
    options = parser.parse_args()
    read = [json.loads(path.read_text("utf-8")) for path in options.documents]
    draw([one for found in read for one in (found if isinstance(found, list) else [found])], options.output)


def draw(documents: list[Document], path: Path) -> None:
    require_matplotlib()
    from matplotlib.figure import Figure

    levels = max(len(document["results"]) for document in documents)
    figure = Figure(
        figsize=(4.6 * len(documents), 1.5 + 0.62 * levels), facecolor=PAPER, layout="constrained"
    )
    panels = figure.subplots(1, len(documents), sharex=True, sharey=True, squeeze=False)[0]
    for axes, document in zip(panels, documents, strict=True):
        style_axes(axes)
        draw_panel(axes, document)
    save(figure, path, "Dice Trip: points of the bots, playing alone")


def draw_panel(axes: "Axes", document: Document) -> None:
    results = document["results"]
    for place, result in enumerate(results):
        draw_level(axes, place, result, SHADES[place % len(SHADES)])
    axes.set_yticks(range(len(results)), [short_name(result["bot"]) for result in results])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(-0.5, len(results) - 0.2)
    axes.grid(axis="x", color=QUIET, alpha=0.25)
    games = max(result["games"] for result in results)
    axes.set_title(f"{document['edition'].capitalize()}, {games:,} games each", fontsize=10, color=INK)
    axes.set_xlabel("points: mean with its 99 % interval;\nthick half of the games, thin 90 %", color=INK)


def draw_level(axes: "Axes", place: int, result: Document, shade: str) -> None:
    """Thin line 5–95 %, thick line 25–75 %, and on them the mean with its interval drawn in ink."""
    spread, mean, reach = result["quantiles"], result["mean"], Z99 * (result["se"] or 0)
    for low, high, width in (("5%", "95%", 2), ("25%", "75%", 9)):
        ends = [spread[low], spread[high]]
        axes.plot(ends, [place, place], color=shade, linewidth=width, alpha=0.45, solid_capstyle="round")
    axes.errorbar(mean, place, xerr=reach, fmt="o", markersize=5, color=INK, capsize=4, linewidth=1.4)
    axes.annotate(
        f"{mean:.1f}",
        (mean, place),
        (0, 9),
        textcoords="offset points",
        ha="center",
        color=INK,
        fontweight="bold",
    )


if __name__ == "__main__":
    main()
