"""Optional packages: an error that names the extra to install when one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from tumbletrip.core.errors import InputError, problem

COMPILER_PACKAGES = ("numpy", "numba")


class MissingExtra(InputError):
    """A package is missing; the sentence names the extra that brings it."""

    def __init__(self, package: str, extra: str) -> None:
        """Name the package and the extra to install."""
        super().__init__(problem("extra.missing", package=package, extra=extra))
        self._named = package, extra

    def __reduce__(self) -> tuple[type["MissingExtra"], tuple[str, str]]:
        """What is missing on another machine is named here, too."""
        return type(self), self._named


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Around imports that need an extra: raises MissingExtra, which names it, if a package is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tumbletrip"):
            raise
        raise MissingExtra(error.name, extra) from error


@contextmanager
def needs_compiler() -> Iterator[None]:
    """Around imports of compiled code: raises MissingExtra if the compiler is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name in COMPILER_PACKAGES:
            raise MissingExtra(error.name, "fast") from error
        raise
