"""The compiler of the bots' kernels, where it is installed."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec


@cache
def has_compiler() -> bool:
    """Whether kernels can be compiled here."""
    return find_spec("numba") is not None


def load_compiler() -> None:
    """Import it before threads do: of two that import it at once, one finds it half made, or waits."""
    if has_compiler():
        import_module("numba")
