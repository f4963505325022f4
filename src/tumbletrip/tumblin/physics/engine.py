"""The physics of play: one flick in, all dice at rest out, with the film and the sounds of the way there.

The same flick from the same position gives the same bits, in any process and however often it is asked.
Another version of MuJoCo may give others: what is stored is the result, never the wish to repeat it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tumbletrip.core.errors import InputError, problem
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.physics.flight import Flight
from tumbletrip.tumblin.physics.launching import numbers, start
from tumbletrip.tumblin.physics.stepping import Numbers, engine
from tumbletrip.tumblin.physics.tabletop import roll_out
from tumbletrip.tumblin.physics.trajectory import encode
from tumbletrip.tumblin.physics.world import World
from tumbletrip.tumblin.ports import Launch, Pose, Rest, Settled
from tumbletrip.tumblin.reading import read

VERSION: Final = 3  # counts up with every change that may move a die
_WORLDS: Final = 24  # sets of dice kept: a whole round of a match


class MujocoPhysics:
    """Tumblin-Dice on one board; keeps a world for each set of dice it has met."""

    def __init__(self, board: Board) -> None:
        """Nothing is built before the first flick."""
        self.board = board
        self._world = lru_cache(maxsize=_WORLDS)(self._build)

    @property
    def fingerprint(self) -> str:
        """Engine and version, our physics' version, and the board's hash."""
        return f"mujoco-{engine().version}/{VERSION}/{self.board.hash}"

    def settle(self, resting: tuple[Rest, ...], launch: Launch) -> Settled:
        """All dice at rest after a flick: those of `resting` in their order, then the one flicked."""
        refusal = refuse_launch(self.board, launch, resting)
        if refusal:
            raise InputError(problem(refusal.value))
        lying = [place for place, rest in enumerate(resting) if rest.on_board]
        flight, poses = self._flight([resting[place] for place in lying], launch)
        rests = dict(enumerate(resting))
        for place, pose in zip((*lying, len(resting)), poses, strict=True):
            rests[place] = self._rest(rests.get(place), launch, pose)
        film = flight.camera.cut([*lying, len(resting)], {place: rest.pose for place, rest in rests.items()})
        return Settled(tuple(rests.values()), encode(film), flight.microphone.heard())

    def _flight(self, lying: Sequence[Rest], launch: Launch) -> tuple[Flight, list[Numbers]]:
        """Fly the flick on the board, then let those that fell off roll to rest on the tabletop."""
        dice = [*(rest.die for rest in lying), launch.die]
        world = self._world(tuple(die.kind for die in dice))
        poses = [numbers(rest.pose) for rest in lying]
        flight = Flight(world, poses, start(self.board, launch), [die.key for die in dice])
        flight.fly()
        ended = flight.poses
        for fall in flight.falls:
            die = dice[fall.die]
            ended[fall.die] = roll_out(fall, die.kind, die.key, flight.camera, flight.microphone)
        return flight, ended

    def _rest(self, before: Rest | None, launch: Launch, pose: Numbers) -> Rest:
        """How a die rests now; one that nobody touched stays as it is, to the last digit."""
        if before and numbers(before.pose) == list(pose):
            return before
        return read(self.board, before.die if before else launch.die, Pose(*pose))

    def _build(self, kinds: tuple[DieKind, ...]) -> World:
        return World(self.board, kinds)
