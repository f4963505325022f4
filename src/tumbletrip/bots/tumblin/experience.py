"""What a player knows before thinking: how much a straight flick of each speed is worth on an empty board."""

from bisect import bisect
from functools import partial
from random import Random
from statistics import fmean
from typing import Final

from tumbletrip.bots.tumblin.shots import KNOCKS_MPS, SPEEDS_MPS, straight
from tumbletrip.bots.tumblin.valuing import expected_points
from tumbletrip.tumblin.dice import Colour, DieKind
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.house_rules import HouseRules
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.ports import Die, Launch

_SPEEDS_MPS: Final = sorted({*SPEEDS_MPS, *KNOCKS_MPS})


class Experience:
    """Many straight flicks of a hand with one kind of die; always the same ones."""

    def __init__(
        self, imagination: Imagination, house: HouseRules, kind: DieKind, hand: Hand, lessons: int
    ) -> None:
        """Flies so many of each speed at once, all with the same shakes; 128 take two seconds of a core."""
        board, die = imagination.board, Die("a1", 0, Colour.RED, kind)
        self._means = []
        for speed in _SPEEDS_MPS:
            shot, draw = straight(board, die, speed), partial(Random(1).gauss, 0.0, 1.0)
            endings = imagination.fly((), [hand.flick(board, (), shot, draw) for _ in range(lessons)])
            points = expected_points(house, board, (die,), (), endings)
            self._means.append(fmean(own for (own,) in points))

    def worth(self, shot: Launch) -> float:
        """The mean points of a die that is flicked as fast; those of the bonus die count double (TD09)."""
        return self._mean(shot.speed_mps) * (1 + shot.die.is_bonus)

    def _mean(self, speed_mps: float) -> float:
        """Between two speeds that were flown, in proportion; beyond them, as the nearest."""
        place = bisect(_SPEEDS_MPS, speed_mps)
        if place in (0, len(_SPEEDS_MPS)):
            return self._means[max(0, place - 1)]
        below, above = _SPEEDS_MPS[place - 1 : place + 1]
        share = (speed_mps - below) / (above - below)
        return self._means[place - 1] * (1 - share) + self._means[place] * share
