"""One flick in slow motion: every step is filmed and listened to, until the dice are at rest."""

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from tumbletrip.tumblin.physics.recording import Camera, Microphone
from tumbletrip.tumblin.physics.resting import Watch
from tumbletrip.tumblin.physics.world import FINE, MOTION, POSE, TIMESTEP_S, Floats, World

_ONLY = np.array([0])  # the one row of a watch that looks at a single flick


@dataclass(frozen=True, slots=True)
class Fall:
    """A die at the moment it was found to have left the board."""

    die: int
    step: int
    pose: Floats
    motion: Floats


class Flight:
    """A flick under way in a world; `names` are what the dice are called in the sounds."""

    def __init__(
        self, world: World, lying: Sequence[Floats], start: tuple[Floats, Floats], names: Sequence[str]
    ) -> None:
        """Put the dice where they lie, asleep, and set the flicked one in motion."""
        self._world = world
        self._data = world.fresh_data(lying)
        self._data.qpos[-POSE:], self._data.qvel[-MOTION:] = start
        self._motions: Floats = self._data.qvel.reshape(-1, MOTION)
        self._heard_as = [names[thing] if isinstance(thing, int) else thing for thing in world.touchables]
        self._watch = Watch(world, 1)
        self.poses: Floats = self._data.qpos.reshape(-1, POSE)
        self.falls: list[Fall] = []
        self.step = 0
        self.camera = Camera()
        self.microphone = Microphone()

    def fly(self) -> None:
        """Step until the dice are at rest; those that fall off are noted and taken away."""
        over = False
        while not over:
            self._film()
            mujoco.mj_step(self._world.model, self._data)
            self.step += 1
            self.microphone.listen(self.step * TIMESTEP_S, self._data, self._heard_as)
            over = self.step % FINE.steps_per_look == 0 and self._look()
        self._film()

    def _film(self) -> None:
        if self.camera.is_due(self.step):
            for die in np.flatnonzero(~self._watch.out[0]):
                self.camera.film(self.step, int(die), self.poses[die])

    def _look(self) -> bool:
        fallen, over = self._watch.look(_ONLY, self._data.qpos, self._data.qvel)
        for die in np.flatnonzero(fallen[0]):
            self.falls.append(Fall(int(die), self.step, self.poses[die].copy(), self._motions[die].copy()))
            self.poses[die], self._motions[die] = self._world.parking[die], 0.0
        return bool(over[0])
