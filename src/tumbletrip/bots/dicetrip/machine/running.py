"""Who runs the kernels: the machine that bots ask."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache, wraps
from typing import Final, Protocol, TypeVar

MINDS: Final = 64  # in memory at once, of a kind: strangers bring as many boards as they like

_Known = TypeVar("_Known")
_Made = TypeVar("_Made")


class Machine(Protocol):
    """Runs kernels on memory of its own."""

    def __hash__(self) -> int:
        """Machines are told apart by identity: what lies in the memory of one is not in another's."""

    def keep(self, block: bytes) -> int:
        """Lay a block into memory; tells its address."""

    def forget(self, address: int) -> None:
        """Nobody will ask about this block any more."""

    def answer(self, entry: str, mind: int, question: bytes, size: int) -> bytes:
        """What an entry of the kernels answers, in so many bytes, to a question about a mind in memory."""


@cache
def native_machine() -> Machine:
    """Kernels compiled by Numba for this processor."""
    from tumbletrip.bots.dicetrip.machine.native import NativeMachine  # Numba takes half a second to import

    return NativeMachine()


_chosen: Machine | None = None


def machine() -> Machine:
    """The machine that bots ask now; the native one, unless another was chosen."""
    return native_machine() if _chosen is None else _chosen


def is_native() -> bool:
    """Whether bots ask the native machine, whose code may still have to be compiled."""
    return _chosen is None


def use(other: Machine | None) -> None:
    """Let bots ask another machine from now on: in a page, the one that runs WebAssembly."""
    global _chosen
    _chosen = other


@contextmanager
def using(other: Machine) -> Iterator[None]:
    """Let bots ask another machine for a while."""
    before = _chosen
    use(other)
    try:
        yield
    finally:
        use(before)


def once_per_machine(make: Callable[[_Known, Machine], _Made]) -> Callable[[_Known], _Made]:
    """Make something in the memory of the machine that is asked, when it is needed there."""
    made = lru_cache(maxsize=MINDS)(make)

    @wraps(make)
    def found(known: _Known) -> _Made:
        return made(known, machine())

    return found
