"""Editions: a board is data, loaded once and checked, so that a new country needs no code (DT01)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from tumbletrip.core.documents import load_document
from tumbletrip.core.errors import InputError, Problem, problem, reason_of
from tumbletrip.core.lines import TextLimits
from tumbletrip.dicetrip.dice import Colour
from tumbletrip.dicetrip.edition_checks import problems_of
from tumbletrip.dicetrip.own.closeness import too_close
from tumbletrip.dicetrip.own.packing import is_own, unpack

CityId: TypeAlias = str
ZoneId: TypeAlias = str

LIMITS = TextLimits(characters=2_097_152)  # an outline may be drawn finely
EDITION_NAMES = (
    "france",
    "germany",
    "switzerland",
    "belgium",
    "netherlands",
    "austria",
    "italy",
    "spain",
    "portugal",
    "poland",
    "great-britain",
    "ireland",
    "usa",
)


@dataclass(frozen=True, slots=True)
class City:
    """A place on the map, with the die colour it wears, if any."""

    id: CityId
    name: str
    zone: ZoneId
    colour: Colour | None
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Zone:
    """A third of the map: 8 or 9 cities that pay together if none is crossed out (DT13)."""

    id: ZoneId
    names: Mapping[str, str]
    cities: tuple[CityId, ...]


@dataclass(frozen=True)
class Edition:
    """One board: cities, roads and zones, and the file it came from."""

    id: str
    names: Mapping[str, str]
    cities: tuple[City, ...]
    roads: tuple[tuple[CityId, CityId], ...]
    zones: tuple[Zone, ...]
    source: str = field(compare=False)  # the word it is found by: its name, or the path of its file
    document: Mapping[str, Any] = field(compare=False, repr=False)  # the whole file, for those who draw it

    @cached_property
    def city_ids(self) -> tuple[CityId, ...]:
        """The cities in the order of the file, which is the order of one-line sheets."""
        return tuple(city.id for city in self.cities)

    @cached_property
    def by_id(self) -> Mapping[CityId, City]:
        """The cities by id."""
        return {city.id: city for city in self.cities}

    @cached_property
    def neighbours(self) -> Mapping[CityId, frozenset[CityId]]:
        """The cities a road leads to, for each city."""
        linked: dict[CityId, set[CityId]] = {city.id: set() for city in self.cities}
        for one, other in self.roads:
            linked[one].add(other)
            linked[other].add(one)
        return {city: frozenset(others) for city, others in linked.items()}

    @cached_property
    def coloured_cities(self) -> tuple[CityId, ...]:
        """The eight cities that wear a die's colour."""
        return tuple(city.id for city in self.cities if city.colour)

    def __hash__(self) -> int:
        """Editions with the same id and roads hash alike; equality compares everything but the source."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.id, self.roads))

    def name(self, language: str = "en") -> str:
        """The board's name in a language, or its id if the file has none."""
        return self.names.get(language) or self.names.get("en") or self.id


class BadEdition(InputError):
    """An edition file that breaks the rules for boards; `problems` lists all that was found."""

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        """Name the file and the first problem."""
        super().__init__(problem("edition.bad", source=source, first=problems[0], count=len(problems)))
        self.source = source
        self.problems = tuple(problems)


@cache
def builtin_edition(name: str) -> Edition:
    """One of the boards that come with the package."""
    text = files("tumbletrip.dicetrip").joinpath("boards", f"{name}.json").read_text("utf-8")
    return edition_from_text(text, source=name)


def named_edition(word: str) -> Edition:
    """The edition of that name or in that word; reads no other file, so it is safe for texts of strangers."""
    if is_own(word):
        return own_edition(word)
    if word not in EDITION_NAMES:
        raise InputError(problem("edition.unknown", word=word, known=", ".join(EDITION_NAMES)))
    return builtin_edition(word)


@lru_cache(maxsize=64)
def own_edition(word: str) -> Edition:
    """The board that is packed into a word; raises InputError, and BadEdition if it breaks the rules."""
    document = unpack(word)
    problems = problems_of(document) or list(too_close(document))
    if problems:
        raise BadEdition(document["id"], problems)
    return _edition(document, word)


def find_edition(word: str) -> Edition:
    """The edition of that name, or the one in the JSON file at that path."""
    if not word.lower().endswith(".json"):
        return named_edition(word)
    try:
        text = Path(word).read_text("utf-8-sig")
    except OSError as error:
        raise InputError(problem("file.unreadable", path=word, reason=reason_of(error))) from error
    except UnicodeDecodeError as error:
        raise InputError(problem("file.not_text", path=word)) from error
    except ValueError as error:  # a path no system has: with a null character or half a surrogate pair
        raise InputError(problem("file.unreadable", path=word, reason=error)) from error
    return edition_from_text(text, source=word)


def edition_from_text(text: str, source: str) -> Edition:
    """Read and check an edition's JSON; `source` is the word it is known by."""
    document = load_document(text, source, LIMITS)
    problems = problems_of(document)
    if problems:
        raise BadEdition(source, problems)
    return _edition(document, source)


def _edition(document: Mapping[str, Any], source: str) -> Edition:
    """Build the edition from a document that has passed all checks."""
    return Edition(
        id=document["id"],
        names=document.get("name", {}),
        cities=tuple(_city(entry) for entry in document["cities"]),
        roads=tuple((one, other) for one, other in document["roads"]),
        zones=tuple(
            Zone(zone["id"], zone.get("names", {}), tuple(zone["cities"])) for zone in document["zones"]
        ),
        source=source,
        document=document,
    )


def _city(entry: Mapping[str, Any]) -> City:
    colour = entry.get("colour")
    return City(
        id=entry["id"],
        name=entry.get("name", entry["id"]),
        zone=entry["zone"],
        colour=Colour(colour) if colour else None,
        x=float(entry["x"]),
        y=float(entry["y"]),
    )
