"""A finished edition from a ground: the same seed, the same bytes."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any

from shapely import unary_union
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.edition_checks import problems_of
from tumbletrip.dicetrip.editions import BadEdition
from tumbletrip.dicetrip.own.directions import directions
from tumbletrip.dicetrip.own.ids import ids_for
from tumbletrip.maps import choosing_cities, choosing_roads, choosing_zones, labels, spots, zone_areas
from tumbletrip.maps.choosing_roads import Road
from tumbletrip.maps.ground import Ground, Town
from tumbletrip.maps.paths import path

ROADS = (47, 48, 49, 50)  # as many as our boards have
BOARDS = 8  # drafts that are compared
TRIES = 30
SAME_CITIES = 10  # drafts on the same cities
COLOURS = (
    ("red", "#C8322B", "triangle", {"fr": "rouge", "de": "rot", "en": "red", "nl": "rood"}),
    ("blue", "#1F63A8", "square", {"fr": "bleu", "de": "blau", "en": "blue", "nl": "blauw"}),
    ("green", "#2E8B57", "diamond", {"fr": "vert", "de": "grün", "en": "green", "nl": "groen"}),
    ("yellow", "#E3A008", "circle", {"fr": "jaune", "de": "gelb", "en": "yellow", "nl": "geel"}),
)
NETWORK = "our own: chosen by tumbletrip edition make, not taken from any printed map"

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants of a board beyond its ground."""

    id: str
    names: Mapping[str, str]
    seed: int = 1
    wanted: Sequence[str] = ()  # towns that must be cities
    unwanted: Sequence[str] = ()  # towns that must not
    spelling: Mapping[str, str] = field(default_factory=dict)  # what a town is called instead
    bridges: Sequence[tuple[str, str]] = ()  # roads over water that are no ferries
    roads: Sequence[tuple[str, str]] = ()  # that everybody knows
    no_roads: Sequence[tuple[str, str]] = ()  # that nobody would believe


@dataclass(frozen=True, slots=True)
class Draft:
    """A network on the cities: what is compared before anything is drawn."""

    cities: tuple[Town, ...]
    roads: tuple[Road, ...]
    ferries: tuple[Road, ...]
    zones: tuple[tuple[int, ...], ...]
    colours: Mapping[int, str]


def drafts(ground: Ground, wishes: Wishes, count: int = BOARDS) -> Iterator[Draft]:
    """Different networks for one seed; raises InputError if there is none."""
    found = 0
    for attempt in range(TRIES):
        if attempt % SAME_CITIES == 0:
            chance = Random(f"{wishes.seed} cities {attempt}")
            cities = choosing_cities.chosen(ground, chance, wishes.wanted, wishes.unwanted)
        draft = _draft(ground.land, wishes, cities, attempt)
        if draft:
            yield draft
            found += 1
        if found == count:
            return
    if not found:
        raise InputError(problem("maps.no_network"))


def networks(cities: Sequence[Town], land: BaseGeometry, wishes: Wishes, count: int = BOARDS) -> list[Draft]:
    """Different networks on cities that stay where they are; none if these cannot be joined well."""
    found = (_draft(land, wishes, cities, attempt) for attempt in range(TRIES))
    return list(islice(filter(None, found), count))


def _draft(land: BaseGeometry, wishes: Wishes, cities: Sequence[Town], attempt: int) -> Draft | None:
    names = [city.place.name for city in cities]
    rng = Random(f"{wishes.seed} {attempt}")
    laid = choosing_roads.chosen(
        cities,
        land,
        ROADS[attempt % len(ROADS)],
        rng,
        _named(wishes.roads, names),
        _named(wishes.no_roads, names),
    )
    if not laid or not choosing_roads.has_grand_tour(laid[0], len(cities)):
        return None
    roads, ferries = laid
    groups = choosing_zones.zones(cities, roads, rng)
    colours = groups and choosing_zones.colours(cities, roads, groups, rng)
    if not groups or not colours:
        return None
    dry = _named(wishes.bridges, names)
    return Draft(
        cities=tuple(cities),
        roads=tuple(roads),
        ferries=tuple(road for road in ferries if road not in dry),
        zones=tuple(map(tuple, groups)),
        colours=colours,
    )


def _named(pairs: Sequence[tuple[str, str]], names: Sequence[str]) -> set[Road]:
    """Roads by the names of their cities; pairs that are not both on the board are left out."""
    found = set()
    for pair in pairs:
        if set(pair) <= set(names):
            one, other = sorted(names.index(name) for name in pair)
            found.add((one, other))
    return found


def made(ground: Ground, wishes: Wishes, ranked: Callable[[list[Document]], Sequence[int]]) -> Document:
    """A board: drafts as plain documents are ranked, and the first is taken on which all names have room."""
    found = list(drafts(ground, wishes))
    order = ranked([plain_document(draft, wishes) for draft in found])
    named = [(found[place], _labels(found[place], wishes, ground)) for place in order]
    draft, written = next(
        ((draft, written) for draft, written in named if written.cost < labels.HIT),
        min(named, key=lambda pair: pair[1].cost),
    )
    document = drawn_document(draft, written, ground, wishes)
    problems = problems_of(document)
    if problems:
        raise BadEdition(wishes.id, problems)
    return document


