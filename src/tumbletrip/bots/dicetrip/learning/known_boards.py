"""The boards that bots were trained on, and the files that hold the weights they learned there."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from tumbletrip.dicetrip.editions import Edition, builtin_edition

FOLDER = "weights"


def is_trained(edition: Edition) -> bool:
    """Whether the package brings weights for this very board; a changed board of the same name has none."""
    return _file_of(edition).is_file() and edition == builtin_edition(edition.id)


@contextmanager
def stored_weights(edition: Edition) -> Iterator[Any]:
    """The file of a trained board: its `order` of cities, and its weights as `steps` of size `step`."""
    import numpy as np  # a server asks whether a board is trained without ever thinking itself

    with _file_of(edition).open("rb") as file, np.load(file) as stored:
        yield stored


def _file_of(edition: Edition) -> Traversable:
    return files(__package__).joinpath(FOLDER, f"{edition.id}.npz")
