"""What a position is worth to the player who flicked: their side's points, less their rivals'.

A die that tumbled shows any face, so it counts with the mean of its numbers: that takes the luck of the
last bounce out of the comparison. One that only slid still shows the face it was put down with. Flicks to
come change nothing here: on average dice keep their zone through them (docs/lab/tumblin-physics.md), since
those that are knocked off are made up for by those pushed on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.house_rules import DOUBLED, Count, HouseRules
from tumbletrip.tumblin.physics.imagining import Endings
from tumbletrip.tumblin.physics.reading_many import faces, zones
from tumbletrip.tumblin.physics.world import Floats
from tumbletrip.tumblin.ports import Die, Rest
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.scoring import score_die


@dataclass(frozen=True, slots=True)
class Worth:
    """Each imagined flick's worth: of the whole position, and of the flicked die alone."""

    position: Floats
    flicked: Floats
    unsure: Floats  # the variance of the position's worth, since faces are counted with their mean


@dataclass(frozen=True, slots=True)
class Expected:
    """The points each die can be expected to have, and their variance (flick × die)."""

    points: Floats
    unsure: Floats


def worth(match: Match, flicked: Die, endings: Endings, spite: float = 1.0) -> Worth:
    """The worth of endings to the player who flicked with the highest face up; `spite` weighs rivals."""
    lying = [rest for rest in match.rests if rest.on_board]
    dice = (*(rest.die for rest in lying), flicked)
    expected = expected_points(match.setup.house, match.setup.board, dice, lying, endings)
    share = weights(match, flicked.seat, spite)
    shares = np.array([share[die.seat] for die in dice])
    position = expected.points @ shares + _aboard(match, dice, expected.points, endings)
    return Worth(position, expected.points[:, -1], expected.unsure @ shares**2)


def points_now(match: Match) -> list[float]:
    """What the dice of each seat count as they lie."""
    points = [0.0] * len(match.setup.seats)
    for rest in match.rests:
        points[rest.die.seat] += score_die(match.setup.house, rest).points
    return points


def expected_points(
    house: HouseRules, board: Board, dice: Sequence[Die], lying: Sequence[Rest], endings: Endings
) -> Expected:
    """The points of each die after each flick, counted as `scoring.score_die` does."""
    kinds = tuple(die.kind for die in dice)
    zone = zones(board, kinds, endings)
    face = np.broadcast_to([(len(kind.faces) + 1) / 2 for kind in kinds], zone.shape).copy()
    vary = np.broadcast_to([_variance(len(kind.faces)) for kind in kinds], zone.shape).copy()
    shown = faces(kinds, endings)
    best = max(kinds[-1].faces)
    is_best = shown[:, -1] == best
    landed = np.where(is_best, best, best / 2)  # the mean of the others
    face[:, -1] = np.where(zone[:, -1] > 0, landed, face[:, -1])
    vary[:, -1] = np.where(is_best, 0.0, _variance(best - 1))
    if lying:
        stayed = zone[:, :-1] == [rest.zone for rest in lying]
        lay = np.array([rest.face for rest in lying])
        same = stayed & (shown[:, :-1] == lay)
        face[:, :-1] = np.where(same, lay, face[:, :-1])
        vary[:, :-1] = np.where(same, 0.0, vary[:, :-1])
    times = zone if house.count is Count.TIMES else zone > 0
    counted = face * zone if house.count is Count.TIMES else face + zone
    points = np.where(zone > 0, counted, 0.0)
    if house.falling_costs:
        points -= face * endings.out
    doubled = np.array([1 + die.is_bonus for die in dice])
    return Expected(points * doubled, vary * (times * doubled) ** 2)


def _variance(faces: int) -> float:
    """Of a fair die with the numbers 1 to `faces`."""
    return (faces**2 - 1) / 12


def weights(match: Match, seat: int, spite: float) -> list[float]:
    """How much a point of each seat matters: the own side's fully, the rivals' together `spite`, negative.

    Of several rival sides the one that leads counts half, and all of them share the other half.
    """
    setup = match.setup
    own = setup.side_of[seat]
    rivals = [side for side in range(len(setup.sides)) if side != own]
    standing = match.rounds_won if setup.house.rounds_to_win else match.totals
    leader = max(rivals, key=lambda side: standing[side])
    shares = {side: 0.5 / len(rivals) + 0.5 * (side == leader) for side in rivals}
    by_side = {side: -spite * share for side, share in shares.items()} | {own: 1.0}
    return [by_side[setup.side_of[other]] for other in range(len(setup.seats))]


def _aboard(match: Match, dice: Sequence[Die], points: Floats, endings: Endings) -> Floats:
    """TD16: the bonus the player may still get, growing with the share of their dice that made it."""
    house, flicked = match.setup.house, dice[-1]
    own_lost = any(rest.die.seat == flicked.seat and not rest.on_board for rest in match.rests)
    if house.all_aboard is None or own_lost:
        return np.zeros(len(points))
    own = np.array([die.seat == flicked.seat for die in dice])
    aboard = ~endings.out[:, own].any(1)
    prize = points[:, own].sum(1) if house.all_aboard == DOUBLED else float(house.all_aboard)
    share = own.sum() / len(match.setup.seats[flicked.seat].dice)
    bonus: Floats = share * aboard * prize
    return bonus
