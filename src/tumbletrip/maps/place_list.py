"""A list of places as people write it: name, latitude, longitude and, if they like, the people there."""

import csv
import io
from collections.abc import Iterator
from math import isfinite

from tumbletrip.core.errors import InputError, is_showable, problem
from tumbletrip.dicetrip.edition_checks import CITY_COUNT
from tumbletrip.maps.world import Place

MOST_PLACES = 2_000
LONGEST_NAME = 40
LONGEST_LINE = 80  # of a wrong one, as it is shown
NORTHMOST = 85.0  # and southmost: beyond, no map of a country is flat


def places_from(text: str) -> tuple[Place, ...]:
    """The places of a CSV text, biggest first; raises InputError with the line that is wrong."""
    found: dict[str, Place] = {}
    for number, row in enumerate(_rows(text), 1):
        if not any(cell.strip() for cell in row) or (number == 1 and _is_heading(row)):
            continue
        if len(found) == MOST_PLACES:
            raise InputError(problem("maps.too_many", most=MOST_PLACES))
        place = _place(row, number)
        if place.name in found:
            raise InputError(problem("maps.same_name", name=place.name, line=number))
        found[place.name] = place
    if len(found) < CITY_COUNT:
        raise InputError(problem("maps.too_few", count=len(found), needed=CITY_COUNT))
    return tuple(sorted(found.values(), key=lambda place: (-place.population, place.name)))


def _rows(text: str) -> Iterator[list[str]]:
    """The lines of a CSV text; one that no reader of CSV takes is shown as it stands."""
    rows = csv.reader(io.StringIO(text))
    try:
        yield from rows
    except csv.Error as error:
        line = text.splitlines()[rows.line_num - 1]
        raise InputError(problem("maps.bad_line", line=rows.line_num, text=_shown([line]))) from error


def _is_heading(row: list[str]) -> bool:
    """Whether the first line names the columns."""
    return (
        len(row) > 1 and any(one.isalpha() for one in row[1]) and row[1].strip().lower() not in ("nan", "inf")
    )


def _place(row: list[str], line: int) -> Place:
    try:
        name, latitude, longitude = row[0].strip(), float(row[1]), float(row[2])
        population = int(float(row[3])) if len(row) > 3 and row[3].strip() else 0
    except (IndexError, ValueError, OverflowError) as error:
        raise InputError(problem("maps.bad_line", line=line, text=_shown(row))) from error
    is_there = (
        isfinite(latitude) and isfinite(longitude) and abs(latitude) <= NORTHMOST and abs(longitude) <= 180
    )
    if not name or len(name) > LONGEST_NAME or not is_showable(name) or not is_there or population < 0:
        raise InputError(problem("maps.bad_line", line=line, text=_shown(row)))
    return Place(name, latitude, longitude, population)


def _shown(row: list[str]) -> str:
    text = ",".join(row)
    return text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]}…"
