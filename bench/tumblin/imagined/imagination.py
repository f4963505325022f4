"""Whether bots imagine what MuJoCo plays: zones, faces and dice knocked off, side by side, and how fast.

Both fly the same launches. Which numbers the kernels should have is tried on other launches than those on
which they are judged: the board is made a little smoother or livelier for them, and what MuJoCo does on the
real one must not be met better so.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Final

import numpy as np

from bench.tumblin.flights import SHOOTER, START_X
from tests.kit.tumblin.flicks import crowded_board, die
from tumbletrip.bots.tumblin.fast.imagining import FastImagination
from tumbletrip.bots.tumblin.imagination import Imagines
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import D6, face_up
from tumbletrip.tumblin.hands import PRACTISED
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.reading_many import faces, zones
from tumbletrip.tumblin.physics.world import COARSE
from tumbletrip.tumblin.ports import Launch, Pose, Rest
from tumbletrip.tumblin.reading import read

SPEEDS_MPS: Final = (0.6, 0.8, 1.0, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.0)
AZIMUTHS: Final = (0.0, 0.06, 0.12, 0.2, 0.3)
CROWD: Final = 8
CROWD_AZIMUTHS: Final = (0.0, 0.12)
CROWD_MPS: Final = (1.2, 1.4, 1.6, 2.0, 2.6)
TRIED: Final = (0.94, 0.97, 1.0, 1.03, 1.06)
TRIED_MPS: Final = (1.0, 1.2, 1.4, 1.6)
FAST_TURNS: Final = 5
ASKED: Final = 3.0  # points by which shares may differ; a cell that differs by more is …
AGAIN: Final = 4  # … judged again by so many times as many other flicks
PLACES: Final = ("none", "1x", "2x", "3x", "4x", "off")


@dataclass(frozen=True, slots=True)
class Seen:
    """Of flicks of one aim: where the flicked die came to rest, its faces, and what it knocked off."""

    places: tuple[float, ...]  # shares, as PLACES
    faces: tuple[int, ...]  # of dice on the board
    knocked: float  # of the dice that lay there


def imagination(board: Board, flicks: int, seed: int) -> None:
    """Print all of it."""
    _speeds(board)
    _calibration(board, flicks, seed)
    _empty(board, flicks, seed + 1)
    _crowded(board, flicks, seed + 2)


def _speeds(board: Board) -> None:
    print("flicks per CPU second, one core: MuJoCo  coarse  own kernels   own / MuJoCo")
    for dice, flicks in ((0, 200), (CROWD, 100), (17, 60)):
        crowd = crowded_board(Random(1), MujocoPhysics(board), dice)
        launches = _launches(board, crowd, flicks, Random(5))
        ways: list[Imagines] = [Imagination(board), Imagination(board, COARSE), FastImagination(board)]
        turns = [[_rate(way, crowd, launches) for way in ways] for _ in range(FAST_TURNS + 1)][1:]
        shown = " ".join(f"{median(rates):9.0f}" for rates in zip(*turns, strict=True))
        print(
            f"  {dice:2} dice                      {shown} {median(r[2] / r[0] for r in turns):12.1f}",
            flush=True,
        )


def _launches(board: Board, crowd: Sequence[Rest], flicks: int, rng: Random) -> list[Launch]:
    """Straight and slanting flicks of all useful speeds."""
    launches: list[Launch] = []
    while len(launches) < flicks:
        aim = _aim(rng.uniform(0.5, 1.8), rng.uniform(-0.15, 0.15), rng.uniform(-0.03, 0.03))
        flick = PRACTISED.flick(board, crowd, aim, partial(rng.gauss, 0.0, 1.0))
        if refuse_launch(board, flick, crowd) is None:
            launches.append(flick)
    return launches


def _rate(way: Imagines, crowd: Sequence[Rest], launches: Sequence[Launch]) -> float:
    began = process_time()
    way.fly(crowd, launches)
    return len(launches) / (process_time() - began)


def _calibration(board: Board, flicks: int, seed: int) -> None:
    """Other friction and damping for the kernels: how far all shares are from MuJoCo's, in points."""
    print("\nthe kernels' friction and damping, times the board's: mean difference of a share, in points")
    truth = [_flown(Imagination(board), (), _aim(mps), flicks, Random(f"{seed}/{mps}")) for mps in TRIED_MPS]
    for friction, damping in (*product(TRIED, (1.0,)), *product((1.0,), TRIED)):
        materials = {
            name: replace(one, friction=one.friction * friction, damping=one.damping * damping)
            for name, one in board.materials.items()
        }
        own = FastImagination(replace(board, materials=materials))
        gaps = [
            _gap(one, _flown(own, (), _aim(mps), flicks, Random(f"{seed}/{mps}")))
            for one, mps in zip(truth, TRIED_MPS, strict=True)
        ]
        print(f"  {friction:4.2f}  {damping:4.2f}  {100 * fmean(gaps):6.2f}", flush=True)


def _gap(one: Seen, other: Seen) -> float:
    return fmean(abs(a - b) for a, b in zip(one.places, other.places, strict=True))


