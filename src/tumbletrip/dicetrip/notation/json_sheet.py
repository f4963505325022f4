"""A sheet as JSON, as other programs write it: numbers with the dice that made them.

{"edition": "france", "cities": {"lille": {"number": 15, "dice": ["red", "blue"]}, "brest": "x"}}
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tumbletrip.core.documents import load_document
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.lines import TextLimits
from tumbletrip.dicetrip.dice import COLOURS, Colour
from tumbletrip.dicetrip.editions import City, Edition, named_edition
from tumbletrip.dicetrip.notation.sheet_line import FindEdition
from tumbletrip.dicetrip.numbers import is_number
from tumbletrip.dicetrip.sheet import CROSSED, Mark, Sheet, Written, tens_problem

LIMITS = TextLimits(characters=262_144)


def sheet_from_json(text: str, source: str, find: FindEdition = named_edition) -> Sheet:
    """Read a JSON sheet; a city that is left out is empty. `source` names the text in errors."""
    document = _load(text, source)
    edition = find(_text_field(document, "edition"))
    cities = document.get("cities")
    if not isinstance(cities, Mapping):
        raise _wrong("cities", cities, "sheet.right.cities")
    marks = _marks(cities, edition)
    tens_bonus = _tens_bonus(document, edition, marks)
    return Sheet(
        edition,
        MappingProxyType(marks),
        tens_variant=tens_bonus is not None,
        tens_bonus=tens_bonus,
    )


def _load(text: str, source: str) -> Mapping[str, Any]:
    document = load_document(text, source, LIMITS)
    if not isinstance(document, Mapping):
        raise _wrong("(top)", type(document).__name__, "sheet.right.object")
    return document


def _text_field(document: Mapping[str, Any], field: str) -> str:
    value = document.get(field)
    if not isinstance(value, str):
        raise _wrong(field, value, "sheet.right.edition")
    return value


def _tens_bonus(document: Mapping[str, Any], edition: Edition, marks: Mapping[str, Mark]) -> int | None:
    value = document.get("tens_bonus")
    if value is None:
        return None
    if type(value) is not int:
        raise _wrong("tens_bonus", value, "sheet.right.tens_bonus", highest=len(edition.coloured_cities))
    wrong = tens_problem(edition, marks, value)
    if wrong:
        raise InputError(wrong)
    return value


def _marks(cities: Mapping[str, Any], edition: Edition) -> dict[str, Mark]:
    marks: dict[str, Mark] = {}
    city_of: dict[int, str] = {}
    for city, value in cities.items():
        if city not in edition.by_id:
            raise InputError(problem("sheet.unknown_city", city=city, edition=edition.id))
        mark = _mark(edition.by_id[city], value)
        if isinstance(mark, Written):
            if mark.number in city_of:
                first = city_of[mark.number]
                raise InputError(
                    problem("sheet.repeated", field=f"cities.{city}", number=mark.number, city=first)
                )
            city_of[mark.number] = city
        marks[city] = mark
    return marks


def _mark(city: City, value: object) -> Mark:
    field = f"cities.{city.id}"
    if value == CROSSED:
        return CROSSED
    if not isinstance(value, Mapping):
        raise _wrong(field, value, "sheet.right.mark")
    number = value.get("number")
    if not is_number(number):
        raise _wrong(f"{field}.number", number, "sheet.right.number")
    assert isinstance(number, int)
    dice = _dice(f"{field}.dice", value.get("dice"))
    return Written(number, in_colour=city.colour is not None and city.colour in dice)


def _dice(field: str, value: object) -> tuple[Colour, ...]:
    """The two dice that made a number; left out, no colour bonus is claimed."""
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) != 2:
        raise _wrong(field, value, "sheet.right.dice")
    for die in value:
        if not isinstance(die, str) or die not in COLOURS:
            raise _wrong(field, die, "sheet.right.colour", colours=", ".join(COLOURS))
    if value[0] == value[1]:
        raise _wrong(field, value[0], "sheet.right.two_dice")
    return tuple(Colour(die) for die in value)


def _wrong(field: str, value: object, right: str, **values: Any) -> InputError:
    shown = "–" if value is None else str(value)
    return InputError(problem("sheet.field", field=field, value=shown[:60], right=problem(right, **values)))
