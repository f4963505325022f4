"""The picture of an analysed match of Tumblin-Dice: where each player's dice came to rest on the board."""

from pathlib import Path
from typing import TYPE_CHECKING

from tumbletrip.analysis.plots import INK, PAPER, QUIET, SHADES, blank_figure, save
from tumbletrip.analysis.tumblin.analysis import JudgedHand, MatchAnalysis
from tumbletrip.tumblin.board import Board

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_places(analysis: MatchAnalysis, path: Path, title: str) -> None:
    """A board per player seen from above; a disc per die, larger for more points, a ring if it was lucky."""
    figure, rows = blank_figure(height=0.6 + 2.9 * len(analysis.hands), rows=len(analysis.hands))
    for seat, (axes, hand) in enumerate(zip(rows, analysis.hands, strict=True)):
        _draw_board(axes, analysis.plan.record.setup.board)
        _draw_hand(axes, hand, SHADES[seat % len(SHADES)])
    rows[-1].set_xlabel(
        "metres downhill; size: points of the die, ring: the flick brought more than it was worth", color=INK
    )
    save(figure, path, title)


def _draw_board(axes: "Axes", board: Board) -> None:
    from matplotlib.patches import Rectangle

    for tier in board.tiers:
        for box in tier.boxes:
            size = box.x[1] - box.x[0], box.y[1] - box.y[0]
            axes.add_patch(Rectangle((box.x[0], box.y[0]), *size, facecolor=INK, alpha=0.06, edgecolor=QUIET))
    axes.axvline(board.line, color=QUIET, linewidth=0.8, linestyle=":")
    axes.set_aspect("equal")
    axes.set_yticks([])


def _draw_hand(axes: "Axes", hand: JudgedHand, shade: str) -> None:
    lying = [flick for flick in hand.flicks if flick.seen.rest.on_board]
    axes.scatter(
        [flick.seen.rest.pose.x for flick in lying],
        [flick.seen.rest.pose.y for flick in lying],
        s=[20 + 9 * max(0, flick.seen.points) for flick in lying],
        c=shade,
        alpha=0.5,
        edgecolors=[INK if flick.luck > 0 else PAPER for flick in lying],
    )
    axes.set_title(
        f"{hand.name}: brought {hand.brought:.1f}, worth {hand.expected.mean:.1f}, luck {hand.luck:+.1f}",
        loc="left",
        fontsize=10,
        color=INK,
    )
