"""What becomes of a lead in the last flicks of a round, if everybody does what is then best for their side.

Before the last flicks a lead is less safe than points tell: whoever is behind dares more, and whoever leads
need not. So the chance to win with each lead is worked out from the very last flick back to the next one.
Each of them may be any shot that is known by experience; dice that lie there stay where they lie.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tumbletrip.bots.tumblin.experience import Experience, Spread
from tumbletrip.bots.tumblin.winning import Outlook, as_it_lies, dice_to_come, pride
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.rules import Match

FEW: Final = 3  # dice to come at most
_REACH: Final = 75  # points: a lead changes by less in a few flicks
# The normal distribution in seven equal parts: the middle of each.
_PARTS: Final = (-1.465, -0.792, -0.366, 0.0, 0.366, 0.792, 1.465)


@dataclass(frozen=True, slots=True)
class Foresight:
    """An outlook on the last flicks of a round."""

    bare: Outlook  # as if no more dice came
    won: Sequence[float]  # the chance to win with each whole lead, …
    first: int  # … from this one on

    @property
    def lying(self) -> float:
        """What the dice that lie there are worth in `Worth.position`."""
        return self.bare.lying

    def chance(self, position: float, unsure: float) -> float:
        """The chance to win from a position after the flick, and a trifle for every point."""
        lead, spread = self.bare.lead + position - self.lying, math.sqrt(unsure)
        if not spread:
            return self._at(lead) + pride(position)
        return sum(self._at(lead + part * spread) for part in _PARTS) / len(_PARTS) + pride(position)

    def _at(self, lead: float) -> float:
        place = min(max(lead - self.first, 0.0), len(self.won) - 1.001)
        below = int(place)
        return self.won[below] + (place - below) * (self.won[below + 1] - self.won[below])


def is_foreseeable(match: Match, flicked: Die) -> bool:
    """Whether few dice of two sides come after a flick, all like the flicked one."""
    coming = dice_to_come(match, flicked)
    is_alike = all(die.kind == flicked.kind for die in coming)
    return 0 < len(coming) <= FEW and len(match.setup.sides) == 2 and is_alike


def foresee(match: Match, flicked: Die, own: Experience, rivals: Experience) -> Foresight:
    """How a match that is foreseeable stands before a flick."""
    bare = as_it_lies(match, flicked)
    first = math.floor(bare.lead) - _REACH
    won = [bare.won(lead, 0.0) for lead in range(first, first + 2 * _REACH + 1)]
    side_of = match.setup.side_of
    for die in reversed(dice_to_come(match, flicked)):
        is_own = side_of[die.seat] == side_of[flicked.seat]
        won = _before(won, (own if is_own else rivals).spreads(1 + die.is_bonus), is_own)
    return Foresight(bare, won, first)


def _before(won: Sequence[float], spreads: Sequence[Spread], is_own: bool) -> list[float]:
    """The chance to win with each lead before a flick, from those after it."""
    far = max(abs(points) for spread in spreads for points in spread)
    ends = [*[won[0]] * far, *won, *[won[-1]] * far]
    way = 1 if is_own else -1
    by_shot = []
    for spread in spreads:
        chances = [0.0] * len(won)
        for points, share in spread.items():
            chances = [a + share * b for a, b in zip(chances, ends[far + way * points :], strict=False)]
        by_shot.append(chances)
    return list(map(max if is_own else min, *by_shot))
