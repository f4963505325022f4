"""How good a solo result is: compared with what our own experts make alone on the same board.

The counts come from games played in bulk (`tools/solo_ranks.py`), one file for each board.
"""

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from statistics import median_high

FOLDER = "solo_ranks"
LEVEL = "expert"
RELAXED = "casual"  # the level that plays as people do on a good evening


@dataclass(frozen=True, slots=True)
class SoloRank:
    """How many of so many games a total would have beaten."""

    level: str
    beaten: int
    games: int


def solo_rank(board: str, total: int, *, tens: bool = False) -> SoloRank | None:
    """How a total compares on a board; None if nobody has played there in bulk."""
    counted = _totals(board, "tens" if tens else "plain")
    if not counted:
        return None
    beaten = sum(games for points, games in counted.items() if points < total)
    return SoloRank(LEVEL, beaten, sum(counted.values()))


def relaxed_par(board: str) -> int | None:
    """What a relaxed player makes alone on a board: the median; None if nobody has played there in bulk."""
    counted = _totals(board, "relaxed")
    return median_high(Counter(counted).elements()) if counted else None


@cache
def _totals(board: str, which: str) -> dict[int, int]:
    """How many games ended with each total; none for a board without a file."""
    stored = [file for file in files(__package__).joinpath(FOLDER).iterdir() if file.name == f"{board}.json"]
    if not stored:
        return {}
    found = json.loads(stored[0].read_text("utf-8"))[which]
    return {int(total): games for total, games in found.items()}
