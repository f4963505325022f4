"""Many flicks of six-sided dice from one position, by our own kernels, with the numbers of MuJoCo's world.

Dice end where MuJoCo's end, in the same shares of all flicks; not each of them, since touches are solved to
a thousandth, and dice that tumble make much of little (`python -m bench.tumblin imagination`).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import mujoco
import numpy as np
import numpy.typing as npt

from tumbletrip.bots.tumblin.fast.bodies import (
    BOX,
    DIE_COUNTS,
    DIE_NUMBERS,
    PEG,
    TOUCH_COUNTS,
    TOUCH_NUMBERS,
    Feel,
    Question,
)
from tumbletrip.bots.tumblin.fast.flying import fly
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import D6
from tumbletrip.tumblin.physics.engines.native import NativeSimulation
from tumbletrip.tumblin.physics.imagining import Endings
from tumbletrip.tumblin.physics.launching import numbers, start
from tumbletrip.tumblin.physics.stepping import MOTION, POSE
from tumbletrip.tumblin.physics.world import World
from tumbletrip.tumblin.ports import Launch, Rest

Floats: TypeAlias = npt.NDArray[np.float64]

_SQUARE: Final = np.eye(3)
_BOARDS: Final = 16  # measured ones that are kept
_TABLE_M: Final = 5.0  # the tabletop is a box of this half-width and depth


class _World(NamedTuple):
    boxes: Floats
    pegs: Floats
    cube: Floats
    feel: Feel


class FastImagination:
    """Flies launches of d6 among d6."""

    def __init__(self, board: Board) -> None:
        """Compile or load the kernels, and measure MuJoCo's world of this board."""
        self.board = board
        self._world = _measured(board)
        self._touches = np.zeros(TOUCH_NUMBERS), np.zeros(TOUCH_COUNTS, np.int64)

    def fly(self, resting: Sequence[Rest], launches: Sequence[Launch]) -> Endings:
        """The endings of launches of one die among the dice that lie on the board."""
        lying = _rows([numbers(rest.pose) for rest in resting if rest.on_board], POSE)
        begun = [start(self.board, launch) for launch in launches]
        starts, motions = _rows([one for one, _ in begun], POSE), _rows([one for _, one in begun], MOTION)
        flicks, dice = len(launches), len(lying) + 1
        moving = np.zeros(DIE_NUMBERS * dice), np.zeros(DIE_COUNTS * dice, np.int64)
        poses = np.empty((flicks, dice, POSE))
        out, looks = np.zeros((flicks, dice), np.int64), np.zeros(flicks, np.int64)
        world = self._world
        question = Question(
            boxes=world.boxes.ctypes.data,
            many_boxes=len(world.boxes),
            pegs=world.pegs.ctypes.data,
            many_pegs=len(world.pegs),
            cube=world.cube.ctypes.data,
            square=_SQUARE.ctypes.data,
            dice_numbers=moving[0].ctypes.data,
            dice_counts=moving[1].ctypes.data,
            dice=dice,
            touch_numbers=self._touches[0].ctypes.data,
            touch_counts=self._touches[1].ctypes.data,
            lying=lying.ctypes.data,
            starts=starts.ctypes.data,
            motions=motions.ctypes.data,
            flicks=flicks,
            poses=poses.ctypes.data,
            out=out.ctypes.data,
            looks=looks.ctypes.data,
        )
        fly(question, world.feel)
        return Endings(poses.tolist(), out.astype(bool).tolist(), looks.tolist())


def _rows(rows: Sequence[Sequence[float]], wide: int) -> Floats:
    return np.array(rows, np.float64).reshape(-1, wide)


@lru_cache(maxsize=_BOARDS)
def _measured(board: Board) -> _World:
    """What MuJoCo makes of a board and of d6: sizes, materials, softness."""
    simulation = World(board, (D6,)).simulation
    assert isinstance(simulation, NativeSimulation)
    model = simulation.model
    parts = [model.geom(place) for place in range(model.ngeom)]
    wood, die = parts[:-1], parts[-1]
    kinds = mujoco.mjtGeom
    planes = [_table(part) for part in wood if part.type[0] == kinds.mjGEOM_PLANE]
    boxes = [_box(part) for part in wood if part.type[0] == kinds.mjGEOM_BOX]
    pegs = [_peg(part) for part in wood if part.type[0] == kinds.mjGEOM_CAPSULE]
    softest, hardest, depth = die.solimp[:3].tolist()
    body = model.body(die.bodyid[0])
    feel = Feel(
        half=float(die.size[0]),
        skin=float(die.margin[0]),
        double_skin=2 * float(die.margin[0]),
        inverse_inertia=float(body.mass[0] / body.inertia[0]),
        softest=softest,
        hardest=hardest,
        depth=depth,
        slip=float(model.opt.impratio),
        gravity=-float(model.opt.gravity[2]),
        off_below=board.off_below,
        plastic=_material(die),
    )
    return _World(_rows([*planes, *boxes], BOX), _rows(pegs, PEG), np.full(3, feel.half), feel)


def _table(plane: Any) -> list[float]:
    return [-_TABLE_M, _TABLE_M, -_TABLE_M, _TABLE_M, -_TABLE_M, 0.0, *_material(plane)]


def _box(box: Any) -> list[float]:
    ends = [float(end) for at, half in zip(box.pos, box.size, strict=True) for end in (at - half, at + half)]
    return [*ends, *_material(box)]


def _peg(peg: Any) -> list[float]:
    x, y, z = peg.pos.tolist()
    radius, half = peg.size[:2].tolist()
    return [x, y, z - half, z + half, radius, *_material(peg)]


def _material(part: Any) -> tuple[float, float, float]:
    """Friction, stiffness and damping of what is touched."""
    stiffness, damping = part.solref.tolist()
    return float(part.friction[0]), -stiffness, -damping
