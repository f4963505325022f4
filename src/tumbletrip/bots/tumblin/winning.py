"""The chance to win: what points are worth to a player, with what is still to come.

Early in a match a point is a point. With the last dice it is not: whoever is far behind needs a die on 4x,
or a rival's die off the board, and whoever leads needs no risk at all.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from tumbletrip.bots.tumblin.valuing import Worth, points_now, weights
from tumbletrip.tumblin.house_rules import Count, HouseRules
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.rules import Match

GOOD_ZONE: Final = 2.4  # where a good shot lands on average
_STRAY: Final = 0.6  # how much the points of a die vary, as a share of what it usually brings
_TIE: Final = 0.5  # points: what separates a lead from a tie, when nothing is open any more
_STEEP: Final = 0.851  # makes this curve that of the normal distribution, within a hundredth
_PRIDE: Final = 1e-5  # what a point is worth when all is decided


class View(Protocol):
    """What a player expects of the match before a flick."""

    @property
    def lying(self) -> float:
        """What the dice that lie there are worth in `Worth.position`."""

    def chance(self, position: float, unsure: float) -> float:
        """The chance to win from a position after the flick, and a trifle for every point."""


def chances(view: View, outcome: Worth) -> list[float]:
    """The chance to win after each imagined flick."""
    return list(map(view.chance, outcome.position, outcome.unsure))


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a player expects of the match before a flick, if the die that is flicked brought nothing."""

    lead: float  # points, at the end
    unsure: float  # the variance of that lead
    lying: float  # what the dice that lie there are worth in `Worth.position`

    def chance(self, position: float, unsure: float) -> float:
        """The chance to win from a position after the flick, and a trifle for every point."""
        return self.won(self.lead + position - self.lying, unsure) + pride(position)

    def won(self, lead: float, unsure: float) -> float:
        """The chance to win with a lead at the end that varies so much more than is known here."""
        return (1 + math.tanh(_STEEP * lead / math.sqrt(self.unsure + unsure + _TIE**2))) / 2


def pride(position: float) -> float:
    """What points are worth when all is decided."""
    return _PRIDE * position


def outlook(match: Match, flicked: Die, spite: float = 1.0) -> Outlook:
    """How the match stands for the player who is about to flick a die; dice to come will be good shots."""
    house, coming = match.setup.house, dice_to_come(match, flicked)
    share = weights(match, flicked.seat, 1.0)
    bare = as_it_lies(match, flicked, spite)
    lead = bare.lead + sum(share[die.seat] * usual_points(house, die) for die in coming)
    return replace(bare, lead=lead, unsure=bare.unsure + _variance(house, share, coming))


def as_it_lies(match: Match, flicked: Die, spite: float = 1.0) -> Outlook:
    """How the match would stand if the dice to come brought nothing.

    Where points are added up, the rounds that are still needed to reach the target come after this one; where
    rounds are won, this one is all there is.
    """
    setup, lying = match.setup, points_now(match)
    share, spited = (weights(match, flicked.seat, how) for how in (1.0, spite))
    before, unsure = [0.0] * len(lying), 0.0
    if setup.house.points_to_reach is not None:
        dice = [die for seat in setup.seats for die in seat.dice]
        unsure = _rounds_after(match, lying, flicked) * _variance(setup.house, share, dice)
        for total, side in zip(match.totals, setup.sides, strict=True):
            before[side[0]] = total
    return Outlook(_sum(share, lying) + _sum(share, before), unsure, _sum(spited, lying))


def dice_to_come(match: Match, flicked: Die) -> list[Die]:
    """The dice that will be flicked after this one, in their order; bonus dice are kept for the end."""
    order, seats = match.round_order, range(len(match.setup.seats))
    in_hand = [[die for die in match.dice_in_hand(seat) if die != flicked] for seat in seats]
    waiting = [sorted(dice, key=lambda die: die.is_bonus) for dice in in_hand]
    place = len(match.rests) + 1  # of the flick in its round
    coming: list[Die] = []
    while any(waiting):
        coming += waiting[order[place % len(order)]][:1]
        del waiting[order[place % len(order)]][:1]
        place += 1
    return coming


def usual_points(house: HouseRules, die: Die) -> float:
    """What a good shot with a die brings on average."""
    face = (len(die.kind.faces) + 1) / 2
    points = face * GOOD_ZONE if house.count is Count.TIMES else face + GOOD_ZONE
    return points * (1 + die.is_bonus)


def _variance(house: HouseRules, share: Sequence[float], dice: Iterable[Die]) -> float:
    """How much the lead varies with these dice."""
    return sum((share[die.seat] * _STRAY * usual_points(house, die)) ** 2 for die in dice)


def _rounds_after(match: Match, lying: Sequence[float], flicked: Die) -> float:
    """How many rounds follow this one until a side reaches the target, if dice to come are good shots."""
    setup, ends = match.setup, list(lying)
    for die in dice_to_come(match, flicked):
        ends[die.seat] += usual_points(setup.house, die)
    after = [
        total + sum(ends[seat] for seat in side)
        for total, side in zip(match.totals, setup.sides, strict=True)
    ]
    a_round = sum(usual_points(setup.house, die) for seat in setup.sides[0] for die in setup.seats[seat].dice)
    return max(0.0, (setup.house.points_to_reach or 0) - max(after)) / a_round


def _sum(share: Sequence[float], points: Sequence[float]) -> float:
    return sum(how * one for how, one in zip(share, points, strict=True))
