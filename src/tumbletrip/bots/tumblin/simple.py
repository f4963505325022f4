"""Heads that do not imagine anything: they flick as children, beginners and easy-going players do."""

from random import Random
from typing import Final

from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.shots import MEDIUM_MPS, emergency, possible, straight, towards
from tumbletrip.tumblin.ports import Die, Launch
from tumbletrip.tumblin.rules import Match

_ANY_SPEED_MPS: Final = (0.5, 2.0)  # soft flicks die before the line, hard ones fly off
_ANYWHERE_Y: Final = (-0.13, 0.13)  # somewhere between the outer platforms
_STARTS: Final = (0.0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9)


def die_to_flick(match: Match) -> Die:
    """The next die in hand; the bonus die comes last."""
    assert match.turn is not None
    return min(match.dice_in_hand(match.turn), key=lambda die: die.is_bonus)


class Hopeful:
    """Any speed that may be of use, towards anywhere at the foot of the board."""

    def aim(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """A flick at random; it takes no time."""
        del budget
        board, die = match.setup.board, die_to_flick(match)
        y, speed, start = rng.uniform(*_ANYWHERE_Y), rng.uniform(*_ANY_SPEED_MPS), rng.uniform(-1, 1)
        shot = towards(board, die, speed, start, sum(board.lowest.boxes[0].x) / 2, y)
        return (possible(board, [shot], match.rests) or emergency(board, die, match.rests))[0]


class Straight:
    """Always straight ahead at the same speed, from the place nearest to the middle that is free."""

    def __init__(self, speed_mps: float = MEDIUM_MPS) -> None:
        """Medium speed, or another."""
        self._speed_mps = speed_mps

    def aim(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """The same flick as ever; it takes neither time nor chance."""
        del budget, rng
        board, die = match.setup.board, die_to_flick(match)
        shots = (straight(board, die, self._speed_mps, start) for start in _STARTS)
        return (possible(board, shots, match.rests) or emergency(board, die, match.rests))[0]
