"""MuJoCo as a library of this process."""

from collections.abc import Sequence
from typing import Final

import mujoco

from tumbletrip.tumblin.physics.stepping import MOTION, POSE, Moment, Numbers, Touch

_NOTHING: Final[tuple[Touch, ...]] = ()


class NativeEngine:
    """The engine of servers, commands and tests."""

    version: str = mujoco.__version__

    def simulation(self, xml: str) -> "NativeSimulation":
        """The world of a text in MuJoCo's format."""
        return NativeSimulation(xml)


class NativeSimulation:
    """A compiled model and its state."""

    def __init__(self, xml: str) -> None:
        """Compile."""
        self.model = mujoco.MjModel.from_xml_string(xml)
        self.data = mujoco.MjData(self.model)
        self.geometries = [self.model.geom(place).name for place in range(self.model.ngeom)]

    def restart(self, lying: Sequence[Numbers], pose: Numbers, motion: Numbers) -> None:
        """Begin anew: dice asleep where they lie, the last one at a pose and in motion."""
        for place, still in enumerate(lying):
            self.model.qpos0[place * POSE : (place + 1) * POSE] = still
        mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[-POSE:] = pose
        self.data.qvel[-MOTION:] = motion

    def step(self, steps: int) -> tuple[Numbers, Numbers]:
        """Move time on; the poses and the motions of all dice then, each in a row."""
        mujoco.mj_step(self.model, self.data, steps)
        return self.now()

    def filmed(self, steps: int) -> list[Moment]:
        """Move time on, and tell of every step."""
        return [self._next() for _ in range(steps)]

    def _next(self) -> Moment:
        mujoco.mj_step(self.model, self.data)
        return Moment(self.data.qpos.tolist(), self._touches() if self.data.ncon else _NOTHING)

    def _touches(self) -> list[Touch]:
        contact, forces = self.data.contact, self.data.efc_force
        pairs = zip(contact.geom.tolist(), contact.efc_address.tolist(), strict=True)
        return [Touch(one, other, float(forces[row])) for (one, other), row in pairs if row >= 0]

    def now(self) -> tuple[Numbers, Numbers]:
        """The poses and the motions of all dice, each in a row."""
        return self.data.qpos.tolist(), self.data.qvel.tolist()

    def take_away(self, die: int, pose: Numbers) -> None:
        """Put a die elsewhere, where it does not move."""
        self.data.qpos[die * POSE : (die + 1) * POSE] = pose
        self.data.qvel[die * MOTION : (die + 1) * MOTION] = 0.0
