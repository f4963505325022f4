"""Where dice come from: a port, so that dice everybody can verify may follow."""

import secrets
from typing import Protocol

FACES = 6


class Chance(Protocol):
    """A source of fair dice."""

    def roll(self, count: int) -> tuple[int, ...]:
        """This many faces from 1 to 6."""


class SystemChance:
    """Dice from the operating system's cryptographic source; no seed exists that could leak."""

    def roll(self, count: int) -> tuple[int, ...]:
        """This many faces from 1 to 6, each as likely as the others."""
        return tuple(1 + secrets.randbelow(FACES) for _ in range(count))
