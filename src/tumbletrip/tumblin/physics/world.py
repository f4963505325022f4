"""The board and a set of dice as a MuJoCo world: wood that does not move, dice that do.

All parameters were found by measuring (docs/lab/tumblin-physics.md): dice bounce like plastic on wood,
come to rest, and stay where they rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Final

from tumbletrip.tumblin.board import Board, Material
from tumbletrip.tumblin.dice import D6, DieKind, Vector, face_up
from tumbletrip.tumblin.physics.stepping import Numbers, engine

TIMESTEP_S: Final = 0.001
LOOK_S: Final = 0.008  # how often somebody looks whether dice are at rest
TABLETOP: Final = "table"  # its name in contacts, by which the app chooses a sound

# A die touches with a smaller body in a skin of this thickness: corners are then found a little before
# they touch, and a die that overhangs a step does not creep off it.
SKIN_M: Final = 0.0006

# The contact is soft at first touch (0.6) and hard 1 mm deep (0.95); with 0.9 at first, dice never rest.
_SOLIMP: Final = "0.6 0.95 0.001 0.5 2"
_SPIN_FRICTION: Final = "0.005 0.0001"  # metres: against spinning on the spot, and against rolling
_PLASTIC: Final = Material(friction=0.30, stiffness=490_000, damping=350)  # die on die
_PARKING_X: Final = -1.0  # dice that left the board wait behind it, where they touch nothing
_PARKING_GAP: Final = 0.1


@dataclass(frozen=True, slots=True)
class Grain:
    """How finely time is cut; longer steps need softer contacts to stay stable."""

    timestep_s: float
    stiffness: float = 1.0  # times the material's own
    damping: float = 1.0

    @property
    def steps_per_look(self) -> int:
        """The steps from one look at the dice to the next."""
        return round(LOOK_S / self.timestep_s)


FINE: Final = Grain(TIMESTEP_S)
# For bots' imagination, up to 3 m/s: 1.5 times as fast, and zones differ by a twentieth (docs/lab).
COARSE: Final = Grain(0.002, stiffness=160 / 490, damping=200 / 350)


class World:
    """One simulation for one set of dice, made once and used for every flick with that set."""

    def __init__(self, board: Board, kinds: Sequence[DieKind], grain: Grain = FINE) -> None:
        """Build and compile; the last die is the one to be flicked, the others lie asleep."""
        self.board = board
        self.kinds = tuple(kinds)
        self.grain = grain
        self.simulation = engine().simulation(_xml(_softened(board, grain), self.kinds, grain))

    @cached_property
    def touchables(self) -> tuple[int | str, ...]:
        """What each geometry of the world is: a die's number, the id of a tier, `peg` or the tabletop."""
        names = (name.split("/")[0] for name in self.simulation.geometries)
        return tuple(int(name) if name.isdigit() else name for name in names)

    @cached_property
    def parking(self) -> tuple[Numbers, ...]:
        """The poses of dice that have left the board."""
        return tuple(_parked(place, kind) for place, kind in enumerate(self.kinds))


@cache
def inertia(kind: DieKind) -> Vector:
    """A die's moments of inertia about its own axes: its faces seen as pyramids from the centre."""
    spread = [0.0, 0.0, 0.0]  # of the mass along each axis
    volume = 0.0
    for number in kind.faces:
        first, *others = kind.outline(number)
        for second, third in pairwise(others):
            share = _six_volumes(first, second, third)
            volume += share / 6
            for axis, corners in enumerate(zip(first, second, third, strict=True)):
                spread[axis] += share / 120 * (sum(corners) ** 2 + sum(value * value for value in corners))
    x, y, z = (kind.mass_kg / volume * value for value in spread)
    return y + z, x + z, x + y


def _six_volumes(a: Vector, b: Vector, c: Vector) -> float:
    """Six times the volume of a pyramid from the centre to three corners."""
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )


def _xml(board: Board, kinds: Sequence[DieKind], grain: Grain) -> str:
    last = len(kinds) - 1
    plastic = _soft(_PLASTIC, grain)
    dice = "".join(_die(place, kind, plastic, asleep=place < last) for place, kind in enumerate(kinds))
    # Dice other than cubes may roll; friction against that costs time, so cubes among themselves have none.
    freedoms = 3 if all(kind == D6 for kind in kinds) else 6
    return _scene(kinds, grain, freedoms, board_xml(board) + dice)


