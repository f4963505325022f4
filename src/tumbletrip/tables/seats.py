"""The places at a table, and who sits there."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

MAX_NAME = 40


class Occupant(StrEnum):
    """Who has a seat."""

    OPEN = "open"  # whoever comes first
    PERSON = "person"
    BOT = "bot"
    CLOSED = "closed"  # taken away before the start


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table; while a person is away a bot may stand in for them."""

    occupant: Occupant
    name: str = ""
    level: str = ""  # of the bot that has the seat
    stand_in: str = ""  # the level of the bot that plays for a person who is away

    @property
    def bot_level(self) -> str:
        """The level of the bot that decides here now; empty if a person does."""
        return self.level or self.stand_in

    def as_json(self) -> dict[str, Any]:
        """The seat as everybody may see it."""
        return {
            "occupant": self.occupant.value,
            "name": self.name,
            "level": self.level,
            "stand_in": self.stand_in,
        }


def seat_from_json(value: Mapping[str, Any]) -> Seat:
    """A seat from our own stored JSON."""
    return Seat(Occupant(value["occupant"]), value["name"], value["level"], value["stand_in"])


def clean_name(value: object) -> str | None:
    """A name as plain text, composed and trimmed; None if nothing is left or it is too long."""
    if not isinstance(value, str) or len(value) > 8 * MAX_NAME:
        return None
    # Control, format (such as direction overrides), surrogate and private signs are no part of a name.
    spaced = " ".join(value.split())
    kept = "".join(
        sign for sign in spaced if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    # Composed only now: a sign without width may have stood between a letter and its accent.
    name = " ".join(unicodedata.normalize("NFC", kept).split())
    return name if 1 <= len(name) <= MAX_NAME else None
