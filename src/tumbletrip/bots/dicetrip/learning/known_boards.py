"""The boards that bots were trained on, and the files that hold the weights they learned there."""

import hashlib
import json
import os
import zlib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

from tumbletrip.dicetrip.editions import CityId, Edition, builtin_edition

FOLDER = "weights"
KEPT: Final = 64  # boards whose names stay in memory: strangers bring as many as they like
OWN_FOLDER: Final = "TUMBLETRIP_CHAMPIONS"  # in the environment, so that every process of a server knows it


class Learned(NamedTuple):
    """What was learned on a board: the order of its cities, and how far weights moved from the first ones."""

    order: tuple[CityId, ...]
    per_point: int  # so many steps are a point
    steps: bytes  # whole numbers of two bytes, one for each weight


def is_trained(edition: Edition) -> bool:
    """Whether there are weights for this very board; a changed board of the same name has none."""
    return _file_of(edition) is not None


def learned_on(edition: Edition) -> Learned:
    """What was learned on a trained board."""
    found = _file_of(edition)
    assert found is not None, edition.id
    head, steps = zlib.decompress(found.read_bytes()).split(b"\n", 1)
    told = json.loads(head)
    return Learned(tuple(told["order"]), told["per_point"], steps)


def packed(order: Sequence[CityId], per_point: int, steps: bytes) -> bytes:
    """What `learned_on` reads: a line of JSON and the steps, compressed."""
    head = json.dumps({"order": order, "per_point": per_point}, ensure_ascii=False)
    return zlib.compress(head.encode() + b"\n" + steps, 9)


@lru_cache(maxsize=KEPT)
def champion_name(edition: Edition) -> str:
    """A name for what the rules see of a board: its drawing may change, and its champion stays."""
    colours = [[city.id, city.colour] for city in edition.cities]
    zones = [sorted(zone.cities) for zone in edition.zones]
    seen = json.dumps([colours, zones, sorted(sorted(road) for road in edition.roads)])
    return hashlib.sha256(seen.encode()).hexdigest()[:32]


def _file_of(edition: Edition) -> Traversable | None:
    """The weights of a board, in the package or in the folder for boards of one's own; None without any."""
    if shipped := _shipped(edition):
        return shipped
    folder = os.environ.get(OWN_FOLDER)
    own = Path(folder) / f"{champion_name(edition)}.steps" if folder else None
    return own if own and own.is_file() else None


@lru_cache(maxsize=KEPT)
def _shipped(edition: Edition) -> Traversable | None:
    found = files(__package__).joinpath(FOLDER, f"{edition.id}.steps")
    return found if found.is_file() and edition == builtin_edition(edition.id) else None
