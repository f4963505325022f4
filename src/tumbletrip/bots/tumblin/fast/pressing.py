"""What touching bodies do to each other: MuJoCo's soft contacts, solved one after the other, again and again.

A touch is a damped spring that acts at once: it wants a certain change of the speed at which the bodies meet,
and gets more of it the deeper they are in each other. It only pushes, and across its direction it holds no
more than friction allows: its push stays within a cone. Together the pushes cost least: each touch in its
turn takes what is best for it while the others stay, until nothing changes any more.
"""

import math

from tumbletrip.bots.tumblin.fast.bodies import Dice, Feel, Touches
from tumbletrip.dicetrip.fast.addresses import Floats, row
from tumbletrip.dicetrip.fast.compiling import inlined, kernel

_SWEEPS = 20
_ENOUGH = 1e-9  # (m/s)²: a sweep that changes all speeds together by less is the last one
_TURNS = 3  # looks for the direction in which a touch slips

# A touch's note: its direction and two across it, from the middle of the first die and of the
# second, how the speed there answers to a push (six numbers), what push makes a speed (six), what it wants,
# how soft it is along and across its direction.
_FRAME, _ARM, _OTHER_ARM, _ANSWER, _INVERSE, _WANTED, _SOFT, _SOFT_ACROSS = 0, 9, 12, 15, 21, 27, 30, 31


@kernel
def press(dice: Dice, touches: Touches, many: int, feel: Feel, step: float) -> None:
    """Change the dice's speeds by what all touches of a step do."""
    for which in range(many):
        _prepare(dice, touches, which, feel, step)
    for _ in range(_SWEEPS):
        changed = 0.0
        for which in range(many):
            changed += _push(dice, touches, which, feel.inverse_inertia)
        if changed < _ENOUGH:
            return


@inlined
def _prepare(dice: Dice, touches: Touches, which: int, feel: Feel, step: float) -> None:
    note, at, push = row(touches.notes, 40 * which), row(touches.at, 7 * which), row(touches.push, 3 * which)
    one, other = touches.who[2 * which], touches.who[2 * which + 1]
    push[0] = push[1] = push[2] = 0.0
    _lay_frame(note, at[3], at[4], at[5])
    for k in range(_ANSWER, _INVERSE):
        note[k] = 0.0
    vx, vy, vz = _arrive(dice, note, at, one, _ARM, feel.inverse_inertia)
    if other >= 0:
        wx, wy, wz = _arrive(dice, note, at, other, _OTHER_ARM, feel.inverse_inertia)
        vx, vy, vz = vx - wx, vy - wy, vz - wz
    _soften(note, at[6], row(touches.feel, 3 * which), other >= 0, feel)
    damping = touches.feel[3 * which + 2] / feel.hardest
    for axis in range(3):
        k = _FRAME + 3 * axis
        note[_WANTED + axis] -= damping * (vx * note[k] + vy * note[k + 1] + vz * note[k + 2])
        note[_WANTED + axis] *= step
    _invert(note)


@inlined
def _lay_frame(note: Floats, nx: float, ny: float, nz: float) -> None:
    """The direction of a touch and two across it."""
    if abs(nx) < 0.7:
        size = 1.0 / math.sqrt(ny * ny + nz * nz)
        tx, ty, tz = 0.0, nz * size, -ny * size
    else:
        size = 1.0 / math.sqrt(nx * nx + ny * ny)
        tx, ty, tz = ny * size, -nx * size, 0.0
    note[0], note[1], note[2] = nx, ny, nz
    note[3], note[4], note[5] = tx, ty, tz
    note[6], note[7], note[8] = ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx


@inlined
def _arrive(
    dice: Dice, note: Floats, at: Floats, die: int, arm: int, inverse_inertia: float
) -> tuple[float, float, float]:
    """How fast a die moves where it touches; adds how it answers there, for its mass, to a push."""
    rx, ry, rz = at[0] - dice.place[3 * die], at[1] - dice.place[3 * die + 1], at[2] - dice.place[3 * die + 2]
    note[arm], note[arm + 1], note[arm + 2] = rx, ry, rz
    a = rx * note[0] + ry * note[1] + rz * note[2]
    b = rx * note[3] + ry * note[4] + rz * note[5]
    c = rx * note[6] + ry * note[7] + rz * note[8]
    whole = 1.0 + inverse_inertia * (a * a + b * b + c * c)
    note[_ANSWER] += whole - inverse_inertia * a * a
    note[_ANSWER + 1] -= inverse_inertia * a * b
    note[_ANSWER + 2] -= inverse_inertia * a * c
    note[_ANSWER + 3] += whole - inverse_inertia * b * b
    note[_ANSWER + 4] -= inverse_inertia * b * c
    note[_ANSWER + 5] += whole - inverse_inertia * c * c
    spin = row(dice.spin, 3 * die)
    vx = dice.speed[3 * die] + spin[1] * rz - spin[2] * ry
    vy = dice.speed[3 * die + 1] + spin[2] * rx - spin[0] * rz
    vz = dice.speed[3 * die + 2] + spin[0] * ry - spin[1] * rx
    return vx, vy, vz


@inlined
def _soften(note: Floats, apart: float, material: Floats, are_dice: bool, feel: Feel) -> None:
    """How hard a touch is, by its depth, and what its spring wants."""
    deep = (feel.double_skin if are_dice else feel.skin) - apart
    share = min(1.0, deep / feel.depth)
    rise = 2.0 * share * share if share < 0.5 else 1.0 - 2.0 * (1.0 - share) * (1.0 - share)
    hard = feel.softest + rise * (feel.hardest - feel.softest)
    soft = (1.0 - hard) / hard * (2.0 if are_dice else 1.0)
    across = soft / feel.slip
    note[_SOFT], note[_SOFT_ACROSS] = soft, across
    note[_ANSWER] += soft
    note[_ANSWER + 3] += across
    note[_ANSWER + 5] += across
    note[_WANTED] = material[1] / (feel.hardest * feel.hardest) * hard * deep
    note[_WANTED + 1] = note[_WANTED + 2] = 0.0


