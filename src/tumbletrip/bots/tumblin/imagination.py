"""What bots imagine flicks with: our own kernels among six-sided dice on servers, MuJoCo for all the rest."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Protocol

from tumbletrip.bots.compiler import has_compiler
from tumbletrip.bots.tumblin.shots import straight
from tumbletrip.tumblin.board import USUAL_BOARD, Board, builtin_board
from tumbletrip.tumblin.dice import D6, Colour
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.stepping import engine, native_engine
from tumbletrip.tumblin.physics.world import COARSE, Grain
from tumbletrip.tumblin.ports import Die, Launch, Pose, Rest
from tumbletrip.tumblin.reading import read

# Flicks that an idle core imagines and judges in a second on an empty board, and how much each die on it
# slows that.
_FLICKS_PER_SECOND: Final = 600
_FAST_FLICKS_PER_SECOND: Final = 2400
_SLOWER_PER_DIE: Final = 0.11
_BOARDS: Final = 4  # kept ready for fast imagination
_AWAY: Final = (2.0, 0.0, 0.008)  # beside the board; nobody asks where


class Imagines(Protocol):
    """Flies flicks in the mind."""

    @property
    def board(self) -> Board:
        """Where."""

    def fly(self, resting: Sequence[Rest], launches: Sequence[Launch]) -> Endings:
        """The endings of launches of one die among the dice that lie on the board."""


class BotImagination:
    """The fastest that can be had for the dice at hand."""

    def __init__(self, board: Board, grain: Grain = COARSE) -> None:
        """Nothing is built before the first question; the grain is MuJoCo's, where it is asked."""
        self.board = board
        self._thorough = Imagination(board, grain)

    def fly(self, resting: Sequence[Rest], launches: Sequence[Launch]) -> Endings:
        """The endings of launches of one die among the dice that lie on the board."""
        if is_fast(launches[0].die, resting):
            return _fast(self.board).fly(resting, launches)
        return self._thorough.fly(resting, launches)


def rests_after(
    board: Board, resting: Sequence[Rest], flicked: Die, endings: Endings
) -> Iterator[tuple[Rest, ...]]:
    """All dice of a round at rest after each imagined flick; those that were off before stay so (TD06)."""
    lying = [place for place, rest in enumerate(resting) if rest.on_board]
    for poses, out in zip(endings.poses, endings.out, strict=True):
        rests = dict(enumerate(resting))
        for place, pose, is_out in zip((*lying, len(resting)), poses, out, strict=True):
            die = resting[place].die if place < len(resting) else flicked
            at = _AWAY if is_out else pose[:3]
            rests[place] = read(board, die, Pose(*map(float, (*at, *pose[3:]))))
        yield tuple(rests.values())


def load_kernels() -> None:
    """Load the kernels, where there are any, before threads do: two that load some at once may fail."""
    if _is_compiled():
        _fast(builtin_board(USUAL_BOARD))


def get_ready() -> None:
    """Compile the kernels, or load them."""
    die = Die("a1", 0, Colour.RED, D6)
    board = builtin_board(USUAL_BOARD)
    _fast(board).fly((), [straight(board, die)])


def flicks_in(seconds: float, die: Die, resting: Sequence[Rest]) -> int:
    """How many flicks of a die among others can be imagined in so much time; at least one."""
    lying = sum(rest.on_board for rest in resting)
    rate = _FAST_FLICKS_PER_SECOND if is_fast(die, resting) else _FLICKS_PER_SECOND
    return max(1, int(seconds * rate / (1 + _SLOWER_PER_DIE * lying)))


def is_fast(die: Die, resting: Sequence[Rest]) -> bool:
    """Whether our own kernels know these dice, and can be compiled here."""
    return _is_compiled() and die.kind == D6 and all(rest.die.kind == D6 for rest in resting)


def _is_compiled() -> bool:
    """Whether this is a place for machine code: a page, which has another engine, is none."""
    return has_compiler() and engine() == native_engine()


@lru_cache(maxsize=_BOARDS)
def _fast(board: Board) -> Imagines:
    from tumbletrip.bots.tumblin.fast.imagining import FastImagination  # Numba takes half a second to import

    return FastImagination(board)
