"""What a learner sees of a die of Tumblin-Dice: eleven numbers.

Flicked (0 or 1), on the board (0 or 1), x, y, z in metres, its orientation (w, x, y, z), the face on top, and
the zone it counts in; of one that fell only the first is not 0, of one in the hand none.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tumbletrip.tumblin.ports import Rest

Floats = NDArray[np.float32]

LEAST: Final = np.array((0, 0, -2, -2, -1, -1, -1, -1, -1, 0, 0), dtype=np.float32)
MOST: Final = np.array((1, 1, 2, 2, 1, 1, 1, 1, 1, 20, 4), dtype=np.float32)


def die_seen(rest: Rest | None) -> Floats:
    """The numbers of a die; None is one in the hand."""
    seen: Floats = np.zeros(len(LEAST), dtype=np.float32)
    if rest:
        seen[0] = 1
        if rest.on_board:
            pose = rest.pose
            seen[1:] = (1, pose.x, pose.y, pose.z, *pose.orientation, rest.face, rest.zone)
    return seen


def die_text(rest: Rest) -> str:
    """A die at rest in a line."""
    return f"{rest.die.key} {rest.face} on {rest.tier}"
