"""The boards that bots were trained on, and the files that hold the weights they learned there."""

import json
import zlib
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from tumbletrip.dicetrip.editions import CityId, Edition, builtin_edition

FOLDER = "weights"


class Learned(NamedTuple):
    """What was learned on a board: the order of its cities, and how far weights moved from the first ones."""

    order: tuple[CityId, ...]
    per_point: int  # so many steps are a point
    steps: bytes  # whole numbers of two bytes, one for each weight


def is_trained(edition: Edition) -> bool:
    """Whether the package brings weights for this very board; a changed board of the same name has none."""
    return _file_of(edition).is_file() and edition == builtin_edition(edition.id)


def learned_on(edition: Edition) -> Learned:
    """What the package brings for a trained board."""
    head, steps = zlib.decompress(_file_of(edition).read_bytes()).split(b"\n", 1)
    told = json.loads(head)
    return Learned(tuple(told["order"]), told["per_point"], steps)


def packed(order: Sequence[CityId], per_point: int, steps: bytes) -> bytes:
    """What `learned_on` reads: a line of JSON and the steps, compressed."""
    head = json.dumps({"order": order, "per_point": per_point}, ensure_ascii=False)
    return zlib.compress(head.encode() + b"\n" + steps, 9)


def _file_of(edition: Edition) -> Traversable:
    return files(__package__).joinpath(FOLDER, f"{edition.id}.steps")
