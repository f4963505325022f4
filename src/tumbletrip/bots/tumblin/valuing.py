"""What a position is worth to the player who flicked: their side's points, less their rivals'.

A die that tumbled shows any face, so it counts with the mean of its numbers: that takes the luck of the
last bounce out of the comparison. One that only slid still shows the face it was put down with. Flicks to
come change nothing here: on average dice keep their zone through them (docs/lab/tumblin-physics.md), since
those that are knocked off are made up for by those pushed on.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.house_rules import DOUBLED, Count, HouseRules
from tumbletrip.tumblin.physics.imagining import Endings
from tumbletrip.tumblin.physics.launching import numbers
from tumbletrip.tumblin.physics.stepping import Numbers
from tumbletrip.tumblin.ports import Die, Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.scoring import score_die


@dataclass(frozen=True, slots=True)
class Worth:
    """Each imagined flick's worth: of the whole position, and of the flicked die alone."""

    position: Sequence[float]
    flicked: Sequence[float]
    unsure: Sequence[float]  # the variance of the position's worth, since faces are counted with their mean


class Expected(NamedTuple):
    """The points a die can be expected to have, and their variance."""

    points: float
    unsure: float


def worth(match: Match, flicked: Die, endings: Endings, spite: float = 1.0) -> Worth:
    """The worth of endings to the player who flicked with the highest face up; `spite` weighs rivals."""
    lying = [rest for rest in match.rests if rest.on_board]
    dice = (*(rest.die for rest in lying), flicked)
    expected = expected_points(match.setup.house, match.setup.board, dice, lying, endings)
    share = weights(match, flicked.seat, spite)
    shares = [share[die.seat] for die in dice]
    return Worth(
        [
            math.fsum(one.points * how for one, how in zip(row, shares, strict=True))
            + _aboard(match, dice, row, out)
            for row, out in zip(expected, endings.out, strict=True)
        ],
        [row[-1].points for row in expected],
        [math.fsum(one.unsure * how**2 for one, how in zip(row, shares, strict=True)) for row in expected],
    )


def points_now(match: Match) -> list[float]:
    """What the dice of each seat count as they lie."""
    points = [0.0] * len(match.setup.seats)
    for rest in match.rests:
        points[rest.die.seat] += score_die(match.setup.house, rest).points
    return points


def expected_points(
    house: HouseRules, board: Board, dice: Sequence[Die], lying: Sequence[Rest], endings: Endings
) -> list[list[Expected]]:
    """The points of each die after each flick, counted as `scoring.score_die` does."""
    still = [numbers(rest.pose) for rest in lying]
    return [
        [
            *(
                _lying_points(house, board, rest, list(pose) == lay, pose, is_out)
                for rest, lay, pose, is_out in zip(lying, still, poses[:-1], out[:-1], strict=True)
            ),
            _flicked_points(house, board, dice[-1], poses[-1], out[-1]),
        ]
        for poses, out in zip(endings.poses, endings.out, strict=True)
    ]


def _lying_points(
    house: HouseRules, board: Board, rest: Rest, is_untouched: bool, pose: Numbers, is_out: bool
) -> Expected:
    """Of a die that lay there: one that only slid within its zone still shows its face."""
    if is_untouched:
        return _points(house, rest.die, rest.zone, rest.face)
    kind = rest.die.kind
    if is_out:
        return _points(house, rest.die, 0, _mean_face(kind), is_out=True)
    now = read(board, rest.die, Pose(*pose))
    if (now.zone, now.face) == (rest.zone, rest.face):
        return _points(house, rest.die, now.zone, rest.face)
    return _points(house, rest.die, now.zone, _mean_face(kind), _variance(len(kind.faces)))


def _flicked_points(house: HouseRules, board: Board, die: Die, pose: Numbers, is_out: bool) -> Expected:
    """Of the die that was flicked with its highest face up."""
    if is_out:
        return _points(house, die, 0, _mean_face(die.kind), is_out=True)
    now, best = read(board, die, Pose(*pose)), max(die.kind.faces)
    if now.face == best:
        return _points(house, die, now.zone, best)
    return _points(house, die, now.zone, best / 2, _variance(best - 1))  # the mean of the others


def possible_points(house: HouseRules, board: Board, die: Die, pose: Numbers, is_out: bool) -> list[float]:
    """What a die brings that was flicked with its highest face up, for each face that may be up now."""
    now, best = read(board, die, Pose(*pose)), max(die.kind.faces)
    zone = 0 if is_out else now.zone
    faces = [face for face in die.kind.faces if is_out or (face == best) == (now.face == best)]
    return [_points(house, die, zone, face, is_out=is_out).points for face in faces]


def _points(
    house: HouseRules, die: Die, zone: int, face: float, unsure: float = 0.0, *, is_out: bool = False
) -> Expected:
    """Of a die in a zone with such a face, or with a mean of faces that varies."""
    points, times = 0.0, 0
    if zone:
        is_product = house.count is Count.TIMES
        points, times = (face * zone, zone) if is_product else (face + zone, 1)
    if is_out and house.falling_costs:
        points -= face
    doubled = 1 + die.is_bonus
    return Expected(points * doubled, unsure * (times * doubled) ** 2)


def _mean_face(kind: DieKind) -> float:
    return (len(kind.faces) + 1) / 2


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


def _aboard(match: Match, dice: Sequence[Die], expected: Sequence[Expected], out: Sequence[bool]) -> float:
    """TD16: the bonus the player may still get, growing with the share of their dice that made it."""
    house, flicked = match.setup.house, dice[-1]
    own_lost = any(rest.die.seat == flicked.seat and not rest.on_board for rest in match.rests)
    own = [place for place, die in enumerate(dice) if die.seat == flicked.seat]
    if house.all_aboard is None or own_lost or any(out[place] for place in own):
        return 0.0
    mine = sum(expected[place].points for place in own)
    prize = mine if house.all_aboard == DOUBLED else float(house.all_aboard)
    return len(own) / len(match.setup.seats[flicked.seat].dice) * prize
