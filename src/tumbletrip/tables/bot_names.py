"""What bots are called: short first names, a few of its own for every level, the same at every table."""

from collections.abc import Collection
from itertools import chain, count
from typing import Final

_NAMES: Final = {
    "child": ("Mia", "Leo", "Nele", "Finn"),
    "beginner": ("Pip", "Momo", "Kiki", "Bibi"),
    "casual": ("Tilly", "Benno", "Juno", "Olli"),
    "good": ("Marlo", "Ronja", "Enzo", "Thea"),
    "expert": ("Vesna", "Casper", "Ilse", "Bruno"),
    "champion": ("Xenia", "Magnus", "Aurelia", "Cosmo"),
}
_OF_ANY_LEVEL: Final = ("Robin", "Sascha", "Kim", "Luca")  # for the levels of games that come from elsewhere


def bot_name(level: str, taken: Collection[str]) -> str:
    """A name for a bot of a level that nobody at the table has: `taken` holds the names there, casefolded."""
    own = _NAMES.get(level, _OF_ANY_LEVEL)
    numbered = (f"{name} {number}" for number in count(2) for name in own)
    return next(name for name in chain(own, numbered) if name.casefold() not in taken)
