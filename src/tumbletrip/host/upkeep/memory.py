"""Memory that was freed is given back to the system: glibc keeps much of it, in case it is needed again."""

import sys
from collections.abc import Callable
from typing import Any, Final

M_MMAP_THRESHOLD: Final = -3  # malloc.h
LARGE_BLOCK_BYTES: Final = 128 * 1024  # to set it at all keeps it from growing


def return_large_blocks() -> None:
    """Give large blocks back to the system as they are freed (F74).

    Else they are taken from the heap, which what comes and goes leaves full of holes.
    """
    mallopt = _of_libc("mallopt")
    if mallopt:
        mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES)


def return_holes() -> None:
    """Give back what is free between other blocks (F77)."""
    trim = _of_libc("malloc_trim")
    if trim:
        trim(0)


def _of_libc(name: str) -> Callable[..., Any] | None:
    """A function of glibc; None where the C library is another."""
    if sys.platform != "linux":
        return None
    import ctypes  # here, since pages do without it

    found: Callable[..., Any] | None = getattr(ctypes.CDLL(None), name, None)
    return found
