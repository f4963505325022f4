"""Hash chains: secrets told one link at a time, each of which anybody can check against the one before it.

docs/fair-dice.md says step by step what `tumbletrip-fair-1` is.
"""

import hashlib
from typing import Final

PROTOCOL: Final = "tumbletrip-fair-1"
LINK_BYTES: Final = 32
_STRIDE: Final = 64  # every so many links one is kept in memory; those between are worked out again
_DIGITS: Final = frozenset("0123456789abcdef")


def link_before(link: bytes) -> bytes:
    """The link that was told before this one; nobody can go the other way."""
    return hashlib.sha256(f"{PROTOCOL}|chain|".encode() + link).digest()


class Chain:
    """One party's chain: its anchor is told at first, then link 1, link 2, … up to its length."""

    def __init__(self, secret: bytes, length: int) -> None:
        """From the last link, which is a secret of its owner."""
        self.length = length
        self._kept: dict[int, bytes] = {}
        link = secret
        for place in range(length, 0, -1):
            if place % _STRIDE == 0 or place == length:
                self._kept[place] = link
            link = link_before(link)
        self.anchor = link

    def link(self, number: int) -> bytes:
        """A link by its number; raises IndexError outside the chain."""
        if not 1 <= number <= self.length:
            raise IndexError(number)
        place = min(-(-number // _STRIDE) * _STRIDE, self.length)
        link = self._kept[place]
        for _ in range(place - number):
            link = link_before(link)
        return link


def leads_to(link: bytes, earlier: bytes, steps: int) -> bool:
    """Whether a link belongs to the chain of an earlier one, so many steps before it."""
    for _ in range(steps):
        link = link_before(link)
    return link == earlier


def read_link(value: object) -> bytes | None:
    """A link or an anchor as it is written, 64 digits and letters a to f; None for anything else."""
    if not isinstance(value, str) or len(value) != 2 * LINK_BYTES or not _DIGITS.issuperset(value):
        return None
    return bytes.fromhex(value)
