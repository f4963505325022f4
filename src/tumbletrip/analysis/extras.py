"""Optional packages: which extra brings them, said in one sentence when they are missing."""

from tumbletrip.core.errors import InputError, problem


class MissingExtra(InputError):
    """Something was asked for that needs a package which is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        """Name the package and the extra to install."""
        super().__init__(problem("extra.missing", package=package, extra=extra))
