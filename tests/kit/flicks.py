"""Random flicks and crowded boards, for the laws of physics and the bench."""

from collections.abc import Iterator
from random import Random

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import D6, Colour, DieKind
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.ports import Die, Launch, Rest


def die(number: int = 0, kind: DieKind = D6) -> Die:
    """A die of the first player."""
    return Die(f"a{number}", 0, Colour.RED, kind)


def random_launch(
    rng: Random, thrown: Die, slowest: float = 0.1, fastest: float = 3.0, widest: float = 1.0
) -> Launch:
    """A flick from anywhere on the classic track, any face up, hit anywhere on the rear."""
    room = thrown.kind.inradius + 0.001
    return Launch(
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


def _renamed(resting: tuple[Rest, ...]) -> tuple[Rest, ...]:
    """The same dice with keys in their order, so that none is used twice."""
    return tuple(
        Rest(die(number, rest.die.kind), rest.pose, rest.tier, rest.zone, rest.face)
        for number, rest in enumerate(resting)
    )
