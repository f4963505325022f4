"""A puzzle: the last flick of a round, with all other dice lying on the board already.

Where they lie follows from numbers that somebody else draws, and from nothing else: the same numbers lay the
same puzzle on any machine, with any version of the physics. docs/daily-challenge.md says it step by step.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import face_up
from tumbletrip.tumblin.hands import HandSize
from tumbletrip.tumblin.ports import Die, Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.rules import Match, Phase
from tumbletrip.tumblin.scoring import RoundSheet, score_round
from tumbletrip.tumblin.setup import Setup, table

Draw: TypeAlias = Callable[[str], float]  # from 0 to below 1; always the same number for the same name

SOLVER, RIVAL = 0, 1  # the seats
FEWEST_DICE, MOST_DICE = 2, 4  # for each seat
_GAP_M: Final = 0.001  # from edges, pegs and other dice: however a die is turned, it touches none of them


def lay_puzzle(draw: Draw) -> Match:
    """A match in which the solver has one die left, and nobody else any."""
    dice = FEWEST_DICE + int(draw("dice") * (MOST_DICE - FEWEST_DICE + 1))
    setup = table(("solver", "rival"), dice, hand=HandSize.HUMAN)
    rests: list[Rest] = []
    for die in _dice_to_lay(setup):
        rests.append(_laid(draw, setup.board, die, rests))
    return Match(setup, rolls=((1,), (6,)), rests=tuple(rests), order=(RIVAL, SOLVER), phase=Phase.FLICK)


def _dice_to_lay(setup: Setup) -> list[Die]:
    """All but the solver's last one; TD04: in turn, the rival began."""
    pairs = zip(setup.seats[RIVAL].dice, setup.seats[SOLVER].dice, strict=True)
    return [die for pair in pairs for die in pair][:-1]


def _laid(draw: Draw, board: Board, die: Die, lying: Sequence[Rest]) -> Rest:
    """A die flat on the board, at the first place drawn for it that is free."""
    attempt = 0
    while True:
        pose = _place(draw, f"{die.key}/{attempt}", board, die)
        if _is_free(board, die, pose, lying):
            return read(board, die, pose)
        attempt += 1


def _place(draw: Draw, name: str, board: Board, die: Die) -> Pose:
    """Any zone, any of its platforms, anywhere on it, any number up, turned anyhow."""
    zones = [tier for tier in board.tiers if tier.zone]
    tier = zones[int(draw(f"{name}/zone") * len(zones))]
    box = tier.boxes[int(draw(f"{name}/platform") * len(tier.boxes))]
    margin = die.kind.circumradius + _GAP_M
    start = max(box.x[0], board.line) if tier.zone == 1 else box.x[0]  # TD07: all of it beyond the line
    x = _between(start + margin, box.x[1] - margin, draw(f"{name}/x"))
    y = _between(box.y[0] + margin, box.y[1] - margin, draw(f"{name}/y"))
    face = 1 + int(draw(f"{name}/face") * len(die.kind.faces))
    yaw = _between(-math.pi, math.pi, draw(f"{name}/yaw"))
    return Pose(x, y, tier.top + die.kind.inradius, *face_up(die.kind, face, yaw))


def _between(low: float, high: float, share: float) -> float:
    return low + share * (high - low)


def _is_free(board: Board, die: Die, pose: Pose, lying: Sequence[Rest]) -> bool:
    reach = die.kind.circumradius + _GAP_M
    pegs = ((x, y, board.pegs.radius) for x, y in board.pegs.at)
    dice = ((rest.pose.x, rest.pose.y, rest.die.kind.circumradius) for rest in lying)
    return all(math.hypot(pose.x - x, pose.y - y) >= reach + wide for x, y, wide in (*pegs, *dice))


def sheet_now(match: Match) -> RoundSheet:
    """What the round is worth as the dice lie, or as they lay when its last die had come to rest."""
    if match.sheets:
        return match.sheets[-1]
    return score_round(match.setup.house, match.setup.sides, match.rests)


def lead(sheet: RoundSheet) -> int:
    """What a puzzle counts: the solver's points less the rival's."""
    return sheet.sides[SOLVER] - sheet.sides[RIVAL]
