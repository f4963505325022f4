"""Optional packages: which extra brings them, said in one sentence when they are missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from tumbletrip.core.errors import InputError, problem

COMPILER_PACKAGES = ("numpy", "numba")


class MissingExtra(InputError):
    """Something was asked for that needs a package which is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        """Name the package and the extra to install."""
        super().__init__(problem("extra.missing", package=package, extra=extra))


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Around imports of a room that an extra makes possible: if a package is missing, name the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tumbletrip"):
            raise
        raise MissingExtra(error.name, extra) from error


@contextmanager
def compiler_needed() -> Iterator[None]:
    """Around imports of compiled code: if the compiler is missing, say which extra brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name in COMPILER_PACKAGES:
            raise MissingExtra(error.name, "fast") from error
        raise
