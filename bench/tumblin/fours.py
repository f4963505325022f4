"""What a flick meant for 4x brings beside one for 3x, for a practised hand and for the champion's."""

from functools import partial
from random import Random
from typing import Final

import numpy as np

from bench.tumblin.flights import SHOOTER
from tumbletrip.bots.tumblin.levels import LEVELS
from tumbletrip.bots.tumblin.shots import aim_x, towards
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import D6
from tumbletrip.tumblin.hands import PRACTISED, Hand
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.reading_many import faces, zones
from tumbletrip.tumblin.physics.world import COARSE

SPEEDS_MPS: Final = (1.3, 1.4, 1.5, 1.55, 1.6)
HANDS: Final = {"practised": PRACTISED, "champion": LEVELS["champion"].hand}


def fours(board: Board, flicks: int) -> None:
    """Print zones and points by hand and speed: straight, corner first, six up, on an empty board."""
    imagination = Imagination(board, COARSE)
    print("hand       m/s     2x   3x   4x  off   points a die")
    for name, hand in HANDS.items():
        for speed in SPEEDS_MPS:
            print(f"{name:10} {speed:4.2f}  {_row(imagination, hand, speed, flicks)}", flush=True)


def _row(imagination: Imagination, hand: Hand, speed: float, flicks: int) -> str:
    board, draw = imagination.board, partial(Random(1).gauss, 0.0, 1.0)
    aim = towards(board, SHOOTER, speed, 0.0, aim_x(board), 0.0)
    ends = imagination.fly((), [hand.flick(board, (), aim, draw) for _ in range(flicks)])
    zone, face = zones(board, (D6,), ends)[:, 0], faces((D6,), ends)[:, 0]
    shares = [*(np.mean(zone == one) for one in (2, 3, 4)), np.mean(ends.out)]
    error = np.std(zone * face) / flicks**0.5
    return " ".join(f"{100 * one:4.0f}" for one in shares) + f"   {np.mean(zone * face):6.1f} ± {error:.1f}"
