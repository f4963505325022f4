"""Flicks worth thinking about: a library of good shots, and shots aimed at dice that lie on the board."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.launches import MAX_AZIMUTH, refuse_launch
from tumbletrip.tumblin.ports import Die, Launch, Rest

# From the front edge of the track there is no wood left to slow the die down, so its speed is its reach.
_BEHIND_EDGE_M: Final = 0.004
SPEEDS_MPS: Final = (0.85, 1.18, 1.3, 1.38, 1.46, 1.58, 1.64)  # from a safe 1x to a risk for 4x
_CORNER_FIRST: Final = math.pi / 4  # a d6 that goes so keeps its number a little more often (docs/lab)
_STARTS: Final = (-0.9, 0.0, 0.9)  # in half-widths of the track
AIMS_Y: Final = (-0.13, -0.07, 0.0, 0.07, 0.13)  # across the board, where 3x and 4x meet
KNOCKS_MPS: Final = (1.35, 1.7, 2.0)  # slower ones push a die on, faster ones lose their own
_KNOCK_STARTS: Final = (-0.6, 0.0, 0.6)
MEDIUM_MPS: Final = 1.0


def straight(board: Board, die: Die, speed_mps: float = MEDIUM_MPS, start: float = 0.0) -> Launch:
    """Straight ahead from near the front edge of the track, the highest number up."""
    return towards(board, die, speed_mps, start, aim_x(board), _start_y(board, die, start))


def towards(board: Board, die: Die, speed_mps: float, start: float, x: float, y: float) -> Launch:
    """A flick in the direction of a point, from a start given in half-widths of the track."""
    from_x = board.track.boxes[0].x[1] - die.kind.inradius - _BEHIND_EDGE_M
    from_y = _start_y(board, die, start)
    azimuth = math.atan2(y - from_y, x - from_x)
    yaw = azimuth + _CORNER_FIRST
    return Launch(die, from_x, from_y, max(die.kind.faces), yaw=yaw, azimuth=azimuth, speed_mps=speed_mps)


def _start_y(board: Board, die: Die, start: float) -> float:
    near, far = board.track.boxes[0].y
    room = (far - near) / 2 - die.kind.circumradius
    return (near + far) / 2 + start * room


def aim_x(board: Board) -> float:
    """Where 3x and 4x meet."""
    return board.lowest.boxes[0].x[0]


def library(board: Board, die: Die) -> Iterator[Launch]:
    """Shots that score on an empty board: every speed, start and aim that goes reasonably straight."""
    for start in _STARTS:
        for aim_y in AIMS_Y:
            if abs(aim_y - _start_y(board, die, start)) < 0.12:
                for speed in SPEEDS_MPS:
                    yield towards(board, die, speed, start, aim_x(board), aim_y)


def knocks(board: Board, die: Die, targets: Sequence[Rest]) -> Iterator[Launch]:
    """Hard shots straight at dice that lie on the board."""
    for target in targets:
        for start in _KNOCK_STARTS:
            for speed in KNOCKS_MPS:
                launch = towards(board, die, speed, start, target.pose.x, target.pose.y)
                if abs(launch.azimuth) < MAX_AZIMUTH:
                    yield replace(launch, yaw=launch.azimuth)  # a flat face, which does not glance off


def possible(board: Board, launches: Iterable[Launch], resting: Sequence[Rest]) -> list[Launch]:
    """Those whose place on the track is free."""
    return [launch for launch in launches if refuse_launch(board, launch, resting) is None]


def emergency(board: Board, die: Die, resting: Sequence[Rest]) -> list[Launch]:
    """The first free place found on a crowded track, for a shot straight ahead."""
    box = board.track.boxes[0]
    width = 2 * die.kind.inradius
    for back in range(int((box.x[1] - box.x[0]) / width)):
        for step in range(-8, 9):
            plain = straight(board, die, SPEEDS_MPS[2], step / 8)
            launch = replace(plain, x=plain.x - back * width)
            if refuse_launch(board, launch, resting) is None:
                return [launch]
    return [straight(board, die)]  # the rules will refuse it; a track without any room is unheard of
