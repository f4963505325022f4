"""What imagining faster is worth for one choice: the same positions among eight dice, judged by MuJoCo."""

from functools import partial
from random import Random
from statistics import fmean, stdev
from typing import Final

from bench.tumblin.contests import FIELD
from bench.tumblin.imagined.duel import ByMujoco
from bench.tumblin.matches import after, ordered
from bench.tumblin.unfilmed import Unfilmed
from tumbletrip.bots.tumblin.levels import LEVELS
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.valuing import worth
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.stepping import using
from tumbletrip.tumblin.rules import Flick, Match
from tumbletrip.tumblin.setup import PRESETS, from_preset

DICE: Final = 8
SHAKES: Final = 50


def choices(board: Board, level: str, positions: int, budget: float) -> None:
    """Print what the flicked die brings by either choice, both shaken alike, and the difference."""
    judge, hand = Imagination(board), LEVELS[level].hand
    head, by_mujoco = LEVELS[level].head(hand), ByMujoco(level)
    brought: list[tuple[float, float]] = []
    for number in range(positions):
        match = _among_dice(board, Random(f"p{number}"))
        assert match.turn is not None
        die = match.dice_in_hand(match.turn)[0]
        aims = [head.aim(match, Budget(budget), Random(number))]
        with using(by_mujoco.engine):
            aims.append(by_mujoco.head.aim(match, Budget(budget), Random(number)))
        points = []
        for aim in aims:
            draw = partial(Random(f"j{number}").gauss, 0.0, 1.0)
            flicks = [hand.flick(board, match.rests, aim, draw) for _ in range(SHAKES)]
            points.append(fmean(worth(match, die, judge.fly(match.rests, flicks)).flicked))
        brought.append((points[0], points[1]))
        if number > 0:
            print(_line(brought), flush=True)


def _line(brought: list[tuple[float, float]]) -> str:
    gains = [own - other for own, other in brought]
    kernels, mujoco = (fmean(points) for points in zip(*brought, strict=True))
    return (
        f"{len(brought):4} positions: kernels {kernels:5.2f}, MuJoCo {mujoco:5.2f} points a die,"
        f" difference {fmean(gains):5.2f} ± {stdev(gains) / len(gains) ** 0.5:.2f}"
    )


def _among_dice(board: Board, rng: Random) -> Match:
    """A duel in which the constant shot has laid dice on the board."""
    physics, match = Unfilmed(board), ordered(from_preset(PRESETS["duel-nine"], ("a", "b"), board=board), rng)
    while sum(rest.on_board for rest in match.rests) < DICE:
        assert match.turn is not None
        launch = FIELD.choose(match, Budget(0.0), rng)
        rests = physics.settle(match.rests, launch).rests
        match = after(match, Flick(match.turn, launch, rests, physics.fingerprint))
    return match
