"""The board as one would photograph it: wood in two tones, painted numbers, dice with pips, a trail of dots.

Everything is a shape of MuJoCo, so a picture needs nothing but MuJoCo. Nothing here is used to simulate.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tumbletrip.tumblin.board import Board, Tier
from tumbletrip.tumblin.dice import D6, Colour, DieKind, Vector
from tumbletrip.tumblin.ports import Rest

Floats: TypeAlias = npt.NDArray[np.float64]
Stroke: TypeAlias = tuple[tuple[float, float], ...]

_PAINTS: Final = {
    Colour.RED: "0.78 0.11 0.12",
    Colour.BLUE: "0.10 0.30 0.70",
    Colour.GREEN: "0.10 0.50 0.22",
    Colour.YELLOW: "0.95 0.75 0.12",
    Colour.WHITE: "0.95 0.94 0.90",
    Colour.BLACK: "0.12 0.12 0.13",
    Colour.ORANGE: "0.92 0.45 0.08",
    Colour.PURPLE: "0.42 0.16 0.55",
    Colour.PINK: "0.93 0.50 0.65",
    Colour.TURQUOISE: "0.10 0.65 0.65",
    Colour.BROWN: "0.38 0.22 0.12",
    Colour.GREY: "0.50 0.52 0.54",
    Colour.GOLD: "0.76 0.58 0.20",
    Colour.SILVER: "0.72 0.74 0.77",
    Colour.LIME: "0.55 0.78 0.15",
    Colour.NAVY: "0.08 0.12 0.32",
}
_PALE: Final = {Colour.YELLOW, Colour.WHITE, Colour.PINK, Colour.GOLD, Colour.SILVER, Colour.LIME}
_DARK_INK, _LIGHT_INK = "0.10 0.09 0.08 1", "0.97 0.96 0.92 1"
_WOODS: Final = ("0.80 0.60 0.38", "0.70 0.49 0.29")  # tiers take turns
_PEG: Final = "0.45 0.27 0.14"
_PAINT_ON_WOOD: Final = "0.30 0.17 0.09 1"
_BEVEL: Final = 0.14  # of a half-width: d6 have soft edges

# Digits drawn with a pen in a box from (0, 0) to (1, 2).
_GLYPHS: Final[dict[str, tuple[Stroke, ...]]] = {
    "0": (((0.5, 0), (0, 0.5), (0, 1.5), (0.5, 2), (1, 1.5), (1, 0.5), (0.5, 0)),),
    "1": (((0.1, 1.5), (0.55, 2), (0.55, 0)),),
    "2": (((0, 1.6), (0.3, 2), (0.75, 2), (1, 1.6), (0.9, 1.2), (0, 0), (1, 0)),),
    "3": (
        ((0, 1.8), (0.4, 2), (0.9, 1.8), (0.9, 1.3), (0.4, 1.1), (1, 0.7), (0.9, 0.2), (0.4, 0), (0, 0.2)),
    ),
    "4": (((0.75, 0), (0.75, 2), (0, 0.6), (1, 0.6)),),
    "5": (((0.95, 2), (0.1, 2), (0, 1.1), (0.6, 1.25), (1, 0.8), (0.8, 0.15), (0.4, 0), (0, 0.2)),),
    "6": (((0.85, 1.9), (0.3, 1.5), (0, 0.7), (0.2, 0.1), (0.7, 0), (1, 0.5), (0.7, 1), (0.1, 0.8)),),
    "7": (((0, 2), (1, 2), (0.35, 0)),),
    "8": (
        ((0.5, 1.1), (0.1, 1.5), (0.5, 2), (0.9, 1.5), (0.5, 1.1)),
        ((0.5, 1.1), (0, 0.5), (0.5, 0), (1, 0.5), (0.5, 1.1)),
    ),
    "9": (((0.15, 0.1), (0.7, 0.5), (1, 1.3), (0.8, 1.9), (0.3, 2), (0, 1.5), (0.3, 1), (0.9, 1.2)),),
    "x": (((0.1, 0.1), (0.9, 1.1)), ((0.1, 1.1), (0.9, 0.1))),
    "_": (((0, -0.35), (1, -0.35)),),
}

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def scene_xml(board: Board, rests: Sequence[Rest], trail: Sequence[Vector], width: int, height: int) -> str:
    """Board, dice and the trail of the flicked one, with light and a cloth under them."""
    kinds = dict.fromkeys(rest.die.kind for rest in rests)
    meshes = "".join(f'<mesh name="{kind.name}" vertex="{_mesh(kind)}"/>' for kind in kinds)
    parts = [*_wood(board), *_labels(board), *(_die(rest) for rest in rests), *_dots(trail)]
    return f"""
    <mujoco>
      <visual>
        <global offwidth="{width}" offheight="{height}" fovy="30"/>
        <quality shadowsize="4096" offsamples="4"/>
        <headlight ambient="0.38 0.37 0.36" diffuse="0.22 0.22 0.22" specular="0.05 0.05 0.05"/>
        <map shadowclip="0.8" znear="0.05" zfar="20"/>
      </visual>
      <asset>
        <texture name="sky" type="skybox" builtin="gradient" rgb1="0.93 0.92 0.89" rgb2="0.80 0.79 0.76"
                 width="64" height="64"/>
        <material name="cloth" rgba="0.16 0.30 0.28 1" specular="0" shininess="0"/>
        <material name="wood" specular="0.25" shininess="0.35"/>
        <material name="die" specular="0.7" shininess="0.8"/>
        {meshes}
      </asset>
      <worldbody>
        <light directional="true" pos="0.1 -0.5 1" dir="0.15 0.45 -0.9" diffuse="0.62 0.60 0.56"
               specular="0.4 0.4 0.4" castshadow="true"/>
        <geom type="plane" size="5 5 0.1" material="cloth"/>
        {"".join(parts)}
      </worldbody>
    </mujoco>"""


def _wood(board: Board) -> Iterator[str]:
    for number, tier in enumerate(board.tiers):
        for box in tier.boxes:
            yield _block((*box.x, *box.y, 0.0, tier.top), f"{_WOODS[number % 2]} 1")
    pegs = board.pegs
    for x, y in pegs.at:
        top = (board.tier_at(x, y) or board.lowest).top + pegs.height - pegs.radius
        yield _capsule((x, y, 0.0), (x, y, top), pegs.radius, f"{_PEG} 1", "wood")
    line_tier = board.tiers[1]
    near, far = line_tier.boxes[0].y
    yield _block(
        (board.line - 0.001, board.line + 0.001, near, far, line_tier.top, line_tier.top + 0.0002),
        _PAINT_ON_WOOD,
    )


def _block(ends: tuple[float, float, float, float, float, float], paint: str) -> str:
    low, high = np.array(ends[::2]), np.array(ends[1::2])
    centre, half = (low + high) / 2, (high - low) / 2
    return f'<geom type="box" pos="{_text(centre)}" size="{_text(half)}" rgba="{paint}" material="wood"/>'


def _capsule(one: Sequence[float], other: Sequence[float], radius: float, paint: str, material: str) -> str:
    ends = _text([*one, *other])
    return (
        f'<geom type="capsule" fromto="{ends}" size="{radius}" rgba="{paint}" material="{material}"'
        ' contype="0" conaffinity="0"/>'
    )


def _labels(board: Board) -> Iterator[str]:
    """The zones' names, painted where they can be read from the foot of the board."""
    for tier in board.tiers:
        if tier.zone:
            for x, y in _label_places(board, tier):
                yield from _written(
                    f"{tier.zone}x", np.array([x, y, tier.top]), _FROM_THE_FOOT, 0.009, 0.0009
                )


