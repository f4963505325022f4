"""Flicks from the first moment to rest: steps, sleep, and the same looks as at MuJoCo's dice (`resting`)."""

import math

from tumbletrip.bots.tumblin.fast.bodies import (
    Dice,
    Feel,
    Question,
    Touches,
    Wood,
    dice_of,
    touches_of,
    wood_of,
)
from tumbletrip.bots.tumblin.fast.meeting import meet
from tumbletrip.bots.tumblin.fast.pressing import press
from tumbletrip.dicetrip.fast.addresses import Floats, floats_at, ints_at, row
from tumbletrip.dicetrip.fast.compiling import inlined, kernel
from tumbletrip.tumblin.physics.resting import (
    FLAT_COSINE,
    MAX_LOOKS,
    QUIET_LOOKS_FLAT,
    QUIET_LOOKS_LEANING,
    QUIET_SPEED_MPS,
    QUIET_SPIN_RADPS,
)
from tumbletrip.tumblin.physics.world import LOOK_S, TIMESTEP_S

_STEPS_PER_LOOK = round(LOOK_S / TIMESTEP_S)
_CALM_SPEED = 0.001  # m/s, and …
_CALM_SPIN = 0.1  # … rad/s: a die that is slower for …
_CALM_STEPS = 10  # … falls asleep
_TURNS = 1e-9  # rad/s: what is slower does not turn


@kernel
def fly(question: Question, feel: Feel) -> None:
    """Each flick from the same position to its end: where the dice are then, which are out, and how many
    looks that took."""
    dice, touches, wood = dice_of(question), touches_of(question), wood_of(question)
    lying, starts, motions = (
        floats_at(question.lying),
        floats_at(question.starts),
        floats_at(question.motions),
    )
    poses, out, looks = floats_at(question.poses), ints_at(question.out), ints_at(question.looks)
    many, last = dice.many, dice.many - 1
    for flick in range(question.flicks):
        for die in range(last):
            _lay(dice, die, row(lying, 7 * die))
        _lay(dice, last, row(starts, 7 * flick))
        dice.awake[last] = 1
        for axis in range(3):
            dice.speed[3 * last + axis] = motions[6 * flick + axis]
            for own in range(3):  # a die feels its rotation along its own axes
                turning = motions[6 * flick + 3 + own]
                dice.spin[3 * last + axis] += dice.axes[9 * last + 3 * axis + own] * turning
        looks[flick] = _fly_one(dice, wood, feel, touches)
        for die in range(many):
            out[many * flick + die] = dice.out[die]
            end = row(poses, 7 * (many * flick + die))
            for k in range(3):
                end[k] = dice.place[3 * die + k]
            for k in range(4):
                end[3 + k] = dice.turn[4 * die + k]


@inlined
def _lay(dice: Dice, die: int, pose: Floats) -> None:
    """Put a die somewhere, asleep."""
    for k in range(3):
        dice.place[3 * die + k] = pose[k]
        dice.speed[3 * die + k] = dice.spin[3 * die + k] = dice.speeding[3 * die + k] = dice.spinning[
            3 * die + k
        ] = 0.0
    for k in range(4):
        dice.turn[4 * die + k] = pose[3 + k]
    _lay_axes(row(dice.turn, 4 * die), row(dice.axes, 9 * die))
    dice.awake[die] = dice.out[die] = dice.calm[die] = 0


@kernel
def _lay_axes(turn: Floats, axes: Floats) -> None:
    """A die's own axes, from its quaternion."""
    w, x, y, z = turn[0], turn[1], turn[2], turn[3]
    axes[0], axes[1], axes[2] = w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)
    axes[3], axes[4], axes[5] = 2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)
    axes[6], axes[7], axes[8] = 2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z


@kernel
def _fly_one(dice: Dice, wood: Wood, feel: Feel, touches: Touches) -> int:
    """Step until all dice are at rest; tells after how many looks."""
    quiet = looks = 0
    while True:
        for _ in range(_STEPS_PER_LOOK):
            many = meet(dice, wood, feel, touches)
            for die in range(dice.many):
                for k in range(3):
                    dice.speeding[3 * die + k] = dice.spinning[3 * die + k] = 0.0
                dice.speeding[3 * die + 2] = -feel.gravity * TIMESTEP_S
            if many:
                press(dice, touches, many, feel, TIMESTEP_S)
            for die in range(dice.many):
                if dice.awake[die]:
                    _move(dice, die)
        looks += 1
        quiet = quiet + 1 if _look(dice, feel.off_below) else 0
        if quiet >= QUIET_LOOKS_LEANING or looks >= MAX_LOOKS:
            return looks
        if quiet >= QUIET_LOOKS_FLAT and _all_flat(dice):
            return looks


@inlined
def _move(dice: Dice, die: int) -> None:
    """One step of a die; it falls asleep when it has hardly moved for some of them."""
    place, speed, spin = row(dice.place, 3 * die), row(dice.speed, 3 * die), row(dice.spin, 3 * die)
    for k in range(3):
        speed[k] += dice.speeding[3 * die + k]
        spin[k] += dice.spinning[3 * die + k]
        place[k] += TIMESTEP_S * speed[k]
    turning = math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2])
    if turning > _TURNS:
        _rotate(row(dice.turn, 4 * die), spin, turning)
        _lay_axes(row(dice.turn, 4 * die), row(dice.axes, 9 * die))
    going = speed[0] * speed[0] + speed[1] * speed[1] + speed[2] * speed[2]
    dice.calm[die] = dice.calm[die] + 1 if turning < _CALM_SPIN and going < _CALM_SPEED * _CALM_SPEED else 0
    if dice.calm[die] == _CALM_STEPS:
        dice.awake[die] = dice.calm[die] = 0
        for k in range(3):
            speed[k] = spin[k] = 0.0


@inlined
def _rotate(turn: Floats, spin: Floats, turning: float) -> None:
    """What a step's rotation makes of a quaternion."""
    half = 0.5 * TIMESTEP_S * turning
    c, s = math.cos(half), math.sin(half) / turning
    a, b, d = s * spin[0], s * spin[1], s * spin[2]
    w, x, y, z = turn[0], turn[1], turn[2], turn[3]
    turn[0], turn[1] = c * w - a * x - b * y - d * z, c * x + a * w + b * z - d * y
    turn[2], turn[3] = c * y + b * w + d * x - a * z, c * z + d * w + a * y - b * x
    size = 1.0 / math.sqrt(turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2 + turn[3] ** 2)
    for k in range(4):
        turn[k] *= size


@inlined
def _look(dice: Dice, off_below: float) -> bool:
    """Take dice away that have fallen off; whether the others are quiet."""
    is_quiet = True
    for die in range(dice.many):
        if dice.out[die]:
            continue
        if dice.place[3 * die + 2] < off_below:
            dice.out[die], dice.awake[die] = 1, 0
        elif dice.awake[die]:
            axes, spin = row(dice.axes, 9 * die), row(dice.spin, 3 * die)
            for k in range(3):
                felt = spin[0] * axes[k] + spin[1] * axes[3 + k] + spin[2] * axes[6 + k]
                if abs(dice.speed[3 * die + k]) > QUIET_SPEED_MPS or abs(felt) > QUIET_SPIN_RADPS:
                    is_quiet = False
    return is_quiet


@inlined
def _all_flat(dice: Dice) -> bool:
    """Whether every die on the board has a side that looks straight up."""
    for die in range(dice.many):
        up = row(dice.axes, 9 * die + 6)
        if not dice.out[die] and max(abs(up[0]), abs(up[1]), abs(up[2])) <= FLAT_COSINE:
            return False
    return True
