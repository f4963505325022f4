"""What a round is worth: every die with its points and the reason, every seat, every side (TD06 to TD16).

The same code counts dice that physics brought to rest and dice somebody read off a real board.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from tumbletrip.core.outcomes import Outcome, Reason, rank
from tumbletrip.tumblin.house_rules import DOUBLED, HouseRules
from tumbletrip.tumblin.ports import Die


class Lying(Protocol):
    """A die at the end of a round, however it got there."""

    @property
    def die(self) -> Die:
        """Which die it is."""

    @property
    def face(self) -> int:
        """The number on top."""

    @property
    def zone(self) -> int:
        """1 to 4, or 0 if the die does not count."""

    @property
    def on_board(self) -> bool:
        """Whether it has not left the board."""


class Why(StrEnum):
    """Why a die has its points; the value is the reason's key in the catalogue."""

    COUNTS = "tumblin.why.counts"  # TD08, TD12
    BEFORE_LINE = "tumblin.why.before_line"  # TD07
    OFF = "tumblin.why.off"  # TD06
    FELL = "tumblin.why.fell"  # TD13


@dataclass(frozen=True, slots=True)
class DieScore:
    """One die on the sheet of a round, with its evidence."""

    die: Die
    face: int
    zone: int
    why: Why
    points: int


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round's score: the dice, the bonuses for all aboard (TD16), and the points of seats and sides."""

    dice: tuple[DieScore, ...]
    aboard: tuple[int, ...]  # by seat
    seats: tuple[int, ...]
    sides: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """TD15: the side with the most points; a tied round is won by nobody."""
        best = max(self.sides)
        return self.sides.index(best) if self.sides.count(best) == 1 else None


def score_die(house: HouseRules, lying: Lying) -> DieScore:
    """A die's points and why; a bonus die's count double, losses included (TD09, ruling)."""
    why = _why(house, lying)
    points = {Why.COUNTS: house.count.points(lying.face, lying.zone), Why.FELL: -lying.face}.get(why, 0)
    return DieScore(
        lying.die, lying.face, lying.zone, why, points=2 * points if lying.die.is_bonus else points
    )


def _why(house: HouseRules, lying: Lying) -> Why:
    if not lying.on_board:
        return Why.FELL if house.falling_costs else Why.OFF
    return Why.COUNTS if lying.zone else Why.BEFORE_LINE


def score_round(house: HouseRules, sides: Sequence[Sequence[int]], lying: Iterable[Lying]) -> RoundSheet:
    """The sheet of a round."""
    dice = tuple(lying)
    scores = tuple(score_die(house, one) for one in sorted(dice, key=_place_on_sheet))
    seats = range(sum(map(len, sides)))
    plain = [sum(score.points for score in scores if score.die.seat == seat) for seat in seats]
    aboard = tuple(
        _aboard_bonus(house, plain[seat], [one for one in dice if one.die.seat == seat]) for seat in seats
    )
    points = tuple(plain[seat] + aboard[seat] for seat in seats)
    return RoundSheet(scores, aboard, points, tuple(sum(points[seat] for seat in side) for side in sides))


def _place_on_sheet(one: Lying) -> tuple[int, bool, int, str]:
    """By seat, then by number (a2 before a10), the bonus die last."""
    return one.die.seat, one.die.is_bonus, len(one.die.key), one.die.key


def _aboard_bonus(house: HouseRules, points: int, own: Sequence[Lying]) -> int:
    """TD16: for a player whose dice are all on the board, before or beyond the line."""
    if house.all_aboard is None or not all(one.on_board for one in own):
        return 0
    return points if house.all_aboard == DOUBLED else int(house.all_aboard)


def totals(sheets: Sequence[RoundSheet], sides: int) -> tuple[int, ...]:
    """The points of each side so far."""
    return tuple(sum(sheet.sides[side] for sheet in sheets) for side in range(sides))


def rounds_won(sheets: Sequence[RoundSheet], sides: int) -> tuple[int, ...]:
    """The rounds each side has won so far (TD15)."""
    winners = [sheet.winner for sheet in sheets]
    return tuple(winners.count(side) for side in range(sides))


def outcome_of(house: HouseRules, sheets: Sequence[RoundSheet], sides: int) -> Outcome | None:
    """How the match has ended after these rounds; None while it goes on."""
    if house.rounds_to_win:
        won = rounds_won(sheets, sides)
        return Outcome(Reason.ROUNDS_WON, rank(won)) if max(won) >= house.rounds_to_win else None
    points = totals(sheets, sides)
    reached = house.points_to_reach is not None and max(points) >= house.points_to_reach
    return Outcome(Reason.TARGET_REACHED, rank(points)) if reached else None  # TD11: equal totals share
