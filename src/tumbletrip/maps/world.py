"""The world that boards are cut from: land of Natural Earth, places of GeoNames, names of countries."""

import gzip
import json
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from shapely import MultiPolygon, Polygon, STRtree, make_valid
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from tumbletrip.core.errors import InputError, problem

FOLDER = "world"


class Place(NamedTuple):
    """A town, where it lies, and how many people live there if that is known."""

    name: str
    latitude: float
    longitude: float
    population: int = 0
    geonameid: int | None = None


def country_code(word: str) -> str:
    """A country by its two letters; raises InputError if there is none, or nothing to make a board of."""
    code = word.strip().upper()
    if code not in _read("land.json.gz")["countries"]:
        raise InputError(problem("maps.no_country", word=word))
    return code


def country_codes() -> tuple[str, ...]:
    """The two letters of every country that has land."""
    return tuple(_read("land.json.gz")["countries"])


def country_names(code: str) -> Mapping[str, str]:
    """What a country is called, by language."""
    return {language: str(name) for language, name in _read("countries.json.gz")[code].items()}


def places_of(code: str) -> tuple[Place, ...]:
    """The places of a country, biggest first."""
    return tuple(Place(*entry) for entry in _read("places.json.gz").get(code, ()))


def places_within(west: float, south: float, east: float, north: float) -> tuple[Place, ...]:
    """The places of all countries in a box of degrees, biggest first."""
    found = [
        place
        for entries in _read("places.json.gz").values()
        for place in (Place(*entry) for entry in entries)
        if west <= place.longitude <= east and south <= place.latitude <= north
    ]
    return tuple(sorted(found, key=lambda place: (-place.population, place.geonameid or 0)))


def places_like(word: str, most: int) -> list[tuple[str, Place]]:
    """Places called by a word, then others that begin with it, accents or not, each the biggest first."""
    wanted = plain(word)
    found = [(code, place) for name, code, place in _plain_places() if wanted and name.startswith(wanted)]
    return sorted(found, key=lambda pair: (plain(pair[1].name) != wanted, -pair[1].population))[:most]


@cache
def _plain_places() -> tuple[tuple[str, str, Place], ...]:
    codes = _read("places.json.gz")
    return tuple((plain(place.name), code, place) for code in codes for place in places_of(code))


def plain(name: str) -> str:
    """A name as it is looked for and sorted: small letters without accents."""
    letters = unicodedata.normalize("NFKD", name.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@cache
def land_of(code: str) -> MultiPolygon:
    """A country's land, in degrees."""
    stored = _read("land.json.gz")
    return _solid([_polygon(polygon) for polygon in stored["countries"][code]])


def land_within(west: float, south: float, east: float, north: float) -> Iterator[tuple[str, BaseGeometry]]:
    """The land of every country in a box of degrees."""
    codes, tree = _index()
    frame = box(west, south, east, north)
    for number in sorted(tree.query(frame)):
        inside = land_of(codes[number]).intersection(frame)
        if inside.area > 0:
            yield codes[number], inside


def _solid(parts: list[Polygon]) -> MultiPolygon:
    """Polygons as one valid land."""
    valid = make_valid(MultiPolygon(parts))
    pieces = getattr(valid, "geoms", [valid])
    flat = [piece for part in pieces for piece in getattr(part, "geoms", [part])]
    return MultiPolygon([piece for piece in flat if isinstance(piece, Polygon)])


def _polygon(rings: list[list[int]]) -> Polygon:
    shell, *holes = [_ring(ring) for ring in rings]
    return Polygon(shell, [hole for hole in holes if len(hole) > 3])


def _ring(ring: list[int]) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for arc in ring:
        points += _arcs()[arc] if arc >= 0 else _arcs()[~arc][::-1]
    return points


@cache
def _arcs() -> list[list[tuple[float, float]]]:
    """Stored lines: whole steps from point to point."""
    stored = _read("land.json.gz")
    found = []
    for arc in stored["arcs"]:
        x = y = 0
        line = []
        for dx, dy in zip(arc[::2], arc[1::2], strict=True):
            x, y = x + dx, y + dy
            line.append((x / stored["steps"], y / stored["steps"]))
        found.append(line)
    return found


@cache
def _index() -> tuple[tuple[str, ...], STRtree]:
    codes = country_codes()
    return codes, STRtree([land_of(code) for code in codes])


@cache
def _read(name: str) -> Any:
    return json.loads(gzip.decompress(files(__package__).joinpath(FOLDER, name).read_bytes()))
