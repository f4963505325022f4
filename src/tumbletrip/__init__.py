"""Tumbletrip: the dice games Dice Trip and Tumblin-Dice, their rules, bots and tables.

The names in `__all__` are public: Dice Trip here, Tumblin-Dice in `tumbletrip.tumblin`. Each is imported
when it is first used, so `import tumbletrip` costs nothing. All other names may change with any version.
"""

from typing import TYPE_CHECKING

from tumbletrip import tumblin
from tumbletrip.core.lazy_names import lazy_names

__version__ = "0.1.0"

__all__ = [
    "Colour",
    "Edition",
    "Entry",
    "Game",
    "InputError",
    "Keep",
    "No",
    "Pair",
    "Reroll",
    "Roll",
    "RollDice",
    "Sheet",
    "Write",
    "__version__",
    "decide",
    "evolve",
    "find_edition",
    "format_record",
    "format_sheet",
    "new_game",
    "options",
    "outcome",
    "parse_record",
    "parse_sheet",
    "replay",
    "score",
    "tumblin",
]

if TYPE_CHECKING:
    from tumbletrip.core.errors import InputError
    from tumbletrip.dicetrip.dice import Colour, Pair, Roll
    from tumbletrip.dicetrip.editions import Edition, find_edition
    from tumbletrip.dicetrip.notation.records import format_record, parse_record
    from tumbletrip.dicetrip.notation.replays import replay
    from tumbletrip.dicetrip.notation.sheet_line import format_sheet, parse_sheet
    from tumbletrip.dicetrip.options import options
    from tumbletrip.dicetrip.rules import (
        Entry,
        Game,
        Keep,
        No,
        Reroll,
        RollDice,
        Write,
        decide,
        evolve,
        new_game,
        outcome,
    )
    from tumbletrip.dicetrip.scoring import score
    from tumbletrip.dicetrip.sheet import Sheet
else:  # hidden from type checkers, which would take any name for one of ours
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "tumbletrip.core.errors": ("InputError",),
            "tumbletrip.dicetrip.dice": ("Colour", "Pair", "Roll"),
            "tumbletrip.dicetrip.editions": ("Edition", "find_edition"),
            "tumbletrip.dicetrip.notation.records": ("format_record", "parse_record"),
            "tumbletrip.dicetrip.notation.replays": ("replay",),
            "tumbletrip.dicetrip.notation.sheet_line": ("format_sheet", "parse_sheet"),
            "tumbletrip.dicetrip.options": ("options",),
            "tumbletrip.dicetrip.rules": (
                *("Entry", "Game", "Keep", "No", "Reroll", "RollDice", "Write"),
                *("decide", "evolve", "new_game", "outcome"),
            ),
            "tumbletrip.dicetrip.scoring": ("score",),
            "tumbletrip.dicetrip.sheet": ("Sheet",),
        },
    )