def lone_die_xml(kind: DieKind, cloth: Material) -> str:
    """A world of one die on an endless cloth."""
    return _scene([kind], FINE, 6, _plane(cloth) + _die(0, kind, _PLASTIC, asleep=False))


def _scene(kinds: Sequence[DieKind], grain: Grain, freedoms: int, bodies: str) -> str:
    meshes = "".join(_mesh(kind) for kind in dict.fromkeys(kinds) if kind != D6)
    return f"""
    <mujoco>
      <option timestep="{grain.timestep_s}" integrator="implicitfast" cone="elliptic" impratio="10"
              sleep_tolerance="1e-3"><flag sleep="enable"/></option>
      <size memory="{1 + len(kinds) // 4}M"/>
      <default><geom condim="{freedoms}" solimp="{_SOLIMP}"/></default>
      <asset>{meshes}</asset>
      <worldbody>{bodies}</worldbody>
    </mujoco>"""


def board_xml(board: Board) -> str:
    """The wood and the tabletop under it; where wood is touched, the wood's material decides."""
    return _plane(_PLASTIC) + "".join(_tiers(board)) + "".join(_pegs(board))


def _plane(material: Material) -> str:
    return f'<geom name="{TABLETOP}" type="plane" size="5 5 0.1" {_feel(material)} priority="1"/>'


def _tiers(board: Board) -> list[str]:
    return [
        f'<geom name="{tier.id}/{place}" type="box" {_box(*box.x, *box.y, 0.0, tier.top)}'
        f' {_feel(board.materials[tier.material])} priority="1"/>'
        for tier in board.tiers
        for place, box in enumerate(tier.boxes)
    ]


def _pegs(board: Board) -> list[str]:
    """A peg is a capsule: its upper half-sphere is the round top, the lower one is sunk in the board."""
    pegs = board.pegs
    feel = _feel(board.materials[pegs.material])
    capsules = []
    for place, (x, y) in enumerate(pegs.at):
        tier = board.tier_at(x, y) or board.lowest
        ends = f"{x} {y} {tier.top} {x} {y} {tier.top + pegs.height - pegs.radius}"
        capsules.append(
            f'<geom name="peg/{place}" type="capsule" fromto="{ends}" size="{pegs.radius}"'
            f' {feel} priority="1"/>'
        )
    return capsules


def _box(left: float, right: float, near: float, far: float, bottom: float, top: float) -> str:
    centre = f"{(left + right) / 2} {(near + far) / 2} {(bottom + top) / 2}"
    return f'pos="{centre}" size="{(right - left) / 2} {(far - near) / 2} {(top - bottom) / 2}"'


def _softened(board: Board, grain: Grain) -> Board:
    materials = {name: _soft(material, grain) for name, material in board.materials.items()}
    return replace(board, materials=materials)


def _soft(material: Material, grain: Grain) -> Material:
    return replace(
        material,
        stiffness=material.stiffness * grain.stiffness,
        damping=material.damping * grain.damping,
    )


def _feel(material: Material) -> str:
    spring = f"{-material.stiffness} {-material.damping}"
    return f'friction="{material.friction} {_SPIN_FRICTION}" solref="{spring}"'


def _die(place: int, kind: DieKind, plastic: Material, *, asleep: bool) -> str:
    pose = _parked(place, kind)
    moments = " ".join(map(str, inertia(kind)))
    policy = ' sleep="init"' if asleep else ""
    return f"""
      <body pos="{_numbers(pose[:3])}" quat="{_numbers(pose[3:])}"{policy}>
        <freejoint/>
        <inertial pos="0 0 0" mass="{kind.mass_kg}" diaginertia="{moments}"/>
        <geom name="{place}" {_shape(kind)} margin="{SKIN_M}" {_feel(plastic)}/>
      </body>"""


def _shape(kind: DieKind) -> str:
    half = kind.inradius - SKIN_M
    return f'type="box" size="{half} {half} {half}"' if kind == D6 else f'type="mesh" mesh="{kind.name}"'


def _mesh(kind: DieKind) -> str:
    share = 1 - SKIN_M / kind.inradius
    shrunk = [value * share for corner in kind.vertices for value in corner]
    return f'<mesh name="{kind.name}" vertex="{_numbers(shrunk)}"/>'


def _numbers(values: Sequence[float]) -> str:
    return " ".join(map(repr, values))


def _parked(place: int, kind: DieKind) -> list[float]:
    return [_PARKING_X - _PARKING_GAP * place, 0.0, kind.inradius, *face_up(kind, 1)]
