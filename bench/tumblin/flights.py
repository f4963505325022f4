"""Flicks of a practised hand, flown many times; the laws and the search for constant shots share them."""

import math
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from tumbletrip.tumblin.dice import D6, Colour
from tumbletrip.tumblin.hands import PRACTISED
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.reading_many import faces, zones
from tumbletrip.tumblin.ports import Die, Launch, Rest

SHOOTER: Final = Die("a1", 0, Colour.RED, D6)
TARGET: Final = Die("b1", 1, Colour.BLUE, D6)
START_X: Final = -0.012  # near the front edge of the track


def flown(
    imagination: Imagination, resting: Sequence[Rest], aim: Launch, flicks: int, rng: Random
) -> Endings:
    """What comes of an aim, flicked again and again."""
    draw = partial(rng.gauss, 0.0, 1.0)
    board = imagination.board
    return imagination.fly(resting, [PRACTISED.flick(board, resting, aim, draw) for _ in range(flicks)])


def points(imagination: Imagination, aim: Launch, flicks: int, rng: Random) -> tuple[float, float]:
    """The mean points of a die flicked onto an empty board, and their standard error."""
    ends = flown(imagination, (), aim, flicks, rng)
    counted = zones(imagination.board, (D6,), ends)[:, 0] * faces((D6,), ends)[:, 0]
    return float(counted.mean()), float(counted.std() / math.sqrt(flicks))
