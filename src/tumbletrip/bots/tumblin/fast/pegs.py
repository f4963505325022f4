"""Where a die touches a peg: an upright capsule. Where it stands along the die, it does so twice."""

import math

from tumbletrip.bots.tumblin.fast.bodies import Touches
from tumbletrip.bots.tumblin.fast.boxes import touch
from tumbletrip.dicetrip.fast.addresses import Floats
from tumbletrip.dicetrip.fast.compiling import inlined, kernel

_NARROWINGS = 14
_NARROW_M = 2e-4
_ANOTHER_M = 0.001  # touches of one peg are at least this far apart


@kernel
def die_on_peg(
    touches: Touches, many: int, die: int, place: Floats, axes: Floats, peg: Floats, half: float, skin: float
) -> int:
    """Note where a die touches a peg; tells how many touches there are now."""
    x, y, radius = peg[0] - place[0], peg[1] - place[1], peg[4]
    tall = half * (abs(axes[6]) + abs(axes[7]) + abs(axes[8]))
    low, high = max(peg[2] - place[2], -tall), min(peg[3] - place[2], tall)
    if low > high:  # the peg ends below the die, or begins above it
        low = high = peg[3] - place[2] if peg[3] < place[2] else peg[2] - place[2]
    seen = touches.room
    nearest = _nearest(seen, x, y, low, high, axes, half)
    for which in range(3):
        height = nearest
        if which > 0:
            height = low if which == 1 else high
            if abs(height - nearest) < _ANOTHER_M:
                continue
        apart = _apart(seen, x, y, height, axes, half) - radius
        if apart < skin:
            nx = -(axes[0] * seen[0] + axes[1] * seen[1] + axes[2] * seen[2])
            ny = -(axes[3] * seen[0] + axes[4] * seen[1] + axes[5] * seen[2])
            nz = -(axes[6] * seen[0] + axes[7] * seen[1] + axes[8] * seen[2])
            out = radius + 0.5 * apart
            tx, ty, tz = peg[0] + out * nx, peg[1] + out * ny, place[2] + height + out * nz
            many = touch(touches, many, die, -1, tx, ty, tz, nx, ny, nz, apart)
        elif which == 0:
            return many
    return many


@kernel
def _nearest(seen: Floats, x: float, y: float, low: float, high: float, axes: Floats, half: float) -> float:
    """The height at which an upright line is nearest to a die: the distance has one valley."""
    for _ in range(_NARROWINGS):
        if high - low < _NARROW_M:
            break
        lower, upper = low + 0.4 * (high - low), low + 0.6 * (high - low)
        at_lower, at_upper = (
            _apart(seen, x, y, lower, axes, half),
            _apart(seen, x, y, upper, axes, half),
        )
        if at_lower <= at_upper:
            high = upper
        if at_lower >= at_upper:
            low = lower
    return 0.5 * (low + high)


@inlined
def _apart(seen: Floats, x: float, y: float, z: float, axes: Floats, half: float) -> float:
    """How far a point is from a die, both seen from the die's centre; `seen` becomes the direction of the
    point, as the die sees it."""
    dx = axes[0] * x + axes[3] * y + axes[6] * z
    dy = axes[1] * x + axes[4] * y + axes[7] * z
    dz = axes[2] * x + axes[5] * y + axes[8] * z
    ox, oy, oz = abs(dx) - half, abs(dy) - half, abs(dz) - half
    deepest = max(ox, oy, oz)
    if deepest <= 0:  # inside: out by the nearest side
        seen[0] = math.copysign(1.0, dx) if ox == deepest else 0.0
        seen[1] = math.copysign(1.0, dy) if oy == deepest and ox < deepest else 0.0
        seen[2] = math.copysign(1.0, dz) if ox < deepest and oy < deepest else 0.0
        return deepest
    ox, oy, oz = max(ox, 0.0), max(oy, 0.0), max(oz, 0.0)
    apart = math.sqrt(ox * ox + oy * oy + oz * oz)
    seen[0] = math.copysign(ox / apart, dx)
    seen[1] = math.copysign(oy / apart, dy)
    seen[2] = math.copysign(oz / apart, dz)
    return apart
