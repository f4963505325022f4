"""Who moves time on: MuJoCo in this process, or the one of the page that this Python runs in."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final, NamedTuple, Protocol, TypeAlias

Numbers: TypeAlias = Sequence[float]

POSE: Final = 7  # numbers per die: x, y, z and a quaternion
MOTION: Final = 6  # numbers per die: velocity in the room, rotation as the die feels it


class Touch(NamedTuple):
    """Two geometries of a world that press against each other, with a force in newton."""

    one: int
    other: int
    force: float


class Moment(NamedTuple):
    """A world after one step: the poses of all dice in a row, and what touches what."""

    poses: Numbers
    touches: Sequence[Touch]


class Simulation(Protocol):
    """A world of dice in motion; one flick after the other, for as long as it is kept."""

    @property
    def geometries(self) -> Sequence[str]:
        """Their names."""

    def restart(self, lying: Sequence[Numbers], pose: Numbers, motion: Numbers) -> None:
        """Begin anew: dice asleep where they lie, the last one at a pose and in motion."""

    def step(self, steps: int) -> tuple[Numbers, Numbers]:
        """Move time on; the poses and the motions of all dice then, each in a row."""

    def filmed(self, steps: int) -> Sequence[Moment]:
        """Move time on, and tell of every step."""

    def now(self) -> tuple[Numbers, Numbers]:
        """The same without moving time."""

    def take_away(self, die: int, pose: Numbers) -> None:
        """Put a die elsewhere, where it does not move."""


class Engine(Protocol):
    """MuJoCo, wherever it runs."""

    @property
    def version(self) -> str:
        """The release of MuJoCo."""

    def __hash__(self) -> int:
        """Engines are told apart by identity: a simulation of one is not another's."""

    def simulation(self, xml: str) -> Simulation:
        """The world of a text in MuJoCo's format."""


class EngineMissing(Exception):
    """This device has not loaded its engine yet."""


@cache
def native_engine() -> Engine:
    """MuJoCo as a library of this process."""
    from tumbletrip.tumblin.physics.engines.native import NativeEngine  # half a second to import

    return NativeEngine()


class _NoEngine:
    """What a device has before its engine is loaded."""

    @property
    def version(self) -> str:
        """There is none; raises EngineMissing."""
        raise EngineMissing

    def simulation(self, xml: str) -> Simulation:
        """There is none; raises EngineMissing."""
        del xml
        raise EngineMissing


NO_ENGINE: Final[Engine] = _NoEngine()
_chosen: Engine | None = None


def engine() -> Engine:
    """The engine that moves dice now; the native one, unless another was chosen."""
    return native_engine() if _chosen is None else _chosen


def use(other: Engine | None) -> None:
    """Let another engine move dice from now on: in a page, the page's."""
    global _chosen
    _chosen = other


@contextmanager
def using(other: Engine) -> Iterator[None]:
    """Let another engine move dice for a while."""
    before = _chosen
    use(other)
    try:
        yield
    finally:
        use(before)
