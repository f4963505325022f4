"""Many flicks from one position at once, without films or sounds: what bots imagine before they flick.

Flicks share a handful of rows: as soon as one is over, the next takes its row, and all rows are looked at
together. A flick ends in the very same poses as `MujocoPhysics.settle` finds; with a coarse grain it ends
near them, sooner.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import mujoco
import numpy as np
import numpy.typing as npt

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.physics.launching import numbers, start
from tumbletrip.tumblin.physics.resting import Flags, Watch
from tumbletrip.tumblin.physics.world import FINE, MOTION, POSE, Floats, Grain, World
from tumbletrip.tumblin.ports import Launch, Rest

Rows: TypeAlias = npt.NDArray[np.int64]

_ROWS = 48  # so many that looking at them together costs little; more only costs memory
_WORLDS = 4  # sets of dice kept, about 40 MB each; building one costs less than its first flicks


@dataclass(frozen=True, slots=True)
class Endings:
    """How each flick ended: poses (flick × die × 7), who is out (flick × die) and after how many looks.

    The flicked die comes last.
    """

    poses: Floats
    out: Flags
    looks: Rows


class Imagination:
    """Flies launches from a position; keeps its worlds for the next question."""

    def __init__(self, board: Board, grain: Grain = FINE) -> None:
        """Nothing is built before the first question."""
        self.board = board
        self._grain = grain
        self._stage = lru_cache(maxsize=_WORLDS)(self._build)

    def fly(self, resting: Sequence[Rest], launches: Sequence[Launch]) -> Endings:
        """The endings of launches of one die among the dice that lie on the board."""
        lying = [rest for rest in resting if rest.on_board]
        kinds = (*(rest.die.kind for rest in lying), launches[0].die.kind)
        poses = np.array([numbers(rest.pose) for rest in lying])
        return self._stage(kinds).fly(poses, [start(self.board, launch) for launch in launches])

    def _build(self, kinds: tuple[DieKind, ...]) -> "_Stage":
        return _Stage(World(self.board, kinds, self._grain))


class _Stage:
    """Rows for one set of dice, one flick to a row."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._dice = len(world.kinds)
        self._rows = [mujoco.MjData(world.model) for _ in range(_ROWS)]
        self._poses: list[Floats] = [row.qpos for row in self._rows]
        self._motions: list[Floats] = [row.qvel for row in self._rows]
        self._watch = Watch(world, _ROWS)

    def fly(self, lying: Floats, starts: Sequence[tuple[Floats, Floats]]) -> Endings:
        """Fly all; a row that has finished its flick takes the next one."""
        self._world.model.qpos0[: lying.size] = lying.ravel()
        shape = len(starts), self._dice
        endings = Endings(
            np.empty((*shape, POSE)), np.zeros(shape, np.bool_), np.zeros(len(starts), np.int64)
        )
        flick_in = np.full(_ROWS, -1)
        waiting = 0
        free: Rows = np.arange(_ROWS)
        while True:
            taken = free[: len(starts) - waiting]
            flick_in[taken] = np.arange(waiting, waiting + len(taken))
            waiting += len(taken)
            self._begin(taken, [starts[flick] for flick in flick_in[taken]])
            busy = np.flatnonzero(flick_in >= 0)
            if not len(busy):
                return endings
            free = self._advance(busy)
            for row in free:
                endings.poses[flick_in[row]] = self._poses[row].reshape(self._dice, POSE)
            endings.out[flick_in[free]] = self._watch.out[free]
            endings.looks[flick_in[free]] = self._watch.looks[free]
            flick_in[free] = -1

    def _begin(self, rows: Rows, starts: Sequence[tuple[Floats, Floats]]) -> None:
        """Put the dice back where they lie, asleep, and set the flicked one in motion."""
        for row, (pose, motion) in zip(rows, starts, strict=True):
            mujoco.mj_resetData(self._world.model, self._rows[row])
            self._poses[row][-POSE:] = pose
            self._motions[row][-MOTION:] = motion
            self._watch.restart(row)

    def _advance(self, rows: Rows) -> Rows:
        """Step some rows to the next look, take away what fell off, and say which rows are done."""
        self._step(rows)
        poses, motions = [self._poses[row] for row in rows], [self._motions[row] for row in rows]
        fallen, over = self._watch.look(rows, np.array(poses), np.array(motions))
        for place, die in np.argwhere(fallen):
            poses[place][die * POSE : (die + 1) * POSE] = self._world.parking[die]
            motions[place][die * MOTION : (die + 1) * MOTION] = 0.0
        return rows[over]

    def _step(self, rows: Rows) -> None:
        model, steps = self._world.model, self._world.grain.steps_per_look
        for row in rows:
            mujoco.mj_step(model, self._rows[row], steps)
