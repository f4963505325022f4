"""The tabletop beside the board: a die that fell off rolls to rest there, alone, and shows a face (TD13).

It is out from the moment it sinks below the board, so it disturbs nobody: it is put into a world of its
own, a tablecloth and nothing else, with the speed and spin it fell with.
"""

from functools import cache
from typing import Final

import mujoco
import numpy as np

from tumbletrip.tumblin.board import Material
from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.physics.flight import Fall
from tumbletrip.tumblin.physics.recording import Camera, Microphone
from tumbletrip.tumblin.physics.resting import QUIET_SPEED_MPS, QUIET_SPIN_RADPS
from tumbletrip.tumblin.physics.world import TABLETOP, TIMESTEP_S, Floats, lone_die_xml

_MAX_STEPS: Final = 1500  # a die that still rolls after 1.5 s is picked up: the face that is up then counts
_QUIET_STEPS: Final = 30
CLOTH: Final = Material(friction=0.6, stiffness=200_000, damping=700)  # dice stop soon and bounce little


def roll_out(fall: Fall, kind: DieKind, name: str, camera: Camera, microphone: Microphone) -> Floats:
    """The pose in which a fallen die comes to rest; the film and the sounds go on while it rolls."""
    model = _tabletop(kind)
    data = mujoco.MjData(model)
    data.qpos, data.qvel = fall.pose, fall.motion
    quiet = 0
    for step in range(fall.step, fall.step + _MAX_STEPS):
        camera.film(step, fall.die, data.qpos)
        mujoco.mj_step(model, data)
        microphone.listen((step + 1) * TIMESTEP_S, data, (TABLETOP, name))
        quiet = quiet + 1 if _is_quiet(data.qvel) else 0
        if quiet > _QUIET_STEPS:
            break
    pose: Floats = data.qpos.copy()
    return pose


def _is_quiet(motion: Floats) -> bool:
    speeds = np.abs(motion)
    return bool(speeds[:3].max() < QUIET_SPEED_MPS and speeds[3:].max() < QUIET_SPIN_RADPS)


@cache
def _tabletop(kind: DieKind) -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(lone_die_xml(kind, CLOTH))
