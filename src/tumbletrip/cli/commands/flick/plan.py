"""The board from above, drawn with matplotlib: for machines on which MuJoCo cannot take pictures."""

from io import BytesIO
from typing import TYPE_CHECKING

from tumbletrip.analysis.plots import DPI, INK, PAPER, require_matplotlib
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.physics.trajectory import decode
from tumbletrip.tumblin.ports import Rest, Settled
from tumbletrip.tumblin.reading import corners

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WOODS = ("#d9b382", "#c69c6b")


def plan(board: Board, settled: Settled) -> bytes:
    """Tiers, pegs, dice with their numbers, and the way of the flicked die, as a PNG."""
    require_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 6), facecolor=PAPER, layout="constrained")
    axes = figure.subplots()
    axes.set_aspect("equal")
    axes.axis("off")
    _draw_board(axes, board)
    flicked = len(settled.rests) - 1
    for track in decode(settled.trajectory).tracks:
        if track.die == flicked:
            xs, ys = zip(*((place[0], place[1]) for place, _ in track.frames), strict=True)
            axes.plot(xs, ys, linestyle=":", color=INK, linewidth=1)
    for rest in settled.rests:
        _draw_die(axes, rest)
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=DPI, facecolor=PAPER)
    return picture.getvalue()


def _draw_board(axes: "Axes", board: Board) -> None:
    from matplotlib.patches import Circle, Rectangle

    for number, tier in enumerate(reversed(board.tiers)):
        for box in tier.boxes:
            size = box.x[1] - box.x[0], box.y[1] - box.y[0]
            corner = box.x[0], box.y[0]
            axes.add_patch(
                Rectangle(corner, *size, facecolor=WOODS[number % 2], edgecolor=INK, linewidth=0.6)
            )
            if tier.zone:
                axes.text(box.x[1] - 0.008, box.y[0] + 0.008, tier.id, color=INK, ha="right", fontsize=8)
    line_box = board.tiers[1].boxes[0]
    axes.plot([board.line, board.line], line_box.y, color=INK, linewidth=1)
    for x, y in board.pegs.at:
        axes.add_patch(Circle((x, y), board.pegs.radius, facecolor="#6b4423", edgecolor="none"))


def _draw_die(axes: "Axes", rest: Rest) -> None:
    """The outline of a die seen from above, with its number."""
    from matplotlib.patches import Polygon

    points = [(x, y) for x, y, z in corners(rest.die, rest.pose) if z >= rest.pose.z]
    points.sort(key=lambda point: _angle(point[0] - rest.pose.x, point[1] - rest.pose.y))
    axes.add_patch(
        Polygon(points, closed=True, facecolor=rest.die.colour.value, edgecolor=INK, linewidth=0.6)
    )
    axes.text(rest.pose.x, rest.pose.y, str(rest.face), color="white", ha="center", va="center", fontsize=6)


def _angle(x: float, y: float) -> float:
    from math import atan2

    return atan2(y, x)
