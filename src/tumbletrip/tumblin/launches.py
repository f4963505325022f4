"""Which flicks are possible: on the track, forward, with a finger's strength (TD04)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tumbletrip.tumblin.board import Board, Box
from tumbletrip.tumblin.dice import face_up
from tumbletrip.tumblin.ports import Launch, Pose, Rest
from tumbletrip.tumblin.reading import corners
from tumbletrip.tumblin.refusals import No

MIN_SPEED_MPS: Final = 0.1  # a touch: the die slides a centimetre or two at most
MAX_SPEED_MPS: Final = 3.0  # at 2 m/s 93 % fly off already
MAX_AZIMUTH: Final = math.pi / 3  # forward means forward
MAX_YAW: Final = math.pi
MAX_HIT: Final = 1.0  # half-widths: the edge of the die's rear
TOUCHING_M: Final = 2e-6  # what a place kept to the micrometre may be off

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Limits:
    """What `refuse_launch` judges by, for those who aim on a board."""

    track: Box  # a die lies on it entirely; `on_the_track` pushes one back that is put over the edge
    min_speed_mps: float = MIN_SPEED_MPS
    max_speed_mps: float = MAX_SPEED_MPS
    max_azimuth: float = MAX_AZIMUTH
    max_yaw: float = MAX_YAW
    max_hit: float = MAX_HIT


def limits(board: Board) -> Limits:
    """How dice may be flicked on a board."""
    return Limits(track=board.track.boxes[0])


def refuse_launch(
    board: Board, launch: Launch, resting: Iterable[Rest] = (), *, may_overhang: bool = False
) -> No | None:
    """Why a die cannot be flicked this way; None if it can.

    Old records hold launches whose corner overhangs the track, from when nobody looked at the die's turn.
    """
    return (
        _refuse_numbers(launch) or _refuse_hit(launch) or _refuse_place(board, launch, resting, may_overhang)
    )


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


def _refuse_place(board: Board, launch: Launch, resting: Iterable[Rest], may_overhang: bool) -> No | None:
    """TD04: anywhere on the track; TD05: but a die that lies there is not moved aside."""
    margin = launch.die.kind.inradius
    if not board.track.holds(launch.x, launch.y, margin):
        return No.OFF_THE_TRACK
    if not may_overhang and max(map(abs, _overhang(board, launch))) > TOUCHING_M:
        return No.OFF_THE_TRACK
    start = Rest(launch.die, start_pose(board, launch), board.track.id, 0, launch.face_up)
    is_taken = any(_is_in_the_way(start, rest) for rest in resting)
    return No.PLACE_TAKEN if is_taken else None


def on_the_track(board: Board, launch: Launch) -> Launch:
    """The same flick with the die pushed onto the track, if only a little of it overhangs an edge."""
    if _refuse_numbers(launch):
        return launch
    beyond_x, beyond_y = _overhang(board, launch)
    if max(abs(beyond_x), abs(beyond_y)) > launch.die.kind.inradius:
        return launch
    return replace(launch, x=launch.x - beyond_x, y=launch.y - beyond_y)


def _overhang(board: Board, launch: Launch) -> Point:
    """How far the die's footing reaches beyond the track, downhill and across; negative: the other way."""
    feet = corners(launch.die, start_pose(board, launch))
    ground = min(z for _, _, z in feet) + TOUCHING_M
    box = board.track.boxes[0]
    xs, ys = zip(*((x, y) for x, y, z in feet if z <= ground), strict=True)
    return _beyond(xs, box.x), _beyond(ys, box.y)


def _beyond(values: Sequence[float], ends: tuple[float, float]) -> float:
    least, most = ends
    return min(0.0, min(values) - least) + max(0.0, max(values) - most)


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
