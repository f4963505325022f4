"""The picture of an analysed Dice Trip game: every player's expected final score, round by round."""

from pathlib import Path
from typing import TYPE_CHECKING

from tumbletrip.analysis.dicetrip.analysis import Analysis, JudgedPlayer, Mark, mark_of
from tumbletrip.analysis.plots import INK, QUIET, SHADES, blank_figure, save
from tumbletrip.dicetrip.sheet import LAST_ROUND

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARK_SIGNS = {Mark.NONE: "", Mark.SLIP: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}


def draw_curve(analysis: Analysis, path: Path, title: str) -> None:
    """A line per player with a band of one standard error; marks where a decision cost points."""
    figure, (axes,) = blank_figure(height=4.2)
    for seat, player in enumerate(analysis.players):
        _draw_player(axes, player, SHADES[seat % len(SHADES)])
    axes.set_xticks(range(LAST_ROUND + 1), ["start", *map(str, range(1, LAST_ROUND + 1))])
    axes.grid(axis="y", color=QUIET, alpha=0.25)
    axes.set_ylabel("expected final score", color=INK)
    axes.set_xlabel("after round (band: standard error; ?! slip, ? mistake, ?? blunder)", color=INK)
    axes.legend(frameon=False, labelcolor=INK)
    save(figure, path, title)


def _draw_player(axes: "Axes", player: JudgedPlayer, shade: str) -> None:
    worths = [player.start, *(turn.worth for turn in player.turns)]
    means, rounds = [worth.mean for worth in worths], range(len(worths))
    low, high = [worth.mean - worth.se for worth in worths], [worth.mean + worth.se for worth in worths]
    axes.fill_between(rounds, low, high, color=shade, alpha=0.18, linewidth=0)
    axes.plot(rounds, means, "o-", color=shade, markersize=3.5, label=_label(player))
    for turn in player.turns:
        sign = MARK_SIGNS[mark_of(max(one.lost.mean for one in turn.decisions))]
        at = (turn.round, turn.worth.mean)
        axes.annotate(
            sign, at, (0, -13), textcoords="offset points", ha="center", color=shade, fontweight="bold"
        )


def _label(player: JudgedPlayer) -> str:
    return f"{player.name}: {player.end.mean:.0f} (luck {player.luck:+.1f}, lost {player.lost:.1f})"
