"""Boards of one's own for tests: copies of built-in ones, packed into their word."""

from typing import Any

from tests.kit.dicetrip.boards import document
from tumbletrip.dicetrip.own.bare import bare
from tumbletrip.dicetrip.own.drawing import drawn
from tumbletrip.dicetrip.own.packing import pack


def own_draft(name: str = "germany", called: str = "Utopia") -> dict[str, Any]:
    """A drawn copy of a built-in board under another name, with a first city that is nowhere else."""
    copied = document(name)
    copied["name"] = {"en": called}
    copied["cities"][0]["name"] = "Shangri-La"
    return drawn(bare(copied))


def own_word(name: str = "germany") -> str:
    """The word of such a board."""
    return pack(own_draft(name))


def school() -> str:
    """Twenty-five rooms on a crooked grid, as a list of places."""
    rooms = [(row, column) for row in range(5) for column in range(5)]
    return "\n".join(
        f"Room {row}{column},{0.001 * row},{0.0012 * column + 0.0001 * row}" for row, column in rooms
    )
