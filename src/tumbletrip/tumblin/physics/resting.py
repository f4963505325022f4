"""When a flick is over: the rule that tells dice at rest from dice that pause.

Every 8 ms all dice are looked at. A die whose centre has sunk below the board's limit is out at once and
taken away (TD06). The others are quiet when they move slower than 4 mm/s and turn slower than 0.25 rad/s.
The flick is over after 4 quiet looks in a row if every die lies flat, and after 25 if one of them leans on
something and might still tip. After 4 s everything is frozen as it is.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tumbletrip.tumblin.physics.world import MOTION, POSE, Floats, World

Flags: TypeAlias = npt.NDArray[np.bool_]

MAX_LOOKS: Final = 500  # 4 s; the slowest of 20,000 random flicks is far below (docs/lab)
QUIET_LOOKS_FLAT: Final = 4
QUIET_LOOKS_LEANING: Final = 25
QUIET_SPEED_MPS: Final = 0.004
QUIET_SPIN_RADPS: Final = 0.25
FLAT_COSINE: Final = float(np.cos(np.radians(2.0)))


class Watch:
    """Looks at many flicks at once, each with its own dice; rows are flicks."""

    def __init__(self, world: World, flicks: int) -> None:
        """Start with nothing seen."""
        self._world = world
        self._dice = len(world.kinds)
        self.looks = np.zeros(flicks, np.int64)
        self.quiet = np.zeros(flicks, np.int64)
        self.out = np.zeros((flicks, self._dice), np.bool_)

    def restart(self, row: int) -> None:
        """A new flick begins in this row."""
        self.looks[row] = self.quiet[row] = 0
        self.out[row] = False

    def look(self, rows: npt.NDArray[np.int64], qpos: Floats, qvel: Floats) -> tuple[Flags, Flags]:
        """Which dice of these flicks have just fallen off, and which of the flicks are over."""
        poses = qpos.reshape(len(rows), self._dice, POSE)
        motions = np.abs(qvel.reshape(len(rows), self._dice, MOTION))
        fallen = (poses[:, :, 2] < self._world.board.off_below) & ~self.out[rows]
        self.out[rows] |= fallen
        slides = motions[:, :, :3].max(2) > QUIET_SPEED_MPS
        turns = motions[:, :, 3:].max(2) > QUIET_SPIN_RADPS
        moving = ((slides | turns) & ~self.out[rows]).any(1)
        self.quiet[rows] = np.where(moving, 0, self.quiet[rows] + 1)
        self.looks[rows] += 1
        return fallen, self._over(rows, poses)

    def _over(self, rows: npt.NDArray[np.int64], poses: Floats) -> Flags:
        over: Flags = (self.quiet[rows] >= QUIET_LOOKS_LEANING) | (self.looks[rows] >= MAX_LOOKS)
        for place in np.flatnonzero((self.quiet[rows] >= QUIET_LOOKS_FLAT) & ~over):
            over[place] = (lies_flat(self._world, poses[place]) | self.out[rows[place]]).all()
        return over


def lies_flat(world: World, poses: Floats) -> Flags:
    """Which dice have a face that looks straight up."""
    w, x, y, z = poses[:, 3:].T
    up = np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z], axis=1)
    upright: Flags = np.einsum("dfi,di->df", world.normals, up).max(1) > FLAT_COSINE
    return upright
