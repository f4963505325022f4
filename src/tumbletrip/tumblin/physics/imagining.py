"""Many flicks from one position, without films or sounds: what bots imagine before they flick.

A flick ends in the very same poses as `MujocoPhysics.settle` finds; with a coarse grain it ends near them,
sooner.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.physics.launching import numbers, start
from tumbletrip.tumblin.physics.resting import Watch
from tumbletrip.tumblin.physics.stepping import POSE, Numbers
from tumbletrip.tumblin.physics.world import FINE, Grain, World
from tumbletrip.tumblin.ports import Launch, Rest

_WORLDS: Final = 4  # sets of dice kept; building one costs less than its first flicks


@dataclass(frozen=True, slots=True)
class Endings:
    """How each flick ended: for each die its pose and whether it is out, and after how many looks.

    The flicked die comes last.
    """

    poses: Sequence[Sequence[Numbers]]
    out: Sequence[Sequence[bool]]
    looks: Sequence[int]


class Imagination:
    """Flies launches from a position; keeps its worlds for the next question."""

    def __init__(self, board: Board, grain: Grain = FINE) -> None:
        """Nothing is built before the first question."""
        self.board = board
        self._grain = grain
        self._world = lru_cache(maxsize=_WORLDS)(self._build)

    def fly(self, resting: Sequence[Rest], launches: Sequence[Launch]) -> Endings:
        """The endings of launches of one die among the dice that lie on the board."""
        lying = [rest for rest in resting if rest.on_board]
        world = self._world((*(rest.die.kind for rest in lying), launches[0].die.kind))
        still = [numbers(rest.pose) for rest in lying]
        watches, poses = [], []
        for launch in launches:
            watch, ended = _flown(world, still, start(self.board, launch))
            watches.append(watch)
            poses.append([ended[place : place + POSE] for place in range(0, len(ended), POSE)])
        return Endings(poses, [watch.out for watch in watches], [watch.looks for watch in watches])

    def _build(self, kinds: tuple[DieKind, ...]) -> World:
        return World(self.board, kinds, self._grain)


def _flown(world: World, lying: Sequence[Numbers], begin: tuple[Numbers, Numbers]) -> tuple[Watch, Numbers]:
    """One flick to its end; those that fall off are taken away."""
    simulation, watch = world.simulation, Watch(world)
    simulation.restart(lying, *begin)
    while True:
        poses, motions = simulation.step(world.grain.steps_per_look)
        for die in watch.look(poses, motions):
            simulation.take_away(die, world.parking[die])
        if watch.is_over(poses):
            return watch, poses
