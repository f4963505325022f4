"""The physics job of Tumblin-Dice: how all dice come to rest after a launch."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from tumbletrip.bots.tumblin.imagination import load_kernels
from tumbletrip.bots.tumblin.shots import straight
from tumbletrip.tables.play import NeedWork
from tumbletrip.tumblin.board import USUAL_BOARD, Board, builtin_board
from tumbletrip.tumblin.dice import D6, Colour
from tumbletrip.tumblin.ports import Die, Launch, Rest, Settled
from tumbletrip.tumblin.setup import Setup

if TYPE_CHECKING:
    from tumbletrip.tumblin.physics.engine import MujocoPhysics

FLICK_SECONDS: Final = 30.0  # a flick takes some 20 ms; a busy machine may take much longer


@dataclass(frozen=True, slots=True)
class FlickQuestion:
    """A launch, and the dice that lie on the board before it."""

    setup: Setup
    resting: tuple[Rest, ...]
    launch: Launch


@dataclass(frozen=True, slots=True)
class FlickAnswer:
    """Where the dice came to rest, and the fingerprint of the engine that computed it."""

    settled: Settled
    fingerprint: str


def to_be_settled(question: FlickQuestion) -> NeedWork:
    """The question as work for another process."""
    return NeedWork(settle, question, FLICK_SECONDS)


def settle(question: FlickQuestion) -> FlickAnswer:
    """Simulate a flick; runs in worker processes."""
    physics = physics_of(question.setup.board)
    return FlickAnswer(physics.settle(question.resting, question.launch), physics.fingerprint)


def get_ready() -> None:
    """Load engine and kernels and flick once: nobody waits for it later. Raises EngineMissing in a page."""
    board = builtin_board(USUAL_BOARD)
    physics_of(board).settle((), straight(board, Die("a1", 0, Colour.RED, D6)))
    load_kernels()


@cache
def physics_of(board: Board) -> "MujocoPhysics":
    """The engine for a board, kept for as long as the process lives."""
    from tumbletrip.tumblin.physics.engine import MujocoPhysics  # half a second to import

    return MujocoPhysics(board)
