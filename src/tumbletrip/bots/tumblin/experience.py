"""What a player knows before thinking: how much a straight flick of each speed is worth on an empty board."""

from functools import partial
from random import Random
from typing import Final

import numpy as np

from tumbletrip.bots.tumblin.shots import KNOCKS_MPS, SPEEDS_MPS, straight
from tumbletrip.bots.tumblin.valuing import expected_points
from tumbletrip.tumblin.dice import Colour, DieKind
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.house_rules import HouseRules
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.ports import Die, Launch

_FLICKS: Final = 128  # of each speed, all with the same shakes; two seconds of an idle core, once
_SPEEDS_MPS: Final = sorted({*SPEEDS_MPS, *KNOCKS_MPS})


class Experience:
    """Many straight flicks of a hand with one kind of die; always the same ones."""

    def __init__(self, imagination: Imagination, house: HouseRules, kind: DieKind, hand: Hand) -> None:
        """Flies them at once."""
        board, die = imagination.board, Die("a1", 0, Colour.RED, kind)
        self._means = []
        for speed in _SPEEDS_MPS:
            shot, draw = straight(board, die, speed), partial(Random(1).gauss, 0.0, 1.0)
            endings = imagination.fly((), [hand.flick(board, (), shot, draw) for _ in range(_FLICKS)])
            self._means.append(float(expected_points(house, board, (die,), (), endings).mean()))

    def worth(self, shot: Launch) -> float:
        """The mean points of a die that is flicked as fast; those of the bonus die count double (TD09)."""
        return float(np.interp(shot.speed_mps, _SPEEDS_MPS, self._means)) * (1 + shot.die.is_bonus)
