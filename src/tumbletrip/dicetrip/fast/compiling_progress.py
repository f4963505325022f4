"""How far compiling is: the share of the kernels that have machine code."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from numba.core import event

from tumbletrip.dicetrip.fast.compiling import KERNELS

numba_events = cast(Any, event)  # Numba has no types here


class _Teller(event.Listener):
    def __init__(self, tell: Callable[[int], None]) -> None:
        self._tell = tell

    def on_start(self, event: Any) -> None:
        """Nothing is compiled yet."""

    def on_end(self, event: Any) -> None:  # noqa: ARG002  # Numba's signature
        """One more kernel has its machine code."""
        self._tell(100 * sum(bool(kernel.signatures) for kernel in KERNELS) // len(KERNELS))


@contextmanager
def tells_percent(tell: Callable[[int], None]) -> Iterator[None]:
    """Call `tell` with the percentage of kernels that are ready, whenever one was compiled.

    Kernels that are loaded from the cache bring those they call along, and are not told of.
    """
    with numba_events.install_listener("numba:compile", _Teller(tell)):
        yield
