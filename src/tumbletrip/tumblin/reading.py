"""How a die at rest is read: its face, the tier under it and whether it counts (TD06 to TD08).

All follows from pose and board, so cocked, stacked and overhanging dice are decided here, once.
"""

from tumbletrip.tumblin.board import Board, Tier
from tumbletrip.tumblin.dice import Vector, rotated, top_face
from tumbletrip.tumblin.ports import LEVEL, OFF, Die, Pose, Rest


def read(board: Board, die: Die, pose: Pose) -> Rest:
    """A die at rest, from the pose physics delivered."""
    face = top_face(die.kind, pose.orientation)
    if has_left(board, pose):
        return Rest(die, pose, OFF, 0, face)
    tier = tier_under(board, pose)
    if tier.zone and not is_past_line(board, die, pose):
        return Rest(die, pose, LEVEL, 0, face)
    return Rest(die, pose, tier.id, tier.zone, face)


def has_left(board: Board, pose: Pose) -> bool:
    """TD06: whether a die has left the board, which is when its centre sinks below the lowest tier's dice."""
    return pose.z < board.off_below


def tier_under(board: Board, pose: Pose) -> Tier:
    """TD08: the tier under a die's centre: the highest one there that is not above the die.

    A die that leans on a peg or another die may hang with its centre just beside the board;
    it is then on the tier whose edge is nearest, the higher one of two equally near.
    """
    below = [tier for tier in board.tiers if tier.top <= pose.z] or [board.lowest]
    return min(below, key=lambda tier: (tier.distance(pose.x, pose.y), -tier.top))


def is_past_line(board: Board, die: Die, pose: Pose) -> bool:
    """TD07: whether every corner of a die is beyond the line."""
    return all(corner[0] > board.line for corner in corners(die, pose))


def corners(die: Die, pose: Pose) -> tuple[Vector, ...]:
    """A die's corners in the room."""
    turned = (rotated(pose.orientation, corner) for corner in die.kind.vertices)
    return tuple((pose.x + x, pose.y + y, pose.z + z) for x, y, z in turned)
