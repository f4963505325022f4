"""What a player knows before thinking: what a flick of each speed and lane brings on an empty board."""

import math
from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from statistics import fmean
from typing import Final, TypeAlias

from tumbletrip.bots.tumblin.imagination import Imagines
from tumbletrip.bots.tumblin.shots import AIMS_Y, KNOCKS_MPS, SPEEDS_MPS, aim_x, towards
from tumbletrip.bots.tumblin.valuing import Expected, expected_points, possible_points
from tumbletrip.bots.tumblin.winning import View
from tumbletrip.tumblin.dice import Colour, DieKind
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.house_rules import HouseRules
from tumbletrip.tumblin.ports import Die, Launch

Spread: TypeAlias = Mapping[int, float]  # points, and how often

_SPEEDS_MPS: Final = sorted({*SPEEDS_MPS, *KNOCKS_MPS})
_LANES_Y: Final = sorted({abs(y) for y in AIMS_Y})  # left and right are alike


class Experience:
    """Many flicks of a hand with one kind of die; always the same ones."""

    def __init__(
        self, imagination: Imagines, house: HouseRules, kind: DieKind, hand: Hand, lessons: int
    ) -> None:
        """Flies so many of each speed at once, in all lanes, with the same shakes; two seconds for 128."""
        self._aim_x = aim_x(imagination.board)
        fly = partial(_flown, imagination, house, kind, hand, max(1, lessons // len(_LANES_Y)))
        flown = [[fly(y, speed) for speed in _SPEEDS_MPS] for y in _LANES_Y]
        self._flown = [[_shares(known) for known, _ in lane] for lane in flown]
        self._spreads = [_spread(points) for lane in flown for _, points in lane]
        self._means = [[fmean(one.points for one in known) for known, _ in lane] for lane in flown]

    def worth(self, shot: Launch) -> float:
        """The mean points of a die that is flicked so; those of the bonus die count double (TD09)."""
        return self._between(self._means, shot) * (1 + shot.die.is_bonus)

    def chances(self, shots: Sequence[Launch], view: View, others: float) -> list[float]:
        """The chance to win with each shot of one die, if the other dice are worth as much as said."""
        times = 1 + shots[0].die.is_bonus
        known = [
            [
                sum(
                    share * view.chance(times * one.points + others, times**2 * one.unsure)
                    for one, share in shares.items()
                )
                for shares in lane
            ]
            for lane in self._flown
        ]
        return [self._between(known, shot) for shot in shots]

    def spreads(self, times: int) -> list[Spread]:
        """How the points of a die that counts so many times spread, for each speed in each lane."""
        return [{times * points: share for points, share in one.items()} for one in self._spreads]

    def _between(self, known: Sequence[Sequence[float]], shot: Launch) -> float:
        """What is known of the nearest lanes and speeds (lane × speed), for a shot between them."""
        reach = abs(shot.y + (self._aim_x - shot.x) * math.tan(shot.azimuth))
        return _at(_LANES_Y, [_at(_SPEEDS_MPS, lane, shot.speed_mps) for lane in known], reach)


def _at(places: Sequence[float], known: Sequence[float], place: float) -> float:
    """Between two places that are known, in proportion; beyond them, as the nearest."""
    above = bisect(places, place)
    if above in (0, len(places)):
        return known[max(0, above - 1)]
    share = (place - places[above - 1]) / (places[above] - places[above - 1])
    return known[above - 1] * (1 - share) + known[above] * share


def _flown(
    imagination: Imagines,
    house: HouseRules,
    kind: DieKind,
    hand: Hand,
    many: int,
    y: float,
    mps: float,
) -> tuple[list[Expected], list[list[float]]]:
    """What flicks from the middle of the track bring: the mean of each, and all that it may have been."""
    board, die = imagination.board, Die("a1", 0, Colour.RED, kind)
    shot, draw = towards(board, die, mps, 0.0, aim_x(board), y), partial(Random(1).gauss, 0.0, 1.0)
    endings = imagination.fly((), [hand.flick(board, (), shot, draw) for _ in range(many)])
    means = [own for (own,) in expected_points(house, board, (die,), (), endings)]
    flown = zip(endings.poses, endings.out, strict=True)
    return means, [possible_points(house, board, die, pose, is_out) for (pose,), (is_out,) in flown]


def _shares(flown: Sequence[Expected]) -> dict[Expected, float]:
    """How often flicks bring the same; they bring few different things."""
    return {one: many / len(flown) for one, many in Counter(flown).items()}


def _spread(flown: Sequence[Sequence[float]]) -> Spread:
    """How often flicks bring each number of points."""
    spread: dict[int, float] = {}
    for possible in flown:
        for points in possible:
            spread[round(points)] = spread.get(round(points), 0.0) + 1 / (len(possible) * len(flown))
    return spread
