"""Dice from the operating system."""

import secrets

from tumbletrip.tables.play import NeedDice
from tumbletrip.tables.table import Table

FACES = 6
FAIR_BYTES = 256 - 256 % FACES  # 252: the bytes above would make the low faces more likely


class SystemChance:
    """Dice from the operating system's cryptographic source; no seed exists that could leak."""

    def roll(self, table_id: str, table: Table, need: NeedDice) -> tuple[int, ...]:
        """The faces that any table asks for, each as likely as the others."""
        del table_id, table
        faces: list[int] = []
        while len(faces) < need.count:  # one system call for all dice, seldom a second
            drawn = secrets.token_bytes(need.count - len(faces))
            faces += [byte % FACES + 1 for byte in drawn if byte < FAIR_BYTES]
        return tuple(faces)
