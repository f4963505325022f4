"""The tabletop beside the board: a die that fell off rolls to rest there, alone, and shows a face (TD13).

It is out from the moment it sinks below the board, so it disturbs nobody: it is put into a world of its
own, a tablecloth and nothing else, with the speed and spin it fell with.
"""

from functools import cache
from typing import Final

from tumbletrip.tumblin.board import Material
from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.physics.flight import Fall
from tumbletrip.tumblin.physics.recording import Camera, Microphone
from tumbletrip.tumblin.physics.resting import is_quiet
from tumbletrip.tumblin.physics.stepping import Engine, Numbers, Simulation, engine
from tumbletrip.tumblin.physics.world import TABLETOP, TIMESTEP_S, lone_die_xml

_MAX_STEPS: Final = 1500  # a die that still rolls after 1.5 s is picked up: the face that is up then counts
_QUIET_STEPS: Final = 30
CLOTH: Final = Material(friction=0.6, stiffness=200_000, damping=700)  # dice stop soon and bounce little


def roll_out(fall: Fall, kind: DieKind, name: str, camera: Camera, microphone: Microphone) -> Numbers:
    """The pose in which a fallen die comes to rest; the film and the sounds go on while it rolls."""
    simulation = _tabletop(engine(), kind)
    simulation.restart([], fall.pose, fall.motion)
    pose = fall.pose
    quiet = 0
    for step in range(fall.step, fall.step + _MAX_STEPS):
        camera.film(step, fall.die, pose)
        ((pose, touches),) = simulation.filmed(1)
        microphone.listen((step + 1) * TIMESTEP_S, touches, (TABLETOP, name))
        quiet = quiet + 1 if is_quiet(simulation.now()[1]) else 0
        if quiet > _QUIET_STEPS:
            break
    return pose


@cache
def _tabletop(found: Engine, kind: DieKind) -> Simulation:
    return found.simulation(lone_die_xml(kind, CLOTH))
