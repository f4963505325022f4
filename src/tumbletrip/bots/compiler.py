"""The compiler of the bots' kernels, where it is installed."""

from functools import cache
from importlib.util import find_spec


@cache
def has_compiler() -> bool:
    """Whether kernels can be compiled here."""
    return find_spec("numba") is not None
