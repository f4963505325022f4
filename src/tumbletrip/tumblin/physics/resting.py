"""When a flick is over: the rule that tells dice at rest from dice that pause.

Every 8 ms all dice are looked at. A die whose centre has sunk below the board's limit is out at once and
taken away (TD06). The others are quiet when they move slower than 4 mm/s and turn slower than 0.25 rad/s.
The flick is over after 4 quiet looks in a row if every die lies flat, and after 25 if one of them leans on
something and might still tip. After 4 s everything is frozen as it is.
"""

import math
from typing import Final

from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.physics.stepping import MOTION, POSE, Numbers
from tumbletrip.tumblin.physics.world import World

MAX_LOOKS: Final = 500  # 4 s; the slowest of 20,000 random flicks is far below (docs/lab)
QUIET_LOOKS_FLAT: Final = 4
QUIET_LOOKS_LEANING: Final = 25
QUIET_SPEED_MPS: Final = 0.004
QUIET_SPIN_RADPS: Final = 0.25
FLAT_COSINE: Final = math.cos(math.radians(2.0))


class Watch:
    """Looks at the dice of one flick."""

    def __init__(self, world: World) -> None:
        """Start with nothing seen."""
        self._world = world
        self.looks = 0
        self.out = [False] * len(world.kinds)
        self._quiet = 0

    def look(self, poses: Numbers, motions: Numbers) -> list[int]:
        """Which dice have just fallen off."""
        fallen = [die for die in self._aboard() if poses[die * POSE + 2] < self._world.board.off_below]
        for die in fallen:
            self.out[die] = True
        moving = any(
            not is_quiet(motions[die * MOTION : (die + 1) * MOTION]) for die in reversed(self._aboard())
        )
        self._quiet = 0 if moving else self._quiet + 1
        self.looks += 1
        return fallen

    def is_over(self, poses: Numbers) -> bool:
        """Whether the flick is over after the last look."""
        if self._quiet >= QUIET_LOOKS_LEANING or self.looks >= MAX_LOOKS:
            return True
        return self._quiet >= QUIET_LOOKS_FLAT and all(
            lies_flat(self._world.kinds[die], poses[die * POSE : (die + 1) * POSE]) for die in self._aboard()
        )

    def _aboard(self) -> list[int]:
        return [die for die, is_out in enumerate(self.out) if not is_out]


def is_quiet(motion: Numbers) -> bool:
    """Whether a die with these six numbers moves and turns so slowly that it may be at rest."""
    slide = max(map(abs, motion[:3]))
    return slide <= QUIET_SPEED_MPS and max(map(abs, motion[3:])) <= QUIET_SPIN_RADPS


def lies_flat(kind: DieKind, pose: Numbers) -> bool:
    """Whether one of a die's faces looks straight up."""
    _, _, _, w, x, y, z = pose
    up_x, up_y, up_z = 2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z
    return any(a * up_x + b * up_y + c * up_z > FLAT_COSINE for a, b, c in kind.normals.values())