def _empty(board: Board, flicks: int, seed: int) -> None:
    ways: list[Imagines] = [Imagination(board), FastImagination(board)]
    print(
        f"\nempty board, {flicks} flicks each: MuJoCo's shares in % and the kernels' beyond them, in points"
    )
    print("m/s  azimuth" + "".join(f"{place:>13}" for place in PLACES) + "   most   faces (chi-square, 5)")
    cells = list(product(AZIMUTHS, SPEEDS_MPS))
    most = {cell: _cell(ways, *cell, flicks, seed) for cell in cells}
    print(f"  most of all: {max(most.values()):.1f} points; an error is at most {_error(flicks):.1f}")
    print(f"cells with more than {ASKED:.0f} points, {AGAIN * flicks} other flicks each:")
    again = [_cell(ways, *cell, AGAIN * flicks, seed + 2) for cell in cells if most[cell] > ASKED]
    error = _error(AGAIN * flicks)
    print(f"  most of all: {max(again, default=0.0):.1f} points; an error is at most {error:.1f}")


def _cell(ways: Sequence[Imagines], azimuth: float, mps: float, flicks: int, seed: int) -> float:
    both = [_flown(way, (), _aim(mps, azimuth), flicks, Random(f"{seed}/{mps}/{azimuth}")) for way in ways]
    return _row(f"{mps:3.1f} {azimuth:6.2f}  ", both)


def _crowded(board: Board, flicks: int, seed: int) -> None:
    ways: list[Imagines] = [Imagination(board), FastImagination(board)]
    crowd = _spread_out(board)
    print(f"\namong {len(crowd)} dice, {flicks} flicks each; last: lying dice knocked off, in %")
    for azimuth, mps in product(CROWD_AZIMUTHS, CROWD_MPS):
        rng = f"{seed}/{mps}/{azimuth}"
        both = [_flown(way, crowd, _aim(mps, azimuth), flicks, Random(rng)) for way in ways]
        knocked = f"   {100 * both[0].knocked:5.2f} {100 * both[1].knocked:5.2f}"
        _row(f"{mps:3.1f} {azimuth:6.2f}  ", both, knocked)


def _row(name: str, both: Sequence[Seen], more: str = "") -> float:
    truth, own = both
    gaps = [100 * (b - a) for a, b in zip(truth.places, own.places, strict=True)]
    most = max(map(abs, gaps))
    cells = "".join(f"{100 * share:7.1f} {gap:+5.1f}" for share, gap in zip(truth.places, gaps, strict=True))
    print(f"{name}{cells}  {most:5.1f}   {_chi_square(truth.faces, own.faces):5.1f}{more}", flush=True)
    return most


def _chi_square(one: Sequence[int], other: Sequence[int]) -> float:
    """Of two rows of counts, which are alike if it is small."""
    share = math.sqrt(sum(one) / sum(other)) if sum(other) else 1.0
    return sum((a / share - b * share) ** 2 / (a + b) for a, b in zip(one, other, strict=True) if a + b)


def _error(flicks: int) -> float:
    """Of the difference of two shares near one half, in points, if the flicks had nothing in common."""
    return 100 * math.sqrt(0.5 / flicks)


def _aim(mps: float, azimuth: float = 0.0, y: float = 0.0) -> Launch:
    return Launch(SHOOTER, START_X, y, 6, azimuth=azimuth, speed_mps=mps)


def _spread_out(board: Board) -> tuple[Rest, ...]:
    """Dice in the middle of each zone: two on each tier beyond the line, more on the last."""
    spots = [
        ((max(box.x[0], board.line) + box.x[1]) / 2, y, tier.top + D6.inradius)
        for tier in board.tiers[1:]
        for box in tier.boxes
        for y in ((-0.02, 0.025) if len(tier.boxes) == 1 else ((box.y[0] + box.y[1]) / 2,))
    ][: CROWD + 1]
    return tuple(
        read(board, die(place), Pose(*spot, *face_up(D6, 1 + place % 6, 0.4 * place)))
        for place, spot in enumerate(spots)
    )


def _flown(way: Imagines, crowd: Sequence[Rest], aim: Launch, flicks: int, rng: Random) -> Seen:
    """Flicks of a practised hand with one aim."""
    draw = partial(rng.gauss, 0.0, 1.0)
    ends = way.fly(crowd, [PRACTISED.flick(way.board, crowd, aim, draw) for _ in range(flicks)])
    return _seen(way.board, len(crowd) + 1, ends)


def _seen(board: Board, dice: int, ends: Endings) -> Seen:
    kinds, out = (D6,) * dice, np.array(ends.out)
    zone, face = zones(board, kinds, ends)[:, -1], faces(kinds, ends)[:, -1]
    off = out[:, -1]
    shares = [np.mean((zone == 0) & ~off), *(np.mean(zone == one) for one in (1, 2, 3, 4)), np.mean(off)]
    counts = [int(np.sum(face[~off] == number)) for number in D6.faces]
    return Seen(tuple(map(float, shares)), tuple(counts), float(out[:, :-1].mean()) if dice > 1 else 0.0)
