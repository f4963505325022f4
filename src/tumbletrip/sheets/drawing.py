"""What a printed map is drawn from, also for edition files that hold only what the rules need."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tumbletrip.dicetrip.dice import COLOURS, Colour
from tumbletrip.dicetrip.editions import City, Edition, Zone

SIDE: Final = 1000.0  # of a plain drawing
MARGIN: Final = 110.0
RADIUS: Final = 22.0
BESIDE_BADGE: Final = 13.0  # room for the shape of a coloured city, to the right of it and above
BLOT: Final = 80.0  # around the cities of a zone that has no border
INKS: Final = {"red": "#C8322B", "blue": "#1F63A8", "green": "#2E8B57", "yellow": "#E3A008"}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for words: the point of their anchor, on the baseline."""

    x: float
    y: float
    anchor: str = "middle"
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board on paper. Paths are SVG's, everything in the units of the view box."""

    edition: Edition
    box: tuple[float, float, float, float]
    radius: float
    places: Mapping[str, tuple[float, float]]
    labels: Mapping[str, Spot]
    inks: Mapping[Colour, str]
    outline: str
    zones: tuple[str, ...]
    borders: tuple[str, ...]
    neighbours: tuple[str, ...]  # the countries around
    ferries: frozenset[frozenset[str]]
    zone_spots: tuple[Spot, ...]


def drawing(edition: Edition) -> Drawing:
    """The drawing in the edition's file, or a plain one made from the places of its cities."""
    document = edition.document
    box, places = _frame(edition)
    radius = float(document.get("cityRadius", RADIUS))
    entries = {entry["id"]: entry for entry in document["cities"]}
    return Drawing(
        edition=edition,
        box=box,
        radius=radius,
        places=places,
        labels={
            city.id: _label(city, places[city.id], entries[city.id].get("label"), radius)
            for city in edition.cities
        },
        inks=_inks(document),
        outline=document.get("outline", ""),
        zones=tuple(
            entry.get("polygon") or "".join(map(_blot, (places[city] for city in zone.cities)))
            for zone, entry in zip(edition.zones, document["zones"], strict=True)
        ),
        borders=tuple(document.get("zoneBorders", ())),
        neighbours=tuple(document.get("context", {}).values()),
        ferries=frozenset(frozenset(road) for road in document.get("ferries", ())),
        zone_spots=tuple(
            _zone_spot(zone, entry, places)
            for zone, entry in zip(edition.zones, document["zones"], strict=True)
        ),
    )


def _frame(
    edition: Edition,
) -> tuple[tuple[float, float, float, float], Mapping[str, tuple[float, float]]]:
    """The view box and the cities in it; a file without a box may use any unit."""
    places = {city.id: (city.x, city.y) for city in edition.cities}
    if "viewbox" in edition.document:
        left, top, width, height = map(float, edition.document["viewbox"])
        return (left, top, width, height), places
    left = min(x for x, _ in places.values())
    top = min(y for _, y in places.values())
    wide = max(x for x, _ in places.values()) - left
    high = max(y for _, y in places.values()) - top
    scale = (SIDE - 2 * MARGIN) / (max(wide, high) or 1)
    scaled = {
        city: (MARGIN + (x - left) * scale, MARGIN + (y - top) * scale) for city, (x, y) in places.items()
    }
    return (0.0, 0.0, wide * scale + 2 * MARGIN, high * scale + 2 * MARGIN), scaled


def _label(city: City, place: tuple[float, float], label: Mapping[str, Any] | None, radius: float) -> Spot:
    x, y = place
    if label is None:
        return Spot(x, y + radius + 22, "middle", (city.name,))
    lines = tuple(label.get("lines", (city.name,)))
    anchor = label.get("anchor", "middle")
    is_beside_badge = city.colour is not None and anchor == "start" and label["dy"] < 0
    return Spot(x + label["dx"] + BESIDE_BADGE * is_beside_badge, y + label["dy"], anchor, lines)


def _inks(document: Mapping[str, Any]) -> Mapping[Colour, str]:
    own = {look["id"]: look["hex"] for look in document.get("colours", ())}
    return {colour: own.get(colour.value, INKS[colour.value]) for colour in COLOURS}


def _blot(place: tuple[float, float]) -> str:
    """Without a border, a zone is a blot around each of its cities."""
    x, y = place
    return f"M{x - BLOT} {y}a{BLOT} {BLOT} 0 1 0 {2 * BLOT} 0a{BLOT} {BLOT} 0 1 0 {-2 * BLOT} 0Z"


def _zone_spot(zone: Zone, entry: Mapping[str, Any], places: Mapping[str, tuple[float, float]]) -> Spot:
    """Where the short name of a zone stands: where its file says, or in the middle of its cities."""
    if entry.get("abbrLabel"):
        return Spot(entry["abbrLabel"]["x"], entry["abbrLabel"]["y"])
    own = [places[city] for city in zone.cities]
    return Spot(sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own))
