"""A flick as eight numbers from -1 to 1, and the launch that they mean.

0, 1  where the die is put on the track, back to front and right to left (TD04)
2     its yaw: -1 and 1 are half a turn
3     the face on top, the lowest number at -1, the highest at 1
4     the speed, from a touch to 3 m/s
5     the angle to the side, as far as forward goes
6, 7  where the finger hits the rear of the die: sideways, and up
"""

from collections.abc import Sequence
from typing import Final

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.launches import limits
from tumbletrip.tumblin.ports import Die, Launch

NUMBERS: Final = 8
_INSIDE: Final = 1 - 1e-6  # a launch keeps six decimals and must not be rounded beyond a limit


def launch_of(board: Board, die: Die, action: Sequence[float]) -> Launch:
    """The launch of an action; whatever its yaw the die lies on the track."""
    if len(action) != NUMBERS:
        raise ValueError(f"a flick has {NUMBERS} numbers, not {len(action)}")
    back, side, yaw, face, speed, angle, hit_side, hit_height = (
        min(1.0, max(-1.0, number)) * _INSIDE for number in action
    )
    may = limits(board)
    return Launch(
        die,
        x=_between(may.track.x, back, die.kind.circumradius),
        y=_between(may.track.y, side, die.kind.circumradius),
        face_up=_face(die, face),
        yaw=yaw * may.max_yaw,
        azimuth=angle * may.max_azimuth,
        speed_mps=_between((may.min_speed_mps, may.max_speed_mps), speed),
        hit_side=hit_side * may.max_hit,
        hit_height=hit_height * may.max_hit,
    )


def _between(ends: tuple[float, float], share: float, margin: float = 0.0) -> float:
    least, most = ends[0] + margin, ends[1] - margin
    return (least + most) / 2 + share * (most - least) / 2


def _face(die: Die, share: float) -> int:
    faces = sorted(die.kind.normals)
    return faces[int((share + 1) / 2 * len(faces))]
