"""Where dice come from: a port, so that dice everybody can verify may follow."""

import secrets
from typing import Protocol

FACES = 6
FAIR_BYTES = 256 - 256 % FACES  # 252: the bytes above would make the low faces more likely


class Chance(Protocol):
    """A source of fair dice."""

    def roll(self, count: int) -> tuple[int, ...]:
        """This many faces from 1 to 6."""


class SystemChance:
    """Dice from the operating system's cryptographic source; no seed exists that could leak."""

    def roll(self, count: int) -> tuple[int, ...]:
        """This many faces from 1 to 6, each as likely as the others."""
        faces: list[int] = []
        while len(faces) < count:  # one question to the system for all dice, seldom a second one
            drawn = secrets.token_bytes(count - len(faces))
            faces += [byte % FACES + 1 for byte in drawn if byte < FAIR_BYTES]
        return tuple(faces)
