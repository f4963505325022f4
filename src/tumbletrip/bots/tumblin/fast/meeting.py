"""Who touches whom: each die that is awake with the wood, the pegs and all other dice near it."""

import math

from tumbletrip.bots.tumblin.fast.bodies import Dice, Feel, Touches, Wood
from tumbletrip.bots.tumblin.fast.boxes import box_on_box, touch
from tumbletrip.bots.tumblin.fast.pegs import die_on_peg
from tumbletrip.dicetrip.fast.addresses import Floats, row
from tumbletrip.dicetrip.fast.compiling import inlined, kernel

_DIAGONAL = math.sqrt(3.0)
_BELOW_TOP_M = 0.004  # a die whose centre is lower may touch the wood from the side


@kernel
def meet(dice: Dice, wood: Wood, feel: Feel, touches: Touches) -> int:
    """All touches of dice that are awake; whoever is touched by one of them wakes up."""
    many, die = 0, 0
    while die < dice.many:
        if dice.awake[die]:
            many = _meet_wood(dice, wood, feel, touches, many, die)
            many, woken = _meet_dice(dice, feel, touches, many, die)
            if woken:  # a die before this one, whose own touches are not known yet
                many, die = 0, 0
                continue
        die += 1
    return many


@inlined
def _meet_dice(dice: Dice, feel: Feel, touches: Touches, many: int, die: int) -> tuple[int, bool]:
    """Touches with other dice; also whether a die was woken that had its turn before."""
    place = row(dice.place, 3 * die)
    x, y, z = place[0], place[1], place[2]
    far = 2 * _DIAGONAL * feel.half + feel.double_skin
    for other in range(dice.many):
        if other == die or dice.out[other] or (dice.awake[other] and other < die):
            continue
        dx, dy, dz = dice.place[3 * other] - x, dice.place[3 * other + 1] - y, dice.place[3 * other + 2] - z
        if dx * dx + dy * dy + dz * dz < far * far:
            before = many
            many = box_on_box(
                touches, many, die, other, place, row(dice.axes, 9 * die), touches.cube,
                row(dice.place, 3 * other), row(dice.axes, 9 * other), touches.cube, feel.double_skin,
            )  # fmt: skip
            for new in range(before, many):
                _made_of(touches, new, feel.plastic[0], feel.plastic[1], feel.plastic[2])
            if many > before and not dice.awake[other]:
                dice.awake[other] = 1
                if other < die:
                    return many, True
    return many, False


@inlined
def _meet_wood(dice: Dice, wood: Wood, feel: Feel, touches: Touches, many: int, die: int) -> int:
    """Touches with tiers and pegs."""
    place, axes, half, skin = row(dice.place, 3 * die), row(dice.axes, 9 * die), feel.half, feel.skin
    x, y, z = place[0], place[1], place[2]
    wide = half * (abs(axes[0]) + abs(axes[1]) + abs(axes[2]))
    deep = half * (abs(axes[3]) + abs(axes[4]) + abs(axes[5]))
    tall = half * (abs(axes[6]) + abs(axes[7]) + abs(axes[8]))
    middle, sizes = row(touches.room, 87), row(touches.room, 90)
    for number in range(wood.many_boxes):
        box = row(wood.boxes, 9 * number)
        if z - tall > box[5] + skin or x + wide < box[0] - skin or x - wide > box[1] + skin:
            continue
        if y + deep < box[2] - skin or y - deep > box[3] + skin:
            continue
        before = many
        inside = x - wide > box[0] and x + wide < box[1] and y - deep > box[2] and y + deep < box[3]
        if inside and z > box[5] - _BELOW_TOP_M:
            many = _corners_on_top(touches, many, die, place, axes, half, box[5], skin)
        else:
            for axis in range(3):
                middle[axis] = 0.5 * (box[2 * axis] + box[2 * axis + 1])
                sizes[axis] = 0.5 * (box[2 * axis + 1] - box[2 * axis])
            many = box_on_box(
                touches, many, die, -1, place, axes, touches.cube, middle, touches.square, sizes, skin
            )
        for new in range(before, many):
            _made_of(touches, new, box[6], box[7], box[8])
    for number in range(wood.many_pegs):
        peg = row(wood.pegs, 8 * number)
        dx, dy, far = peg[0] - x, peg[1] - y, _DIAGONAL * half + skin + peg[4]
        if dx * dx + dy * dy < far * far and z - tall < peg[3] + peg[4] + skin:
            before = many
            many = die_on_peg(touches, many, die, place, axes, peg, half, skin)
            for new in range(before, many):
                _made_of(touches, new, peg[5], peg[6], peg[7])
    return many


@inlined
def _corners_on_top(
    touches: Touches, many: int, die: int, place: Floats, axes: Floats, half: float, top: float, skin: float
) -> int:
    """A die far from all edges of a tier touches it with its lowest corners."""
    for corner in range(8):
        a = half if corner & 1 else -half
        b = half if corner & 2 else -half
        c = half if corner & 4 else -half
        apart = place[2] + axes[6] * a + axes[7] * b + axes[8] * c - top
        if apart < skin:
            x = place[0] + axes[0] * a + axes[1] * b + axes[2] * c
            y = place[1] + axes[3] * a + axes[4] * b + axes[5] * c
            many = touch(touches, many, die, -1, x, y, top + 0.5 * apart, 0.0, 0.0, 1.0, apart)
    return many


@inlined
def _made_of(touches: Touches, which: int, friction: float, stiffness: float, damping: float) -> None:
    feel = row(touches.feel, 3 * which)
    feel[0], feel[1], feel[2] = friction, stiffness, damping