_FROM_THE_FOOT: Final = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])  # right and up, for a reader at +x


def _label_places(board: Board, tier: Tier) -> Iterator[tuple[float, float]]:
    for box in tier.boxes:
        first = max(box.x[0], board.line) if tier.zone == 1 else box.x[0]
        middle = (first + box.x[1]) / 2
        if len(tier.boxes) > 1:
            yield middle, (box.y[0] + box.y[1]) / 2
        else:
            yield from ((middle, box.y[0] + 0.03), (middle, box.y[1] - 0.03))


def _written(
    text: str, centre: Floats, axes: Floats, size: float, pen: float, paint: str = _PAINT_ON_WOOD
) -> Iterator[str]:
    """Text on a plane: thin capsules sunk half into the surface; `axes` are its right and its up."""
    pitch = 1.5 * size
    for number, glyph in enumerate(text.replace("_", "")):
        left = (number - (len(text.replace("_", "")) - 1) / 2) * pitch - size / 2
        strokes = _GLYPHS[glyph] + (_GLYPHS["_"] if "_" in text else ())
        for stroke in strokes:
            points = [centre + axes.T @ np.array([left + u * size, (v - 1) * size]) for u, v in stroke]
            for one, other in pairwise(points):
                yield _capsule(one, other, pen, paint, "wood")


