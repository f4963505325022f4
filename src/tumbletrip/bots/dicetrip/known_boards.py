"""The boards that bots were trained on, and the files that hold what they learned there."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

from tumbletrip.dicetrip.editions import EDITION_NAMES, Edition, builtin_edition

FOLDER = "weights"


def is_trained(edition: Edition) -> bool:
    """Whether the package brings tables for this very board; a changed board of the same name has none."""
    path = files(__package__).joinpath(FOLDER, f"{edition.id}.npz")
    return edition.id in EDITION_NAMES and path.is_file() and edition == builtin_edition(edition.id)


@contextmanager
def tables_of(edition: Edition) -> Iterator[Any]:
    """The file of a trained board: its `order` of cities, and its tables as `steps` of size `step`."""
    import numpy as np  # a server asks whether a board is trained without ever thinking itself

    with files(__package__).joinpath(FOLDER, f"{edition.id}.npz").open("rb") as file, np.load(file) as stored:
        yield stored
