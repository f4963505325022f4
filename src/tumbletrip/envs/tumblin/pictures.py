"""The board from above in pixels: its tiers, the line, the pegs, and the dice as they lie."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import Colour, Vector, rotated
from tumbletrip.tumblin.ports import Rest

Pixels = NDArray[np.uint8]
Lengths = NDArray[np.float64]

HEIGHT: Final = 320  # pixels across the board; along it as many as it takes
MARGIN: Final = 0.02  # metres of table around the wood
TABLE, PEG, LINE = (52, 60, 58), (104, 66, 36), (110, 74, 48)
WOOD: Final = np.array((222, 184, 132))  # of the highest tier; each lower one is darker
SHADE: Final = 0.88
SEEN: Final = 1e-3  # how far a face must look up; those of a die that lies flat look straight aside
DICE: Final = {
    Colour.RED: (205, 50, 45),
    Colour.BLUE: (45, 95, 205),
    Colour.GREEN: (40, 150, 75),
    Colour.YELLOW: (235, 190, 30),
    Colour.WHITE: (245, 245, 240),
    Colour.BLACK: (45, 45, 48),
    Colour.ORANGE: (235, 130, 35),
    Colour.PURPLE: (135, 70, 180),
    Colour.PINK: (240, 140, 180),
    Colour.TURQUOISE: (50, 190, 190),
    Colour.BROWN: (120, 75, 40),
    Colour.GREY: (140, 140, 140),
    Colour.GOLD: (205, 165, 60),
    Colour.SILVER: (195, 200, 205),
    Colour.LIME: (165, 215, 50),
    Colour.NAVY: (35, 45, 110),
}


def board_pixels(board: Board, rests: Sequence[Rest]) -> Pixels:
    """Downhill is to the right. Of a die those faces are seen that look up; who fell is not there."""
    left, right, low, high = edges(board)
    across = np.linspace(high, low, HEIGHT)[:, None]
    along = np.linspace(left, right, round(HEIGHT * (right - left) / (high - low)))[None, :]
    pixels: Pixels = np.full((HEIGHT, along.shape[1], 3), TABLE, dtype=np.uint8)
    for below, tier in enumerate(sorted(board.tiers, key=lambda tier: tier.top), 1 - len(board.tiers)):
        for box in tier.boxes:
            on = (box.x[0] <= along) & (along <= box.x[1]) & (box.y[0] <= across) & (across <= box.y[1])
            pixels[on] = (WOOD * SHADE**-below).astype(np.uint8)
    at_the_line = pixels[:, np.abs(along[0] - board.line).argmin()]
    at_the_line[(at_the_line != TABLE).any(axis=1)] = LINE
    for x, y in board.pegs.at:
        pixels[np.hypot(along - x, across - y) <= board.pegs.radius] = PEG
    for rest in sorted(rests, key=lambda rest: rest.pose.z):
        if rest.on_board:
            _die(pixels, rest, along - rest.pose.x, across - rest.pose.y)
    return pixels


def edges(board: Board) -> tuple[float, float, float, float]:
    """What the picture shows, in metres: from the left to the right, from below upwards."""
    boxes = [box for tier in board.tiers for box in tier.boxes]
    left, right = min(box.x[0] for box in boxes), max(box.x[1] for box in boxes)
    low, high = min(box.y[0] for box in boxes), max(box.y[1] for box in boxes)
    return left - MARGIN, right + MARGIN, low - MARGIN, high + MARGIN


def _die(pixels: Pixels, rest: Rest, along: Lengths, across: Lengths) -> None:
    """A die around its centre; faces that look aside are darker."""
    kind, way = rest.die.kind, rest.pose.orientation
    for number, normal in kind.normals.items():
        up = rotated(way, normal)[2]
        if up > SEEN:
            face = [rotated(way, corner) for corner in kind.outline(number)]
            colour = np.array(DICE[rest.die.colour]) * (0.4 + 0.6 * up)
            pixels[_inside(face, along, across)] = colour.astype(np.uint8)


def _inside(face: Sequence[Vector], along: Lengths, across: Lengths) -> NDArray[np.bool_]:
    """The pixels within a face that is gone round anticlockwise: to the left of each of its edges."""
    inside = np.ones(np.broadcast_shapes(along.shape, across.shape), dtype=np.bool_)
    for one, other in zip(face, [*face[1:], face[0]], strict=True):
        inside &= (other[0] - one[0]) * (across - one[1]) >= (other[1] - one[1]) * (along - one[0])
    return inside
