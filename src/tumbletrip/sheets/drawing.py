"""The shapes of a printed map, from an edition's drawing or, without one, from the places of its cities."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tumbletrip.dicetrip.dice import COLOURS, Colour
from tumbletrip.dicetrip.editions import City, Edition, Zone
from tumbletrip.dicetrip.own.coasts import rings_of

SIDE: Final = 1000.0  # of a plain drawing
MARGIN: Final = 110.0
RADIUS: Final = 22.0
BESIDE_BADGE: Final = 13.0  # room for the shape of a coloured city, to the right of it and above
BLOT: Final = 80.0  # around the cities of a zone that has no border
LABEL_SIZE: Final = 21.0  # as labels were placed for
LETTER_WIDTH: Final = 0.56  # of the size of a label, on average
AROUND: Final = 10.0  # kept free around what stands on the map
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
    obstacles: tuple[tuple[float, float], ...]  # points that must not be covered: cities, names, coasts


def drawing(edition: Edition, enlarged: float = 1.0) -> Drawing:
    """The drawing in the edition's file, or a plain one made from the places of its cities.

    On paper the circles are `enlarged`, names make room for them, and what is empty around all is cut off.
    """
    document = edition.document
    box, places = _frame(edition)
    drawn = float(document.get("cityRadius", RADIUS))
    radius = drawn * enlarged
    entries = {entry["id"]: entry for entry in document["cities"]}
    labels = {
        city.id: _moved(
            _label(city, places[city.id], entries[city.id].get("label"), drawn),
            places[city.id],
            radius - drawn,
        )
        for city in edition.cities
    }
    marks = (
        *_around(places, radius),
        *(corner for spot in labels.values() for corner in _corners(spot)),
        *(point for ring in rings_of(document.get("outline", "")) for point in ring),
    )
    return Drawing(
        edition=edition,
        box=_cut(box, marks),
        radius=radius,
        places=places,
        labels=labels,
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
        obstacles=marks,
    )


def _moved(spot: Spot, place: tuple[float, float], by: float) -> Spot:
    """A label pushed away from a city whose circle has grown."""
    sideways = {"start": by, "end": -by}.get(spot.anchor, 0.0)
    down = 0.0 if sideways else by if spot.y > place[1] else -by
    return Spot(spot.x + sideways, spot.y + down, spot.anchor, spot.lines)


def _around(places: Mapping[str, tuple[float, float]], radius: float) -> Iterator[tuple[float, float]]:
    """The corners of a square around each city, with room for its badge."""
    reach = radius + BESIDE_BADGE
    for x, y in places.values():
        yield from ((x + dx, y + dy) for dx in (-reach, reach) for dy in (-reach, reach))


def _corners(spot: Spot) -> Iterator[tuple[float, float]]:
    """The corners of the letters of a label, as if all were equally wide."""
    letter = LABEL_SIZE * LETTER_WIDTH
    letters = max(map(len, spot.lines), default=0)
    left = spot.x - letter * letters * {"start": 0.0, "middle": 0.5, "end": 1.0}[spot.anchor]
    for line in range(len(spot.lines) + 1):
        yield from ((left + place * letter, spot.y + (line - 1) * LABEL_SIZE) for place in range(letters + 1))


def _cut(
    box: tuple[float, float, float, float], marks: tuple[tuple[float, float], ...]
) -> tuple[float, float, float, float]:
    """The part of a view box that holds the country, its cities and names, with a little room."""
    left = max(box[0], min(x for x, _ in marks) - AROUND)
    top = max(box[1], min(y for _, y in marks) - AROUND)
    right = min(box[0] + box[2], max(x for x, _ in marks) + AROUND)
    bottom = min(box[1] + box[3], max(y for _, y in marks) + AROUND)
    return left, top, right - left, bottom - top


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
