"""Which flicks are possible: on the track, forward, with a finger's strength (TD04)."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import face_up
from tumbletrip.tumblin.ports import Launch, Pose, Rest
from tumbletrip.tumblin.reading import corners
from tumbletrip.tumblin.refusals import No

MIN_SPEED_MPS: Final = 0.1  # a touch: the die slides a centimetre or two at most
MAX_SPEED_MPS: Final = 3.0  # at 2 m/s 93 % fly off already
MAX_AZIMUTH: Final = math.pi / 3  # forward means forward
MAX_YAW: Final = math.pi
MAX_HIT: Final = 1.0  # half-widths: the edge of the die's rear
TOUCHING_M: Final = 1e-6

Point: TypeAlias = tuple[float, float]


def refuse_launch(board: Board, launch: Launch, resting: Iterable[Rest] = ()) -> No | None:
    """Why a die cannot be flicked this way; None if it can."""
    return _refuse_numbers(launch) or _refuse_hit(launch) or _refuse_place(board, launch, resting)


def _refuse_numbers(launch: Launch) -> No | None:
    numbers = (
        launch.x,
        launch.y,
        launch.yaw,
        launch.azimuth,
        launch.speed_mps,
        launch.hit_side,
        launch.hit_height,
    )
    if not all(map(math.isfinite, numbers)):
        return No.NOT_A_NUMBER
    return None if launch.face_up in launch.die.kind.normals else No.UNKNOWN_FACE


def _refuse_hit(launch: Launch) -> No | None:
    if launch.speed_mps < MIN_SPEED_MPS:
        return No.TOO_SLOW
    if launch.speed_mps > MAX_SPEED_MPS:
        return No.TOO_FAST
    if abs(launch.azimuth) > MAX_AZIMUTH:
        return No.NOT_FORWARD
    if abs(launch.yaw) > MAX_YAW + 1e-6:  # half a turn, kept to six decimals, may end just above pi
        return No.YAW_OUT_OF_BOUNDS
    if max(abs(launch.hit_side), abs(launch.hit_height)) > MAX_HIT:
        return No.HIT_BESIDE_THE_DIE
    return None


def _refuse_place(board: Board, launch: Launch, resting: Iterable[Rest]) -> No | None:
    """TD04: anywhere on the track; TD05: but a die that lies there is not moved aside."""
    margin = launch.die.kind.inradius
    if not board.track.holds(launch.x, launch.y, margin):
        return No.OFF_THE_TRACK
    start = Rest(launch.die, start_pose(board, launch), board.track.id, 0, launch.face_up)
    is_taken = any(_is_in_the_way(start, rest) for rest in resting)
    return No.PLACE_TAKEN if is_taken else None


def _is_in_the_way(start: Rest, lying: Rest) -> bool:
    """Whether a die about to be put down would stand in another one, or under it."""
    far = start.die.kind.circumradius + lying.die.kind.circumradius
    if math.hypot(start.pose.x - lying.pose.x, start.pose.y - lying.pose.y) > far:
        return False
    own, other = corners(start.die, start.pose), corners(lying.die, lying.pose)
    if max(corner[2] for corner in other) <= min(corner[2] for corner in own):
        return False
    return _overlap(_seen_from_above(own), _seen_from_above(other))


def start_pose(board: Board, launch: Launch) -> Pose:
    """How the die lies on the track before it is flicked."""
    kind = launch.die.kind
    z = board.track.top + kind.inradius
    return Pose(launch.x, launch.y, z, *face_up(kind, launch.face_up, launch.yaw))


def _seen_from_above(points: Iterable[tuple[float, float, float]]) -> list[Point]:
    """The outline of a body seen from above: the convex hull of its corners, anticlockwise."""
    flat = sorted({(x, y) for x, y, _ in points})
    lower = _half_hull(flat)
    upper = _half_hull(flat[::-1])
    return lower[:-1] + upper[:-1]


def _half_hull(points: Iterable[Point]) -> list[Point]:
    hull: list[Point] = []
    for point in points:
        while len(hull) >= 2 and _turn(hull[-2], hull[-1], point) <= 0:
            hull.pop()
        hull.append(point)
    return hull


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex outlines overlap: no edge of either has the whole other one on its outer side.

    Dice may lie side by side: what a pose loses by rounding is no overlap.
    """
    return not (_has_dividing_edge(one, other) or _has_dividing_edge(other, one))


def _has_dividing_edge(outline: Sequence[Point], other: Sequence[Point]) -> bool:
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return any(
        all(_turn(start, end, point) <= TOUCHING_M * math.dist(start, end) for point in other)
        for start, end in edges
    )
