"""The boards that bots were trained on; asked without loading their tables."""

from importlib.resources import files

from tumbletrip.dicetrip.editions import EDITION_NAMES, Edition, builtin_edition

FOLDER = "weights"


def is_trained(edition: Edition) -> bool:
    """Whether the package brings tables for this very board; a changed board of the same name has none."""
    path = files(__package__).joinpath(FOLDER, f"{edition.id}.npz")
    return edition.id in EDITION_NAMES and path.is_file() and edition == builtin_edition(edition.id)
