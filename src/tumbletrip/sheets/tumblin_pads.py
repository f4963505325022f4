"""A score sheet for Tumblin-Dice on a real board: a column for each player or team, a row for each round."""

from collections.abc import Sequence
from typing import Any, Final

from tumbletrip.core.errors import InputError, printable, problem
from tumbletrip.core.shortening import shortened
from tumbletrip.core.texts import say
from tumbletrip.sheets.pads import MOST_COPIES
from tumbletrip.sheets.papers import layout
from tumbletrip.sheets.press import Job
from tumbletrip.tumblin.house_rules import CLASSIC, VARIANTS

MOST_PLAYERS: Final = 16  # TD18
MOST_ROUNDS: Final = 20
LONGEST_NAME: Final = 24


def tumblin_pad(
    players: Sequence[str],
    *,
    rounds: int = 12,
    paper: str = "a4",
    per_page: int = 1,
    copies: int = 1,
    language: str = "en",
) -> Job:
    """Score sheets for these players; an empty name leaves a line to write it on."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise InputError(problem("sheets.players", count=len(players), most=MOST_PLAYERS))
    if not 1 <= rounds <= MOST_ROUNDS:
        raise InputError(problem("sheets.round_count", count=rounds, most=MOST_ROUNDS))
    if not 1 <= copies <= MOST_COPIES:
        raise InputError(problem("sheets.copies", count=copies, most=MOST_COPIES))
    cells = layout(paper, per_page)
    data = _data(players, rounds, language)
    return Job("tumblin", cells.pages(copies), {**data, "layout": cells.as_json(), "copies": copies})


def _data(players: Sequence[str], rounds: int, language: str) -> dict[str, Any]:
    return {
        "language": language,
        "title": "Tumblin-Dice",
        "date": say("sheets.date", language),
        "player": say("sheets.player", language),
        "names": [shortened(printable(name), LONGEST_NAME) for name in players],
        "round": say("sheets.round", language),
        "rounds": list(range(1, rounds + 1)),
        "points": say("sheets.points", language),
        "sum": say("sheets.sum", language),
        "hint": say("sheets.tumblin_hint", language, target=CLASSIC.points_to_reach),
        "variants": [
            {"title": variant.title(language), "has_number": variant.takes_number} for variant in VARIANTS
        ],
        "credits": say("sheets.credits.tumblin", language),
    }
