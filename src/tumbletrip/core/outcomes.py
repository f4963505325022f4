"""How a game ended: the reason, and who stands where."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a game is over."""

    ALL_ROUNDS_PLAYED = "all_rounds_played"  # DT15
    TARGET_REACHED = "target_reached"  # TD11, TD14
    ROUNDS_WON = "rounds_won"  # TD15


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: its reason, and the sides from first to last, equals together."""

    reason: Reason
    ranking: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The side or sides that won."""
        return self.ranking[0]


def rank(totals: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The sides grouped by total, highest first; equal totals share a place."""
    places = sorted(set(totals), reverse=True)
    return tuple(tuple(side for side, total in enumerate(totals) if total == place) for place in places)
