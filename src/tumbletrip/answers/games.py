"""Requests about the games themselves: boards to draw, tables of points, what a solo result is worth."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from tumbletrip.analysis.dicetrip.solo_ranks import solo_rank
from tumbletrip.answers.refusing import NOT_FOUND, Refuse
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.scoring import SERIES_RATES, ZONE_RATES
from tumbletrip.tables.play import Body
from tumbletrip.tumblin.board import USUAL_BOARD, named_board
from tumbletrip.tumblin.dice import KINDS, DieKind
from tumbletrip.tumblin.launches import limits

USUAL: Final = "usual"
POINTS: Final[Body] = {
    "series": [asdict(rate) for rate in SERIES_RATES],
    "zones": [asdict(rate) for rate in ZONE_RATES],
}


def found_edition(find_edition: Callable[[str], Edition], name: str) -> Edition:
    """An edition by name; refuses unknown names with 404."""
    try:
        return find_edition(name)
    except InputError:
        raise Refuse(NOT_FOUND, "table/not_found") from None


def rank(edition: str, total: int, *, tens: bool) -> Body:
    """How many of our bots' solo games on a board a total beats; 404 where they have not played in bulk."""
    found = solo_rank(edition, total, tens=tens)
    if found is None:
        raise Refuse(NOT_FOUND, "table/not_found")
    return {"level": found.level, "beaten": found.beaten, "games": found.games}


def board_picture(name: str) -> Body:
    """A board, or the `usual` one; the shapes of all dice, and the limits of a flick: to draw and to aim."""
    try:
        found = named_board(USUAL_BOARD if name == USUAL else name)
    except InputError:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    shape = asdict(found)
    del shape["source"]
    kinds = {kind.name: _kind_json(kind) for kind in KINDS.values()}
    return {"board": shape, "kinds": kinds, "limits": asdict(limits(found))}


def _kind_json(kind: DieKind) -> dict[str, Any]:
    """A kind of die for JSON: for each face its normal, and its corners in order."""
    faces = {str(number): [list(corner) for corner in kind.outline(number)] for number in kind.faces}
    normals = {str(number): list(kind.normals[number]) for number in kind.faces}
    return {"inradius": kind.inradius, "circumradius": kind.circumradius, "normals": normals, "faces": faces}