@inlined
def _invert(note: Floats) -> None:
    a, b, c, d, e, f = note[15], note[16], note[17], note[18], note[19], note[20]
    aa, bb, cc = d * f - e * e, c * e - b * f, b * e - c * d
    whole = 1.0 / (a * aa + b * bb + c * cc)
    note[21], note[22], note[23] = aa * whole, bb * whole, cc * whole
    note[24], note[25], note[26] = (a * f - c * c) * whole, (b * c - a * e) * whole, (a * d - b * b) * whole


@inlined
def _push(dice: Dice, touches: Touches, which: int, inverse_inertia: float) -> float:
    """Give a touch the best push while the others stay; tells how much that changed, squared."""
    note, push, friction = (
        row(touches.notes, 40 * which),
        row(touches.push, 3 * which),
        touches.feel[3 * which],
    )
    one, other = touches.who[2 * which], touches.who[2 * which + 1]
    vx, vy, vz = _change_at(dice, one, note[9], note[10], note[11])
    if other >= 0:
        wx, wy, wz = _change_at(dice, other, note[12], note[13], note[14])
        vx, vy, vz = vx - wx, vy - wy, vz - wz
    old, old1, old2 = push[0], push[1], push[2]
    wrong = vx * note[0] + vy * note[1] + vz * note[2] + note[_SOFT] * old - note[_WANTED]
    wrong1 = vx * note[3] + vy * note[4] + vz * note[5] + note[_SOFT_ACROSS] * old1 - note[_WANTED + 1]
    wrong2 = vx * note[6] + vy * note[7] + vz * note[8] + note[_SOFT_ACROSS] * old2 - note[_WANTED + 2]
    # If it sticks, it sets all of that right.
    new = old - (note[21] * wrong + note[22] * wrong1 + note[23] * wrong2)
    new1 = old1 - (note[22] * wrong + note[24] * wrong1 + note[25] * wrong2)
    new2 = old2 - (note[23] * wrong + note[25] * wrong1 + note[26] * wrong2)
    if new < 0 or new1 * new1 + new2 * new2 > friction * friction * new * new:
        new, new1, new2 = _slip(note, friction, old, old1, old2, wrong, wrong1, wrong2)
    push[0], push[1], push[2] = new, new1, new2
    new, new1, new2 = new - old, new1 - old1, new2 - old2
    px = new * note[0] + new1 * note[3] + new2 * note[6]
    py = new * note[1] + new1 * note[4] + new2 * note[7]
    pz = new * note[2] + new1 * note[5] + new2 * note[8]
    _give(dice, one, note[9], note[10], note[11], px, py, pz, inverse_inertia)
    if other >= 0:
        _give(dice, other, note[12], note[13], note[14], -px, -py, -pz, inverse_inertia)
    return px * px + py * py + pz * pz


@kernel
def _slip(
    note: Floats, friction: float, old: float, old1: float, old2: float, wrong: float, wrong1: float,
    wrong2: float,
) -> tuple[float, float, float]:  # fmt: skip
    """The best push on the edge of the cone, or none."""
    free = wrong - (note[15] * old + note[16] * old1 + note[17] * old2)  # without a push of its own
    free1 = wrong1 - (note[16] * old + note[18] * old1 + note[19] * old2)
    free2 = wrong2 - (note[17] * old + note[19] * old1 + note[20] * old2)
    if free >= 0 and free * free >= friction * friction * (free1 * free1 + free2 * free2):
        return 0.0, 0.0, 0.0
    stride = 1.0 / (note[18] + note[20])
    u1, u2 = (old1 - stride * wrong1, old2 - stride * wrong2) if old > 0 else (-free1, -free2)
    push, push1, push2 = 0.0, 0.0, 0.0
    for _ in range(_TURNS):
        size = math.sqrt(u1 * u1 + u2 * u2)
        if size > 0:
            u1, u2 = friction * u1 / size, friction * u2 / size
        answer = note[15] + 2.0 * (note[16] * u1 + note[17] * u2)
        answer += note[18] * u1 * u1 + 2.0 * note[19] * u1 * u2 + note[20] * u2 * u2
        push = max(0.0, -(free + free1 * u1 + free2 * u2) / answer)
        push1, push2 = push * u1, push * u2
        u1 = push1 - stride * (free1 + note[16] * push + note[18] * push1 + note[19] * push2)
        u2 = push2 - stride * (free2 + note[17] * push + note[19] * push1 + note[20] * push2)
    return push, push1, push2


@inlined
def _change_at(dice: Dice, die: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """How the speed of a die at a point changes in this step."""
    change, turning = row(dice.speeding, 3 * die), row(dice.spinning, 3 * die)
    return (
        change[0] + turning[1] * z - turning[2] * y,
        change[1] + turning[2] * x - turning[0] * z,
        change[2] + turning[0] * y - turning[1] * x,
    )


@inlined
def _give(
    dice: Dice, die: int, x: float, y: float, z: float, px: float, py: float, pz: float,
    inverse_inertia: float,
) -> None:  # fmt: skip
    """A push at a point of a die."""
    change, turning = row(dice.speeding, 3 * die), row(dice.spinning, 3 * die)
    change[0] += px
    change[1] += py
    change[2] += pz
    turning[0] += inverse_inertia * (y * pz - z * py)
    turning[1] += inverse_inertia * (z * px - x * pz)
    turning[2] += inverse_inertia * (x * py - y * px)
