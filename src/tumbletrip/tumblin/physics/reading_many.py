"""Reading many dice at once, to measure; `tumblin.reading` is the truth, and a test holds them equal."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tumbletrip.tumblin.board import Board, Box
from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.physics.imagining import Endings

Floats: TypeAlias = npt.NDArray[np.float64]
Whole: TypeAlias = npt.NDArray[np.int64]


def zones(board: Board, kinds: tuple[DieKind, ...], endings: Endings) -> Whole:
    """The zone each die counts in (flick × die), 0 if it does not count (TD06 to TD08)."""
    out, all_poses = np.array(endings.out), np.array(endings.poses)
    counted = np.zeros(out.shape, np.int64)
    for die, kind in enumerate(kinds):
        poses = all_poses[:, die]
        past = poses[:, 0] + _foremost_back(kind, poses[:, 3:]) > board.line  # TD07
        counted[:, die] = np.where(past & ~out[:, die], _tier_zones(board, poses), 0)
    return counted


def faces(kinds: tuple[DieKind, ...], endings: Endings) -> Whole:
    """The number on top of each die (flick × die)."""
    poses = np.array(endings.poses)
    tops = np.zeros(poses.shape[:2], np.int64)
    for die, kind in enumerate(kinds):
        w, x, y, z = poses[:, die, 3:].T
        up = np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z])
        tops[:, die] = 1 + (np.array([kind.normals[number] for number in kind.faces]) @ up).argmax(0)
    return tops


def _tier_zones(board: Board, poses: Floats) -> Whole:
    """The zone of the nearest tier that is not above the die; of two equally near the higher one."""
    x, y, z = poses[:, :3].T
    far = np.array(
        [
            np.where(z < tier.top, np.inf, np.min([_distance(box, x, y) for box in tier.boxes], axis=0))
            for tier in board.tiers
        ]
    )
    nearest = np.where(np.isfinite(far).any(0), far.argmin(0), len(board.tiers) - 1)
    return np.array([tier.zone for tier in board.tiers])[nearest]


def _distance(box: Box, x: Floats, y: Floats) -> Floats:
    beside = np.maximum(np.maximum(box.x[0] - x, x - box.x[1]), 0.0)
    across = np.maximum(np.maximum(box.y[0] - y, y - box.y[1]), 0.0)
    return np.hypot(beside, across)


def _foremost_back(kind: DieKind, turns: Floats) -> Floats:
    """How far behind a die's centre its rearmost corner lies: a negative number."""
    w, x, y, z = turns.T
    forward = np.stack([w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)])
    back: Floats = (np.array(kind.vertices) @ forward).min(0)
    return back
