"""From the flick of a finger to a die in motion: an impulse at a point of the die's rear."""

import math
from typing import Final

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import Vector, rotated
from tumbletrip.tumblin.launches import start_pose
from tumbletrip.tumblin.physics.stepping import Numbers
from tumbletrip.tumblin.physics.world import inertia
from tumbletrip.tumblin.ports import Launch, Pose

# A finger is as broad as a die and stays on its rear while it pushes, so that the die cannot turn away: of
# the way beside the middle only this share turns it (docs/lab/tumblin-physics.md). In height it is narrow.
_FINGER_LEVER: Final = 0.15


def start(board: Board, launch: Launch) -> tuple[Numbers, Numbers]:
    """The flicked die at the moment after the hit: its pose, and its velocity and rotation."""
    pose = start_pose(board, launch)
    return numbers(pose), motion(launch, pose)


def numbers(pose: Pose) -> list[float]:
    """A pose as seven numbers, its quaternion made a unit again after rounding."""
    norm = math.hypot(*pose.orientation)
    return [pose.x, pose.y, pose.z, *(part / norm for part in pose.orientation)]


def motion(launch: Launch, pose: Pose) -> list[float]:
    """Velocity in the room and rotation about the die's own axes: v = J/m and ω = I⁻¹ (r × J).

    For a cube of edge s this is ω = r × v/(s²/6). The part of r along the flick has no effect, so only
    the offset of the hit point from the middle of the rear counts.
    """
    kind = launch.die.kind
    along, across = math.cos(launch.azimuth), math.sin(launch.azimuth)
    velocity: Vector = launch.speed_mps * along, launch.speed_mps * across, 0.0
    beside = kind.inradius * _FINGER_LEVER * launch.hit_side
    offset: Vector = -across * beside, along * beside, kind.inradius * launch.hit_height
    push = _cross(offset, (kind.mass_kg * velocity[0], kind.mass_kg * velocity[1], 0.0))
    w, x, y, z = pose.orientation
    felt = rotated((w, -x, -y, -z), push)
    return [*velocity, *(turn / moment for turn, moment in zip(felt, inertia(kind), strict=True))]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
