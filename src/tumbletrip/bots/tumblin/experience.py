"""What a player knows before thinking: what a flick of each speed and lane brings on an empty board."""

import math
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

import numpy as np

from tumbletrip.bots.tumblin.shots import AIMS_Y, KNOCKS_MPS, SPEEDS_MPS, aim_x, towards
from tumbletrip.bots.tumblin.valuing import Expected, expected_points
from tumbletrip.bots.tumblin.winning import Outlook
from tumbletrip.tumblin.dice import Colour, DieKind
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.house_rules import HouseRules
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.world import Floats
from tumbletrip.tumblin.ports import Die, Launch

_FLICKS: Final = 40  # of each speed and lane, all with the same shakes; two seconds of an idle core, once
_SPEEDS_MPS: Final = sorted({*SPEEDS_MPS, *KNOCKS_MPS})
_LANES_Y: Final = sorted({abs(y) for y in AIMS_Y})  # left and right are alike


class Experience:
    """Many flicks of a hand with one kind of die; always the same ones."""

    def __init__(self, imagination: Imagination, house: HouseRules, kind: DieKind, hand: Hand) -> None:
        """Flies them at once."""
        self._aim_x = aim_x(imagination.board)
        self._flown = [[_flown(imagination, house, kind, hand, *at) for at in _row(y)] for y in _LANES_Y]
        self._means = np.array([[flown.points.mean() for flown in lane] for lane in self._flown])

    def worths(self, shots: Sequence[Launch]) -> Floats:
        """The mean points of dice that are flicked so; those of the bonus die count double (TD09)."""
        return self._between(self._means, shots) * [1 + shot.die.is_bonus for shot in shots]

    def chances(self, shots: Sequence[Launch], outlook: Outlook, others: float) -> Floats:
        """The chance to win with each shot of one die, if the other dice are worth as much as said."""
        times = 1 + shots[0].die.is_bonus
        means = [
            [outlook.chance(times * one.points + others, times**2 * one.unsure).mean() for one in lane]
            for lane in self._flown
        ]
        return self._between(np.array(means), shots)

    def _between(self, known: Floats, shots: Sequence[Launch]) -> Floats:
        """What is known of the nearest lanes and speeds (lane × speed), for shots between them."""
        speeds = [shot.speed_mps for shot in shots]
        by_lane = np.array([np.interp(speeds, _SPEEDS_MPS, lane) for lane in known])
        reach = [abs(shot.y + (self._aim_x - shot.x) * math.tan(shot.azimuth)) for shot in shots]
        return np.array([np.interp(y, _LANES_Y, lanes) for y, lanes in zip(reach, by_lane.T, strict=True)])


def _row(y: float) -> list[tuple[float, float]]:
    return [(y, speed) for speed in _SPEEDS_MPS]


def _flown(
    imagination: Imagination, house: HouseRules, kind: DieKind, hand: Hand, y: float, speed_mps: float
) -> Expected:
    """What flicks from the middle of the track bring."""
    board, die = imagination.board, Die("a1", 0, Colour.RED, kind)
    shot, draw = towards(board, die, speed_mps, 0.0, aim_x(board), y), partial(Random(1).gauss, 0.0, 1.0)
    endings = imagination.fly((), [hand.flick(board, (), shot, draw) for _ in range(_FLICKS)])
    return expected_points(house, board, (die,), (), endings)
