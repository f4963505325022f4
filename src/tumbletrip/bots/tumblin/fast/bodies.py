"""What the kernels work on: wood that does not move, dice that do, and where they touch."""

from typing import Final, NamedTuple

from tumbletrip.dicetrip.fast.addresses import Floats, Ints, floats_at, ints_at, row
from tumbletrip.dicetrip.fast.compiling import inlined

MOST_TOUCHES: Final = 512  # 40 were seen at once among 17 dice; more than there is room for are left out
BOX, PEG = 9, 8  # numbers for each
DIE_NUMBERS, DIE_COUNTS = 28, 3  # for each die
_TOUCH_NUMBERS, _TOUCH_COUNTS, _ROOM = 53, 2, 108
TOUCH_NUMBERS: Final = _TOUCH_NUMBERS * MOST_TOUCHES + _ROOM
TOUCH_COUNTS: Final = _TOUCH_COUNTS * MOST_TOUCHES


class Question(NamedTuple):
    """Addresses and how many there are: of the board, of flicks and of room for their endings."""

    boxes: int
    many_boxes: int
    pegs: int
    many_pegs: int
    cube: int  # half the size of a die, three times
    square: int  # the axes of the room
    dice_numbers: int
    dice_counts: int
    dice: int
    touch_numbers: int
    touch_counts: int
    lying: int
    starts: int
    motions: int
    flicks: int
    poses: int
    out: int
    looks: int


class Feel(NamedTuple):
    """What is the same for all touches, and how dice touch each other."""

    half: float  # of a die's hard core
    skin: float  # in which a die touches wood
    double_skin: float  # in which two dice touch
    inverse_inertia: float  # of a die, for its mass
    softest: float  # the share of a touch that is hard: at first, …
    hardest: float  # … and deeper than …
    depth: float  # … this
    slip: float  # how much harder friction is than the touch itself
    gravity: float
    off_below: float
    plastic: tuple[float, float, float]  # friction, stiffness and damping of die on die


class Wood(NamedTuple):
    """The board. Boxes: their ends in x, y and z, friction, stiffness and damping. Pegs are upright
    capsules: x and y, both ends of the axis, radius, friction, stiffness and damping."""

    boxes: Floats
    many_boxes: int
    pegs: Floats
    many_pegs: int


class Dice(NamedTuple):
    """Dice in motion; the flicked one comes last. Everything is seen from the room."""

    many: int
    place: Floats
    turn: Floats  # quaternion
    axes: Floats  # of each die: its own axes, in columns
    speed: Floats
    spin: Floats
    speeding: Floats  # how the speed changes in this step
    spinning: Floats
    awake: Ints
    out: Ints
    calm: Ints  # for how many steps it has hardly moved


class Touches(NamedTuple):
    """Places where bodies touch, and room to work them out."""

    at: Floats  # place, direction from the second body to the first, distance
    feel: Floats  # friction, stiffness and damping
    notes: Floats  # what `pressing` knows of each, by the names there
    push: Floats  # along the direction, and twice across it
    room: Floats  # for cosines, and for the sides of boxes that are cut
    who: Ints  # two dice; the second is -1 for wood
    cube: Floats
    square: Floats


@inlined
def wood_of(question: Question) -> Wood:
    """The board that is asked about."""
    boxes, pegs = floats_at(question.boxes), floats_at(question.pegs)
    return Wood(boxes, question.many_boxes, pegs, question.many_pegs)


@inlined
def dice_of(question: Question) -> Dice:
    """Room for the dice."""
    many, numbers, counts = question.dice, floats_at(question.dice_numbers), ints_at(question.dice_counts)
    return Dice(
        many,
        numbers,
        row(numbers, 3 * many),
        row(numbers, 7 * many),
        row(numbers, 16 * many),
        row(numbers, 19 * many),
        row(numbers, 22 * many),
        row(numbers, 25 * many),
        counts,
        row(counts, many),
        row(counts, 2 * many),
    )


@inlined
def touches_of(question: Question) -> Touches:
    """Room for all touches of a step."""
    numbers = floats_at(question.touch_numbers)
    return Touches(
        numbers,
        row(numbers, 7 * MOST_TOUCHES),
        row(numbers, 10 * MOST_TOUCHES),
        row(numbers, 50 * MOST_TOUCHES),
        row(numbers, 53 * MOST_TOUCHES),
        ints_at(question.touch_counts),
        floats_at(question.cube),
        floats_at(question.square),
    )
