"""Random flicks and crowded boards, for the laws of physics and the bench."""

from collections.abc import Iterator
from random import Random

import numpy as np

from tumbletrip.tumblin.board import Board, builtin_board
from tumbletrip.tumblin.dice import D6, Colour, DieKind
from tumbletrip.tumblin.launches import on_the_track, refuse_launch
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.engines.native import NativeSimulation
from tumbletrip.tumblin.physics.imagining import Endings
from tumbletrip.tumblin.physics.launching import numbers
from tumbletrip.tumblin.physics.world import World
from tumbletrip.tumblin.ports import Die, Launch, Pose, Rest
from tumbletrip.tumblin.reading import corners


def die(number: int = 0, kind: DieKind = D6) -> Die:
    """A die of the first player."""
    return Die(f"a{number}", 0, Colour.RED, kind)


def native(world: World) -> NativeSimulation:
    """MuJoCo's own model and data of a world."""
    assert isinstance(world.simulation, NativeSimulation)
    return world.simulation


def random_launch(
    rng: Random, thrown: Die, slowest: float = 0.1, fastest: float = 3.0, widest: float = 1.0
) -> Launch:
    """A flick from anywhere on the classic track, any face up, hit anywhere on the rear."""
    room = thrown.kind.inradius + 0.001
    launch = Launch(
        die=thrown,
        x=rng.uniform(-0.12 + room, -room),
        y=rng.uniform(-0.05 + room, 0.05 - room),
        face_up=rng.choice(list(thrown.kind.faces)),
        yaw=rng.uniform(-3.14, 3.14),
        azimuth=rng.uniform(-widest, widest),
        speed_mps=rng.uniform(slowest, fastest),
        hit_side=rng.uniform(-1, 1),
        hit_height=rng.uniform(-1, 1),
    )
    return on_the_track(builtin_board("classic"), launch)


def possible_launches(rng: Random, board: Board, resting: tuple[Rest, ...], thrown: Die) -> Iterator[Launch]:
    """Random flicks at all speeds that find their place on the track free."""
    while True:
        launch = random_launch(rng, thrown)
        if refuse_launch(board, launch, resting) is None:
            yield launch


def crowded_board(
    rng: Random, physics: MujocoPhysics, dice: int = 17, kinds: tuple[DieKind, ...] = (D6,)
) -> tuple[Rest, ...]:
    """A board with that many dice on it, each flicked there; those that fall off are flicked again."""
    resting: tuple[Rest, ...] = ()
    while len(resting) < dice:
        thrown = die(len(resting), kinds[len(resting) % len(kinds)])
        launch = random_launch(rng, thrown, slowest=0.3, fastest=1.5, widest=0.4)
        if refuse_launch(physics.board, launch, resting) is None:
            resting = tuple(rest for rest in physics.settle(resting, launch).rests if rest.on_board)
            resting = _renamed(resting)
    return resting


def depth(board: Board, one: Die, pose: Pose) -> float:
    """How far a die's deepest corner is inside the wood, by the shortest way out; negative if none is.

    Every tier reaches down to the table.
    """
    return max(
        min(tier.top - z, x - box.x[0], box.x[1] - x, y - box.y[0], box.y[1] - y)
        for x, y, z in corners(one, pose)
        for tier in board.tiers
        for box in tier.boxes
    )


def moved_dice(crowd: tuple[Rest, ...], thrown: Die, endings: Endings) -> Iterator[tuple[Die, Pose]]:
    """Every die that a flick moved and that stayed on the board, with the pose in which it came to rest."""
    dice = [*(rest.die for rest in crowd), thrown]
    lay = np.array([numbers(rest.pose) for rest in crowd])
    out, poses = np.array(endings.out), np.array(endings.poses)
    moved = np.ones(out.shape, np.bool_)
    moved[:, :-1] = (poses[:, :-1] != lay).any(2)
    for flick, place in np.argwhere(moved & ~out):
        yield dice[place], Pose(*map(float, poses[flick, place]))


def _renamed(resting: tuple[Rest, ...]) -> tuple[Rest, ...]:
    """The same dice with keys in their order, so that none is used twice."""
    return tuple(
        Rest(die(number, rest.die.kind), rest.pose, rest.tier, rest.zone, rest.face)
        for number, rest in enumerate(resting)
    )