def _die(rest: Rest) -> str:
    pose, kind, colour = rest.pose, rest.die.kind, rest.die.colour
    ink = _DARK_INK if colour in _PALE else _LIGHT_INK
    marks = _pips(kind, ink) if kind == D6 else _numbers(kind, ink)
    return (
        f'<body pos="{pose.x} {pose.y} {pose.z}" quat="{_text(pose.orientation)}">'
        f'<geom type="mesh" mesh="{kind.name}" rgba="{_PAINTS[colour]} 1" material="die"/>'
        f"{''.join(marks)}</body>"
    )


def _mesh(kind: DieKind) -> str:
    """The corners of a die; a d6 has its edges bevelled."""
    if kind != D6:
        return _text(np.ravel(kind.vertices))
    outer, inner = kind.inradius, kind.inradius * (1 - _BEVEL)
    corners = [
        [sign * (outer if axis == longest else inner) for axis, sign in enumerate(signs)]
        for signs in product((-1, 1), repeat=3)
        for longest in range(3)
    ]
    return _text(np.ravel(corners))


def _face_axes(normal: Vector) -> Floats:
    """Two directions along a face, right and up."""
    out = np.array(normal)
    helper = np.array([0.0, 0.0, 1.0]) if abs(out[2]) < 0.9 else np.array([0.0, 1.0, 0.0])
    right = np.cross(helper, out)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(out, right)])


def _pips(kind: DieKind, ink: str) -> Iterator[str]:
    """Flat round spots; three and two look along the diagonal."""
    for number, normal in kind.normals.items():
        axes = _face_axes(normal)
        for u, v in _PIPS[number]:
            spot = np.array(normal) * (kind.inradius - 0.0001) + axes.T @ np.array([u, v]) * 0.0038
            quat = _turn_to(np.array(normal))
            yield (
                f'<geom type="cylinder" pos="{_text(spot)}" quat="{_text(quat)}" size="0.00145 0.00025"'
                f' rgba="{ink}" material="die" contype="0" conaffinity="0" mass="0"/>'
            )


def _numbers(kind: DieKind, ink: str) -> Iterator[str]:
    """Numbers on the faces; 6 and 9 are underlined."""
    size = kind.inradius * {8: 0.42, 10: 0.30, 12: 0.30, 20: 0.22}.get(len(kind.normals), 0.25)
    for number, normal in kind.normals.items():
        text = f"{number}_" if number in (6, 9) else str(number)
        centre = np.array(normal) * kind.inradius
        yield from _written(text, centre, _face_axes(normal), size, size * 0.11, ink)


def _turn_to(normal: Floats) -> Floats:
    """The turn that makes z look along a direction."""
    if normal[2] < -0.999999:
        return np.array([0.0, 1.0, 0.0, 0.0])
    turn = np.array([1 + normal[2], -normal[1], normal[0], 0.0])
    unit: Floats = turn / np.linalg.norm(turn)
    return unit


def _dots(trail: Iterable[Vector]) -> Iterator[str]:
    for x, y, z in trail:
        yield (
            f'<geom type="sphere" pos="{x} {y} {z}" size="0.0016" rgba="0.98 0.95 0.85 0.75"'
            ' contype="0" conaffinity="0"/>'
        )


def _text(values: Iterable[float]) -> str:
    return " ".join(f"{float(value):.6g}" for value in values)
