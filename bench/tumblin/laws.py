"""How far flicks of a practised hand go, which faces dice keep, and how dice are taken out."""

import math
from random import Random
from typing import Final

import numpy as np

from bench.tumblin.flights import SHOOTER, START_X, TARGET, flown
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import D6, face_up
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.reading_many import faces, zones
from tumbletrip.tumblin.ports import Launch, Pose
from tumbletrip.tumblin.reading import read

SPEEDS_MPS: Final = (0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.5, 1.6, 1.8, 2.0)
BESIDE: Final = (0.5, 1.0)  # half-widths; mirror images need no flicks of their own
BESIDE_MPS: Final = (1.2, 1.3, 1.4, 1.5, 1.6)
HARD_MPS: Final = (1.6, 1.8, 2.0, 2.3, 2.6)


def laws(board: Board, flicks: int) -> None:
    """Print zones and faces by speed, then take-outs by zone and speed."""
    imagination, rng = Imagination(board), Random(1)
    print("m/s   none   1x   2x   3x   4x  off   points a die   six kept on 1x   2x   3x   4x, in %")
    for speed in SPEEDS_MPS:
        _speed(imagination, Launch(SHOOTER, START_X, 0.0, 6, speed_mps=speed), flicks, rng)
    for side in BESIDE:
        print(f"hit {side} half-widths beside the middle")
        for speed in BESIDE_MPS:
            aim = Launch(SHOOTER, START_X, 0.0, 6, speed_mps=speed, hit_side=side)
            _speed(imagination, aim, flicks, rng)
    print("\naimed at a die in the middle of   m/s: taken off the board / shooter lost, in %")
    for zone_number in (2, 3, 4):
        print(f"  {zone_number}x  " + "  ".join(_take_outs(imagination, zone_number, flicks, rng)))


def _speed(imagination: Imagination, aim: Launch, flicks: int, rng: Random) -> None:
    """Print where dice of one aim go, and how many keep their six there."""
    ends = flown(imagination, (), aim, flicks, rng)
    zone, face = zones(imagination.board, (D6,), ends)[:, 0], faces((D6,), ends)[:, 0]
    off = np.array(ends.out)[:, 0]
    shares = [np.mean((zone == 0) & ~off), *(np.mean(zone == one) for one in (1, 2, 3, 4)), np.mean(off)]
    kept = [np.mean(face[zone == one] == 6) if np.sum(zone == one) > 9 else math.nan for one in (1, 2, 3, 4)]
    shown = " ".join(f"{100 * share:4.0f}" for share in shares)
    print(
        f"{aim.speed_mps:4.2f}  {shown} {np.mean(zone * face):10.1f}            "
        + " ".join(f"{100 * one:6.0f}" for one in kept),
        flush=True,
    )


def _take_outs(imagination: Imagination, zone: int, flicks: int, rng: Random) -> list[str]:
    board = imagination.board
    tier = board.tiers[zone]
    box = tier.boxes[len(tier.boxes) // 2]
    x = (box.x[0] + box.x[1]) / 2
    lying = read(board, TARGET, Pose(x, 0.0, tier.top + D6.inradius, *face_up(D6, 6, 0.3)))
    told = []
    for speed in HARD_MPS:
        ends = flown(imagination, (lying,), Launch(SHOOTER, START_X, 0.0, 6, speed_mps=speed), flicks, rng)
        off, lost = 100 * np.mean(ends.out, axis=0)
        told.append(f"{speed}: {off:.0f}/{lost:.0f}")
    return told
