"""Under construction in the next commit."""


def command() -> None:
    """Not there yet."""
