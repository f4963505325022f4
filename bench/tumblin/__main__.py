"""A board of Tumblin-Dice in figures: how far flicks of a human hand go, how dice are taken out, what pays.

    python -m bench.tumblin laws 150              zones by speed, faces kept, take-outs
    python -m bench.tumblin exploit 40            the best constant shot that a hill-climb finds
    python -m bench.tumblin laws --board my.json  another board

Everything is flown with the hand of a practised player and a fixed seed.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from tumbletrip.tumblin.board import USUAL_BOARD, Board, find_board
from tumbletrip.tumblin.dice import D6, Colour, face_up
from tumbletrip.tumblin.hands import PRACTISED
from tumbletrip.tumblin.launches import on_the_track, refuse_launch
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.reading_many import faces, zones
from tumbletrip.tumblin.ports import Die, Launch, Pose, Rest
from tumbletrip.tumblin.reading import read

SHOOTER, TARGET = Die("a1", 0, Colour.RED, D6), Die("b1", 1, Colour.BLUE, D6)
START_X = -0.012  # near the front edge of the track
SPEEDS_MPS = (0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.5, 1.6, 1.8, 2.0)
HARD_MPS = (1.6, 1.8, 2.0, 2.3, 2.6)
CLIMBS, STEPS = 3, 8


def flown(
    imagination: Imagination, resting: Sequence[Rest], aim: Launch, flicks: int, rng: Random
) -> Endings:
    """What comes of an aim, flicked again and again."""
    draw = partial(rng.gauss, 0.0, 1.0)
    board = imagination.board
    return imagination.fly(resting, [PRACTISED.flick(board, resting, aim, draw) for _ in range(flicks)])


def laws(board: Board, flicks: int) -> None:
    imagination, rng = Imagination(board), Random(1)
    print("m/s   none   1x   2x   3x   4x  off   points a die   six kept on 1x   2x   3x   4x, in %")
    for speed in SPEEDS_MPS:
        ends = flown(imagination, (), Launch(SHOOTER, START_X, 0.0, 6, speed_mps=speed), flicks, rng)
        zone, face, off = zones(board, (D6,), ends)[:, 0], faces((D6,), ends)[:, 0], ends.out[:, 0]
        shares = [np.mean((zone == 0) & ~off), *(np.mean(zone == one) for one in (1, 2, 3, 4)), np.mean(off)]
        kept = [
            np.mean(face[zone == one] == 6) if np.sum(zone == one) > 9 else math.nan for one in (1, 2, 3, 4)
        ]
        shown = " ".join(f"{100 * share:4.0f}" for share in shares)
        print(
            f"{speed:4.2f}  {shown} {np.mean(zone * face):10.1f}            "
            + " ".join(f"{100 * one:6.0f}" for one in kept)
        )
    print("\naimed at a die in the middle of   m/s: taken off the board / shooter lost, in %")
    for zone_number in (2, 3, 4):
        print(f"  {zone_number}x  " + "  ".join(take_outs(imagination, zone_number, flicks, rng)))


def take_outs(imagination: Imagination, zone: int, flicks: int, rng: Random) -> list[str]:
    board = imagination.board
    tier = board.tiers[zone]
    box = tier.boxes[len(tier.boxes) // 2]
    x = (box.x[0] + box.x[1]) / 2
    lying = read(board, TARGET, Pose(x, 0.0, tier.top + D6.inradius, *face_up(D6, 6, 0.3)))
    told = []
    for speed in HARD_MPS:
        ends = flown(imagination, (lying,), Launch(SHOOTER, START_X, 0.0, 6, speed_mps=speed), flicks, rng)
        off, lost = 100 * ends.out.mean(0)
        told.append(f"{speed}: {off:.0f}/{lost:.0f}")
    return told


def exploit(board: Board, flicks: int) -> None:
    """Climb from a few starts; every step is judged by flicks of its own, the end by many more."""
    imagination, rng = Imagination(board), Random(2)
    found = [climb(imagination, flicks, Random(seed)) for seed in range(CLIMBS)]
    for aim in found:
        mean, error = points(imagination, aim, 10 * flicks, rng)
        put = f"face {aim.face_up}, x {aim.x:.3f}, y {aim.y:.3f}"
        hit = f"{aim.speed_mps:.3f} m/s, azimuth {aim.azimuth:.3f}, height {aim.hit_height:.2f}"
        print(f"{mean:.2f} ± {error:.2f} points a die: {put}, {hit}")


def climb(imagination: Imagination, flicks: int, rng: Random) -> Launch:
    best = Launch(SHOOTER, START_X, rng.uniform(-0.03, 0.03), 6, speed_mps=rng.uniform(1.0, 1.6))
    worth = points(imagination, best, flicks, rng)[0]
    for _ in range(STEPS):
        tried = neighbour(imagination.board, best, rng)
        mean = points(imagination, tried, flicks, rng)[0]
        if mean > worth:
            best, worth = tried, mean
    return best


def neighbour(board: Board, aim: Launch, rng: Random) -> Launch:
    near = replace(
        aim,
        x=aim.x + rng.gauss(0, 0.01),
        y=aim.y + rng.gauss(0, 0.01),
        face_up=rng.choice((aim.face_up, aim.face_up, rng.randint(1, 6))),
        azimuth=aim.azimuth + rng.gauss(0, 0.05),
        speed_mps=aim.speed_mps + rng.gauss(0, 0.1),
        hit_height=max(-1.0, min(1.0, aim.hit_height + rng.gauss(0, 0.3))),
    )
    near = on_the_track(board, near)
    return near if refuse_launch(board, near) is None else aim


def points(imagination: Imagination, aim: Launch, flicks: int, rng: Random) -> tuple[float, float]:
    ends = flown(imagination, (), aim, flicks, rng)
    counted = zones(imagination.board, (D6,), ends)[:, 0] * faces((D6,), ends)[:, 0]
    return float(counted.mean()), float(counted.std() / math.sqrt(flicks))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("laws", "exploit"))
    parser.add_argument("flicks", nargs="?", type=int, default=150, help="flicks for each figure")
    parser.add_argument("--board", default=USUAL_BOARD)
    asked = parser.parse_args()
    {"laws": laws, "exploit": exploit}[asked.what](find_board(asked.board), asked.flicks)


if __name__ == "__main__":
    main()
