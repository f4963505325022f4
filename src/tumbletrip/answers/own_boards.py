"""Boards of one's own while they are drawn: flaws and where they are, and the word of one that has none."""

from typing import Any, Final

from tumbletrip.core.errors import Problem
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.edition_checks import COUNTS, flaws_of, right_of
from tumbletrip.dicetrip.own.bare import bare
from tumbletrip.dicetrip.own.closeness import too_close
from tumbletrip.dicetrip.own.drawing import drawn
from tumbletrip.dicetrip.own.labels import placed
from tumbletrip.dicetrip.own.packing import pack
from tumbletrip.tables.play import Body

SAID_KINDLY: Final = COUNTS | {"apart", "past"}


def checked(document: Any, language: str, places_names: bool) -> Body:
    """A draft looked at: its flaws with the cities they are at, its drawing, and its word if it has none.

    What is no draft at all, such as a file with another content, has flaws and no drawing.
    """
    flaws = flaws_of(document)
    if any(right_of(flaw) not in COUNTS for flaw in flaws):
        return {"flaws": [_flaw(flaw, {}, language) for flaw in flaws], "document": None, "word": None}
    board = drawn(bare(document))
    if places_names:
        board = drawn({**board, "cities": placed(board)})
    flaws += too_close(board)
    names: dict[str, str] = {city["id"]: city["name"] for city in board["cities"]}
    return {
        "flaws": [_flaw(flaw, names, language) for flaw in flaws],
        "document": board,
        "word": None if flaws else pack(board),
    }


def _flaw(flaw: Problem, names: dict[str, str], language: str) -> Body:
    """A flaw in the words of those who draw, and where it is."""
    found = dict(flaw.values)
    at = [city for city in found["at"] if city in names]
    right = right_of(flaw)
    return {"kind": right, "at": at, "text": _sentence(flaw, [names[city] for city in at], language)}


def _sentence(flaw: Problem, cities: list[str], language: str) -> str:
    right = right_of(flaw)
    if right not in SAID_KINDLY:
        return flaw.sentence(language)
    found = dict(flaw.values)
    values: dict[str, Any] = {"count": len(cities)}
    if right == "city_count":
        values["count"] = int(found["value"])
    if right == "two_per_colour":
        values["colour"] = say(f"colour.{dict(found['right'].values)['colour']}", language)
    if right == "no_crossing":
        values |= {"one": f"{cities[0]}–{cities[1]}", "other": f"{cities[2]}–{cities[3]}"}
    elif right == "past":
        values |= {"one": f"{cities[0]}–{cities[1]}", "other": cities[2]}
    elif right == "apart":
        values |= {"one": cities[0], "other": cities[1]}
    elif right in ("connected", "zone_connected"):
        values["city"] = cities[0]
    return say(f"boards.flaw.{right}", language, **values)
