"""The physics of play without film and sounds: rounds end as they would at a table, but sooner."""

from typing import Final

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.ports import Launch, Pose, Rest, Settled
from tumbletrip.tumblin.reading import read

_AWAY: Final = Pose(2.0, 0.0, 0.008)  # beside the board; a fallen die counts nothing in these rounds


class Unfilmed:
    """A `Physics` whose flicks end within a micrometre of those of play."""

    def __init__(self, board: Board) -> None:
        """Fine steps, as in play."""
        self._imagination = Imagination(board)
        self.fingerprint = MujocoPhysics(board).fingerprint

    def settle(self, resting: tuple[Rest, ...], launch: Launch) -> Settled:
        """All dice at rest after a flick."""
        board = self._imagination.board
        endings = self._imagination.fly(resting, [launch])
        lying = [place for place, rest in enumerate(resting) if rest.on_board]
        rests = dict(enumerate(resting))
        for place, pose, fell in zip((*lying, len(resting)), endings.poses[0], endings.out[0], strict=True):
            die = resting[place].die if place < len(resting) else launch.die
            rests[place] = read(board, die, _AWAY if fell else Pose(*map(float, pose)))
        return Settled(tuple(rests.values()))
