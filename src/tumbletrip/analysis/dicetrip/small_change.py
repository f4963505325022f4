"""What many small slips cost together: none of them is certain, but their sum is better known than each.

The leads of better answers that may be chance are added up with their signs, so that chance cancels, and
shrunk: what is not clearly more than its own error counts little (after James and Stein). That sum is spread
over the turns with such a lead, and counts there as lost and as luck alike: luck less losses stays what a
turn changed.
"""

from collections.abc import Sequence
from dataclasses import replace

from tumbletrip.analysis.dicetrip.study import StudiedTurn
from tumbletrip.analysis.estimates import Estimate, total


def with_small_change(turns: Sequence[StudiedTurn]) -> tuple[StudiedTurn, ...]:
    """A player's turns with what their uncertain choices lost together."""
    lost = shrunk(total([turn.unsure for turn in turns]))
    leads = [max(0.0, turn.unsure.mean) for turn in turns]
    if not lost:
        return tuple(turns)
    return tuple(_counted(turn, lost * lead / sum(leads)) for turn, lead in zip(turns, leads, strict=True))


def shrunk(lead: Estimate) -> float:
    """A lead as far as it is more than its error; never below nought."""
    return max(0.0, lead.mean - lead.se**2 / lead.mean) if lead.mean > 0 else 0.0


def _counted(turn: StudiedTurn, lost: float) -> StudiedTurn:
    luck = Estimate(turn.luck.mean + lost, turn.luck.se)
    return replace(turn, luck=luck, small_change=lost)
