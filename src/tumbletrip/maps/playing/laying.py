"""Roads, zones and colours for cities that somebody has placed, as work for several processes."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tumbletrip.analysis.analysis_jobs import Work
from tumbletrip.core.errors import InputError, problem

if TYPE_CHECKING:
    from tumbletrip.maps.making import Draft, Wishes

NAME: Final = "own"
ROOM: Final = 76.0  # between two cities, as our boards have: what stands nearer is pushed apart a little


class Spot(NamedTuple):
    """Where a city stands on a drawing, and what it is called."""

    name: str
    x: float
    y: float


class LayWish(NamedTuple):
    """Cities, the seed of what is laid between them, and the language in which a refusal is said."""

    spots: tuple[Spot, ...]
    seed: int
    language: str


def laying_work(wish: LayWish, games: int) -> Work:
    """Networks on cities that somebody has placed, played on one by one; the fairest is laid."""
    from tumbletrip.maps.making import BOARDS

    return Work(list(range(BOARDS)), partial(_unlikeness, wish, games), partial(_laid, wish))


def _unlikeness(wish: LayWish, games: int, number: int) -> float | InputError | None:
    """How unlike France a network plays; None if there are not so many, or why there is none."""
    from tumbletrip.maps.making import plain_document
    from tumbletrip.maps.playing.fairness import unlikeness

    try:
        wishes, networks = _networks(wish)
    except InputError as error:
        return error
    return unlikeness(plain_document(networks[number], wishes), games) if number < len(networks) else None


def _laid(wish: LayWish, found: Sequence[float | InputError | None]) -> dict[str, Any]:
    """The network that plays most like France, with cities by their places in the list."""
    refused = next((one for one in found if isinstance(one, InputError)), None)
    if refused:
        return {"refused": refused.sentence(wish.language)}
    _, networks = _networks(wish)
    numbers = [one for one in found if isinstance(one, float)]
    best = networks[min(range(len(numbers)), key=numbers.__getitem__)]
    return {
        "laid": {
            "spots": [{"x": city.x, "y": city.y} for city in best.cities],
            "roads": [*map(list, best.roads)],
            "zones": [*map(list, best.zones)],
            "colours": [best.colours.get(city) for city in range(len(best.cities))],
        }
    }


@lru_cache(maxsize=2)  # a process does several pieces of the same work
def _networks(wish: LayWish) -> "tuple[Wishes, list[Draft]]":
    from shapely import MultiPoint

    from tumbletrip.maps.choosing_cities import EDGE, with_room
    from tumbletrip.maps.ground import HULL, Town
    from tumbletrip.maps.making import Wishes, networks
    from tumbletrip.maps.world import Place

    points = MultiPoint([(spot.x, spot.y) for spot in wish.spots])
    left, top, right, bottom = points.buffer(EDGE).bounds
    towns = [Town(Place(spot.name, -spot.y, spot.x), spot.x, spot.y, 0) for spot in wish.spots]
    cities = with_room(towns, (left, top, right - left, bottom - top), ROOM)
    wishes = Wishes(NAME, {"en": NAME}, wish.seed)
    found = networks(cities, points.convex_hull.buffer(HULL), wishes)
    if not found:
        raise InputError(problem("maps.not_joined"))
    return wishes, found
