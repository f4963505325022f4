"""Dice from links: one key of the server's, one message of everybody's, and bytes that become faces."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from tumbletrip.fairness.chains import PROTOCOL

MISSING: Final = "-"  # stands for the link of a seat that gave none
SIDES: Final = 6
BYTES: Final = 256


def setup_hash(setup: str) -> str:
    """What a draw is bound to beside its table: the hash of what was agreed on."""
    return hashlib.sha256(setup.encode()).hexdigest()


def draw_message(table: str, setup: str, number: int, kind: str, links: Sequence[str]) -> str:
    """What the server's link is applied to; `setup` is a hash, `links` are those of all seats in order."""
    return "|".join((PROTOCOL, "draw", table, setup, str(number), kind, *links))


def stream(server_link: bytes, message: str) -> Iterator[int]:
    """The bytes of a draw, as many as are needed."""
    for block in count():
        yield from hmac.new(server_link, f"{message}|{block}".encode(), hashlib.sha256).digest()


def face_of(byte: int, sides: int = SIDES) -> int | None:
    """The face that a byte means; None for the highest bytes, which would favour the low faces."""
    return byte % sides + 1 if byte < BYTES - BYTES % sides else None


def draw_faces(server_link: bytes, message: str, dice: int, sides: int = SIDES) -> tuple[int, ...]:
    """The faces of so many dice, in their order."""
    told = (face for byte in stream(server_link, message) if (face := face_of(byte, sides)) is not None)
    return tuple(face for face, _ in zip(told, range(dice), strict=False))
