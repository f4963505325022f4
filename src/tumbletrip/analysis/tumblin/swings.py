"""What a flick changed on the board: the points of the player's side, and those of the sides against it."""

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from tumbletrip.tumblin.ports import Rest
from tumbletrip.tumblin.scoring import score_round
from tumbletrip.tumblin.setup import Setup


class Swing(NamedTuple):
    """How the sheet changed, read as if the round ended now; `others` is the mean of all other sides."""

    own: int
    others: float

    @property
    def lead(self) -> float:
        """What the player's side gained on the others."""
        return self.own - self.others


def swing(setup: Setup, seat: int, before: Sequence[Rest], after: Sequence[Rest]) -> Swing:
    """The change between two moments of a round, for the seat that flicked in between."""
    earlier, later = (score_round(setup.house, setup.sides, rests).sides for rests in (before, after))
    changes = [new - old for old, new in zip(earlier, later, strict=True)]
    own = changes.pop(setup.side_of[seat])
    return Swing(own, fmean(changes))