def _labels(draft: Draft, wishes: Wishes, ground: Ground) -> labels.Written:
    names = [wishes.spelling.get(city.place.name, city.place.name) for city in draft.cities]
    lines = choosing_roads.lines(draft.roads, draft.cities)
    chance = Random(f"{wishes.seed} labels")
    return labels.placed(draft.cities, names, dict(draft.colours), lines, ground.box, chance)


def plain_document(draft: Draft, wishes: Wishes) -> Document:
    """What the rules need of a board."""
    names = [wishes.spelling.get(city.place.name, city.place.name) for city in draft.cities]
    ids = ids_for(names)
    signs = directions([(city.x, city.y) for city in draft.cities], draft.zones)
    zone_of = {city: sign[0] for sign, group in zip(signs, draft.zones, strict=True) for city in group}
    return {
        "format": "dice-trip-board/1",
        "id": wishes.id,
        "name": dict(wishes.names),
        "cities": [
            {
                "id": ids[number],
                "name": names[number],
                "lat": city.place.latitude,
                "lon": city.place.longitude,
                "x": city.x,
                "y": city.y,
                "zone": zone_of[number],
                "colour": draft.colours.get(number),
                **({"geonameid": city.place.geonameid} if city.place.geonameid else {}),
                **({"population": city.place.population} if city.place.population else {}),
            }
            for number, city in enumerate(draft.cities)
        ],
        "roads": [[ids[one], ids[other]] for one, other in draft.roads],
        "ferries": [[ids[one], ids[other]] for one, other in draft.ferries],
        "zones": [
            {"id": key, "names": named, "abbr": short, "cities": [ids[city] for city in group]}
            for (key, named, short), group in zip(signs, draft.zones, strict=True)
        ],
    }


def drawn_document(draft: Draft, written: labels.Written, ground: Ground, wishes: Wishes) -> Document:
    """The whole file: the board, and how it is drawn."""
    document = plain_document(draft, wishes)
    ground = replace(ground.with_water(), box=labels.frame_around(ground.box, written))
    lines = choosing_roads.lines(draft.roads, draft.cities)
    for city, label, side in zip(document["cities"], written.labels, written.sides, strict=True):
        city["label"] = label.stored()
        if side == "left":
            city["badge"] = side
    rooms = [box(*room) for label in written.labels for room in label.boxes]
    circles = spots.discs([(city.x, city.y) for city in draft.cities], labels.GROWN * labels.RADIUS + 14)
    taken = unary_union([circles, *rooms])
    lands, borders = zone_areas.areas(ground, draft.cities, draft.zones)
    for zone, land in zip(document["zones"], lands, strict=True):
        x, y = spots.zone_sign(land, taken, unary_union(lines))
        zone["abbrLabel"] = {"x": x, "y": y, "fontSize": 52, "anchor": "middle"}
        zone["polygon"] = path(land)
    document["zoneBorders"] = [drawn for drawn in map(path, borders) if drawn]
    document["outline"] = path(ground.land)
    document["context"] = {name: path(shape) for name, shape in ground.neighbours.items() if path(shape)}
    title = spots.title(ground, taken)
    if title:
        document["titleSpot"] = title
        half, size = float(str(title["width"])) / 2, float(str(title["fontSize"]))
        x, y = float(str(title["x"])), float(str(title["y"]))
        taken = unary_union([taken, box(x - half, y - size, x + half, y)])
    compass = spots.compass(ground, taken)
    return {
        **document,
        "viewbox": list(ground.box),
        "cityRadius": labels.RADIUS,
        "labelStyle": {"fontSize": labels.SIZE, "weight": 600, "lineHeight": labels.SIZE},
        "colours": [
            {"id": key, "hex": ink, "symbol": symbol, "names": named} for key, ink, symbol, named in COLOURS
        ],
        "projection": {
            "type": "lambert-azimuthal-equal-area",
            "lat0": ground.projection.latitude,
            "lon0": ground.projection.longitude,
            "k": round(ground.projection.scale, 3),
            "tx": round(-ground.projection.left, 3),
            "ty": round(-ground.projection.top, 3),
        },
        **({"compassSpot": compass} if compass else {}),
        "sources": {**ground.sources, "network": NETWORK},
    }


def as_text(document: Document) -> str:
    """The file: a line for each field, each city and each zone, so that changes can be read."""
    parts = []
    for key, value in document.items():
        if key in ("cities", "zones"):
            rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in value)
            parts.append(f"{json.dumps(key)}: [\n  {rows}\n ]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n " + ",\n ".join(parts) + "\n}\n"
