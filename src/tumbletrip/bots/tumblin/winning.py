"""The chance to win: what points are worth to a player, with what is still to come.

Early in a match a point is a point. With the last dice it is not: whoever is far behind needs a die on 4x,
or a rival's die off the board, and whoever leads needs no risk at all.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tumbletrip.bots.tumblin.valuing import Worth, points_now, weights
from tumbletrip.tumblin.house_rules import Count, HouseRules
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.rules import Match

GOOD_ZONE: Final = 2.4  # where a good shot lands on average
_STRAY: Final = 0.6  # how much the points of a die vary, as a share of what it usually brings
_TIE: Final = 0.5  # points: what separates a lead from a tie, when nothing is open any more
_STEEP: Final = 0.851  # makes this curve that of the normal distribution, within a hundredth
_PRIDE: Final = 1e-5  # what a point is worth when all is decided


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a player expects of the match before a flick, if the die that is flicked brought nothing."""

    lead: float  # points, at the end
    unsure: float  # the variance of that lead
    lying: float  # what the dice that lie there are worth in `Worth.position`

    def chance(self, position: float, unsure: float) -> float:
        """The chance to win from a position after the flick, and a trifle for every point."""
        lead, spread = self.lead + position - self.lying, math.sqrt(self.unsure + unsure + _TIE**2)
        return (1 + math.tanh(_STEEP * lead / spread)) / 2 + _PRIDE * position

    def chances(self, outcome: Worth) -> list[float]:
        """The chance to win after each imagined flick."""
        return list(map(self.chance, outcome.position, outcome.unsure))


def outlook(match: Match, flicked: Die, spite: float = 1.0) -> Outlook:
    """How the match stands for the player who is about to flick a die.

    Dice to come are believed to be good shots. Where points are added up, the rounds that are still
    needed to reach the target come after this one; where rounds are won, this one is all there is.
    """
    setup = match.setup
    share, spited = (weights(match, flicked.seat, how) for how in (1.0, spite))
    lying = points_now(match)
    coming = [[die for die in match.dice_in_hand(seat) if die != flicked] for seat in range(len(lying))]
    ends = [now + _points(setup.house, dice) for now, dice in zip(lying, coming, strict=True)]
    unsure = _variance(setup.house, share, coming)
    if setup.house.points_to_reach is not None:
        unsure += _rounds_after(match, ends) * _variance(setup.house, share, [s.dice for s in setup.seats])
        for total, side in zip(match.totals, setup.sides, strict=True):
            ends[side[0]] += total
    return Outlook(_sum(share, ends), unsure, _sum(spited, lying))


def usual_points(house: HouseRules, die: Die) -> float:
    """What a good shot with a die brings on average."""
    face = (len(die.kind.faces) + 1) / 2
    points = face * GOOD_ZONE if house.count is Count.TIMES else face + GOOD_ZONE
    return points * (1 + die.is_bonus)


def _points(house: HouseRules, dice: Iterable[Die]) -> float:
    return sum(usual_points(house, die) for die in dice)


def _variance(house: HouseRules, share: Sequence[float], dice: Sequence[Iterable[Die]]) -> float:
    """How much the lead varies with these dice of each seat."""
    return sum(
        (how * _STRAY * usual_points(house, die)) ** 2
        for how, own in zip(share, dice, strict=True)
        for die in own
    )


def _rounds_after(match: Match, ends: Sequence[float]) -> float:
    """How many rounds follow this one until a side reaches the target, if seats end it with these points."""
    setup, totals = match.setup, match.totals
    after = [
        total + sum(ends[seat] for seat in side) for total, side in zip(totals, setup.sides, strict=True)
    ]
    a_round = sum(_points(setup.house, setup.seats[seat].dice) for seat in setup.sides[0])
    return max(0.0, (setup.house.points_to_reach or 0) - max(after)) / a_round


def _sum(share: Sequence[float], points: Sequence[float]) -> float:
    return sum(how * one for how, one in zip(share, points, strict=True))
