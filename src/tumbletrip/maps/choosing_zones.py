"""Three zones of eight or nine cities, each in one piece, and eight coloured cities, two of each colour."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.edition_checks import CITY_COUNT, ZONE_COUNT
from tumbletrip.maps.choosing_roads import Road, linked_by
from tumbletrip.maps.ground import Town

SIZES = (8, 8, 9)
STARTS = 120
COLOURINGS = 4_000


def zones(cities: Sequence[Town], roads: Sequence[Road], rng: Random) -> list[list[int]] | None:
    """The cities of each zone: as near to each other as it gets; None if no zones in one piece were found."""
    places = np.array([(city.x, city.y) for city in cities])
    linked = linked_by(roads, len(cities))
    best: tuple[float, list[list[int]]] | None = None
    for _ in range(STARTS):
        owner = _balanced(places, rng)
        groups = [[city for city in range(len(cities)) if owner[city] == zone] for zone in range(ZONE_COUNT)]
        if all(_is_one_piece(group, linked) for group in groups):
            cost = sum(_spread(places[group]) for group in groups)
            if best is None or cost < best[0] - 1e-9:
                best = cost, sorted(groups, key=lambda group: _reading_order(places[group]))
    return best[1] if best else None


def _balanced(places: NDArray[np.float64], rng: Random) -> NDArray[np.int64]:
    """Zones around three middles that move until nothing changes, each with as many cities as it holds."""
    middles = places[rng.sample(range(len(places)), ZONE_COUNT)]
    sizes = rng.sample(SIZES, ZONE_COUNT)
    owner = np.full(len(places), -1)
    for _ in range(12):
        far = np.square(places[:, None, :] - middles[None, :, :]).sum(axis=2)
        now = _assigned(far, sizes)
        if (now == owner).all():
            break
        owner = now
        middles = np.array([places[owner == zone].mean(axis=0) for zone in range(ZONE_COUNT)])
    return owner


def _assigned(far: NDArray[np.float64], sizes: Sequence[int]) -> NDArray[np.int64]:
    """Who would lose most without the nearest middle chooses first; then exchanges, while they gain."""
    order = np.argsort(-(np.sort(far, axis=1)[:, 1] - far.min(axis=1)), kind="stable")
    left, owner = list(sizes), np.zeros(len(far), np.int64)
    for city in order:
        zone = next(zone for zone in np.argsort(far[city], kind="stable") if left[zone])
        owner[city], left[zone] = zone, left[zone] - 1
    improved = True
    while improved:
        improved = False
        for one, other in combinations(range(len(far)), 2):
            mine, theirs = owner[one], owner[other]
            gain = far[one, mine] + far[other, theirs] - far[one, theirs] - far[other, mine]
            if mine != theirs and gain > 1e-9:
                owner[one], owner[other], improved = theirs, mine, True
    return owner


def _is_one_piece(group: Sequence[int], linked: Sequence[set[int]]) -> bool:
    inside, reached, ahead = set(group), {group[0]}, [group[0]]
    while ahead:
        for city in (linked[ahead.pop()] & inside) - reached:
            reached.add(city)
            ahead.append(city)
    return reached == inside


def _spread(places: NDArray[np.float64]) -> float:
    return float(np.square(places - places.mean(axis=0)).sum())


def _reading_order(places: NDArray[np.float64]) -> tuple[float, float]:
    x, y = places.mean(axis=0)
    return float(y), float(x)


def colours(
    cities: Sequence[Town], roads: Sequence[Road], groups: Sequence[Sequence[int]], rng: Random
) -> dict[int, str] | None:
    """Eight cities and their colours: no two joined by a road, those of a colour in different zones."""
    linked = linked_by(roads, len(cities))
    zone_of = {city: zone for zone, group in enumerate(groups) for city in group}
    places = np.array([(city.x, city.y) for city in cities])
    apart = np.hypot(*(places[:, None, :] - places[None, :, :]).transpose(2, 0, 1))
    best: tuple[float, dict[int, str]] | None = None
    for _ in range(COLOURINGS):
        picked: list[int] = []
        for city in rng.sample(range(CITY_COUNT), CITY_COUNT):
            if len(picked) < 2 * len(COLOURS) and not linked[city] & set(picked):
                picked.append(city)
        if len(picked) < 2 * len(COLOURS):
            continue
        if any(zone_of[one] == zone_of[other] for one, other in zip(picked[::2], picked[1::2], strict=True)):
            continue
        per_zone = [sum(zone_of[city] == zone for city in picked) for zone in range(ZONE_COUNT)]
        if min(per_zone) < 2:
            continue
        mates = sum(apart[one, other] for one, other in zip(picked[::2], picked[1::2], strict=True))
        nearest = sum(min(apart[one, other] for other in picked if other != one) for one in picked)
        worth = float(mates + nearest)
        if best is None or worth > best[0]:
            best = worth, {city: COLOURS[place // 2].value for place, city in enumerate(picked)}
    return best[1] if best else None
