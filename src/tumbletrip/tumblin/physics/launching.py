"""From the flick of a finger to a die in motion: an impulse at a point of the die's rear."""

from typing import Final

import numpy as np

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import rotated
from tumbletrip.tumblin.launches import start_pose
from tumbletrip.tumblin.physics.world import Floats, inertia
from tumbletrip.tumblin.ports import Launch, Pose

# A finger is as broad as a die and stays on its rear while it pushes, so that the die cannot turn away: of
# the way beside the middle only this share turns it (docs/lab/tumblin-physics.md). In height it is narrow.
_FINGER_LEVER: Final = 0.15


def start(board: Board, launch: Launch) -> tuple[Floats, Floats]:
    """The flicked die at the moment after the hit: its pose, and its velocity and rotation."""
    pose = start_pose(board, launch)
    return numbers(pose), motion(launch, pose)


def numbers(pose: Pose) -> Floats:
    """A pose as seven numbers, its quaternion made a unit again after rounding."""
    turn = np.array(pose.orientation)
    return np.concatenate([(pose.x, pose.y, pose.z), turn / np.linalg.norm(turn)])


def motion(launch: Launch, pose: Pose) -> Floats:
    """Velocity in the room and rotation about the die's own axes: v = J/m and ω = I⁻¹ (r × J).

    For a cube of edge s this is ω = r × v/(s²/6). The part of r along the flick has no effect, so only
    the offset of the hit point from the middle of the rear counts.
    """
    kind = launch.die.kind
    forward = np.array([np.cos(launch.azimuth), np.sin(launch.azimuth), 0.0])
    sideways = np.array([-forward[1], forward[0], 0.0])
    velocity = launch.speed_mps * forward
    beside, above = _FINGER_LEVER * launch.hit_side, launch.hit_height
    offset = kind.inradius * (beside * sideways + np.array([0.0, 0.0, above]))
    push = np.cross(offset, kind.mass_kg * velocity)
    w, x, y, z = pose.orientation
    felt = rotated((w, -x, -y, -z), (float(push[0]), float(push[1]), float(push[2])))
    return np.concatenate([velocity, np.array(felt) / inertia(kind)])
