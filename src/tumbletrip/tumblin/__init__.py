"""Tumblin-Dice: flick dice down a stepped wooden board (rules TD01 to TD18).

The names in `__all__` are public; each is imported when it is first used.
"""

from typing import TYPE_CHECKING

from tumbletrip.core.lazy_names import lazy_names

__all__ = [
    "PRESETS",
    "Board",
    "Die",
    "Flick",
    "Launch",
    "Match",
    "No",
    "Physics",
    "Rest",
    "RollForOrder",
    "Setup",
    "decide",
    "evolve",
    "find_board",
    "format_record",
    "from_preset",
    "new_match",
    "outcome",
    "parse_record",
    "replay",
    "score_round",
]

if TYPE_CHECKING:
    from tumbletrip.tumblin.board import Board, find_board
    from tumbletrip.tumblin.notation.record_reader import parse_record
    from tumbletrip.tumblin.notation.records import format_record
    from tumbletrip.tumblin.notation.replays import replay
    from tumbletrip.tumblin.ports import Die, Launch, Physics, Rest
    from tumbletrip.tumblin.refusals import No
    from tumbletrip.tumblin.rules import Flick, Match, RollForOrder, decide, evolve, new_match, outcome
    from tumbletrip.tumblin.scoring import score_round
    from tumbletrip.tumblin.setup import PRESETS, Setup, from_preset
else:  # hidden from type checkers, which would take any name for one of ours
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "tumbletrip.tumblin.board": ("Board", "find_board"),
            "tumbletrip.tumblin.notation.record_reader": ("parse_record",),
            "tumbletrip.tumblin.notation.records": ("format_record",),
            "tumbletrip.tumblin.notation.replays": ("replay",),
            "tumbletrip.tumblin.ports": ("Die", "Launch", "Physics", "Rest"),
            "tumbletrip.tumblin.refusals": ("No",),
            "tumbletrip.tumblin.rules": (
                *("Flick", "Match", "RollForOrder"),
                *("decide", "evolve", "new_match", "outcome"),
            ),
            "tumbletrip.tumblin.scoring": ("score_round",),
            "tumbletrip.tumblin.setup": ("PRESETS", "Setup", "from_preset"),
        },
    )
