"""The physics of play without film and sounds: rounds end as they would at a table, but sooner."""

from tumbletrip.bots.tumblin.imagination import rests_after
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.ports import Launch, Rest, Settled


class Unfilmed:
    """A `Physics` whose flicks end within a micrometre of those of play."""

    def __init__(self, board: Board) -> None:
        """Fine steps, as in play."""
        self._imagination = Imagination(board)
        self.fingerprint = MujocoPhysics(board).fingerprint

    def settle(self, resting: tuple[Rest, ...], launch: Launch) -> Settled:
        """All dice at rest after a flick."""
        endings = self._imagination.fly(resting, [launch])
        (rests,) = rests_after(self._imagination.board, resting, launch.die, endings)
        return Settled(rests)
