"""How the rules say no: every refusal has a name, and the name is what travels on the wire."""

from enum import StrEnum


class Refusal(StrEnum):
    """The base of every game's refusals; a member's value is also its key in the catalogue of texts."""
