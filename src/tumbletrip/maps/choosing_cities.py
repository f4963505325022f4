"""Which 25 towns: the biggest, the others spread over the land; neighbours are pushed apart a little."""

from collections.abc import Sequence
from math import exp, log10, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray
from shapely import contains, prepare
from shapely import points as shapely_points

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.edition_checks import CITY_COUNT
from tumbletrip.maps.ground import Ground, Town

FIXED = 5  # the biggest, which nobody would miss
SPACING = 92.0  # between two cities; circles on a phone are 68 wide, and a name must fit in
LEAST_SPACING = 42.0  # two towns nearer than that are one on such a map
EASED = 94.0  # as far apart they are drawn …
EDGE = 44.0  # of the map, where no circle should stand
FARTHEST = 52.0  # … if none has to move more than that
GRID = 22.0  # between the points at which one asks how far it is to the next city
TURNS = 7_000
WARM, COLD = 2.0, 0.03
FAME = 16.0  # what ten times as many people are worth, in units of distance
TOO_NEAR = 3.0  # for each unit


def chosen(
    ground: Ground, rng: Random, wanted: Sequence[str] = (), unwanted: Sequence[str] = ()
) -> list[Town]:
    """The cities of a board; raises InputError if there are too few, or no room for them."""
    towns = [town for town in ground.towns if town.place.name not in unwanted]
    for name in wanted:
        if all(town.place.name != name for town in towns):
            raise InputError(problem("maps.no_place", name=name))
    if len(towns) < CITY_COUNT:
        raise InputError(problem("maps.too_few", count=len(towns), needed=CITY_COUNT))
    fixed = _fixed(towns, wanted)
    if len(fixed) == CITY_COUNT or len(towns) == CITY_COUNT:
        picked = sorted(fixed) if len(fixed) == CITY_COUNT else list(range(CITY_COUNT))
    else:
        picked = _annealed(ground, towns, fixed, rng)
    return with_room([towns[number] for number in picked], ground.box)


def with_room(
    cities: Sequence[Town], frame: tuple[float, float, float, float], room: float = EASED
) -> list[Town]:
    """Cities pushed apart a little within a frame; raises InputError if two are too near for that."""
    _refuse_crowds(cities)
    return _eased(cities, frame, room)


def _fixed(towns: Sequence[Town], wanted: Sequence[str]) -> list[int]:
    """The towns that were asked for, and the biggest that are far enough from them and from each other."""
    fixed: list[int] = []
    for number, town in enumerate(towns):
        if town.place.name in wanted and all(towns[one].place.name != town.place.name for one in fixed):
            fixed.append(number)
    biggest = 0
    for number, town in enumerate(towns):
        if biggest == FIXED or len(fixed) == CITY_COUNT:
            break
        if number in fixed:
            biggest += 1
        elif all(apart(town, towns[other]) >= SPACING for other in fixed):
            fixed.append(number)
            biggest += 1
    return fixed


def _annealed(ground: Ground, towns: Sequence[Town], fixed: Sequence[int], rng: Random) -> list[int]:
    """Exchange one town at a time, less and less boldly, until all land has a city near."""
    places = np.array([(town.x, town.y) for town in towns])
    spots = _spots(ground)
    far = np.hypot(*(spots[:, None, :] - places[None, :, :]).transpose(2, 0, 1)).astype(np.float32)
    apart = np.hypot(*(places[:, None, :] - places[None, :, :]).transpose(2, 0, 1))
    crowd = TOO_NEAR * np.maximum(0.0, SPACING - apart) + 400.0 * (apart < LEAST_SPACING)
    np.fill_diagonal(crowd, 0.0)
    most = max(town.place.population for town in towns)
    fame = np.array([FAME * log10((most + 1000) / (town.place.population + 1000)) for town in towns])

    def cost(picked: NDArray[np.int64]) -> float:
        away = sqrt(float(np.square(far[:, picked].min(axis=1)).mean()))
        return 2.0 * away + float(fame[picked].mean()) * 4.0 + float(crowd[np.ix_(picked, picked)].sum()) / 8

    others = [number for number in range(len(towns)) if number not in fixed]
    picked = np.array([*fixed, *rng.sample(others, CITY_COUNT - len(fixed))])
    now = cost(picked)
    best, least = picked.copy(), now
    for turn in range(TURNS):
        warmth = WARM * (COLD / WARM) ** (turn / TURNS)
        seat = rng.randrange(len(fixed), CITY_COUNT)
        newcomer = others[rng.randrange(len(others))]
        if newcomer in picked:
            continue
        before, picked[seat] = picked[seat], newcomer
        then = cost(picked)
        if then <= now or rng.random() < exp((now - then) / warmth):
            now = then
            if now < least:
                best, least = picked.copy(), now
        else:
            picked[seat] = before
    return sorted(int(number) for number in best)


def _spots(ground: Ground) -> NDArray[np.float64]:
    """Points of a grid that lie on the land."""
    left, top, width, height = ground.box
    xs, ys = np.meshgrid(np.arange(left, left + width, GRID), np.arange(top, top + height, GRID))
    grid = np.column_stack((xs.ravel(), ys.ravel()))
    prepare(ground.land)
    inside: NDArray[np.float64] = grid[contains(ground.land, shapely_points(grid))]
    return inside


def _refuse_crowds(cities: Sequence[Town]) -> None:
    for number, one in enumerate(cities):
        for other in cities[number + 1 :]:
            if apart(one, other) < LEAST_SPACING:
                raise InputError(problem("maps.too_near", one=one.place.name, other=other.place.name))


def _eased(cities: Sequence[Town], frame: tuple[float, float, float, float], room: float) -> list[Town]:
    """Neighbours pushed apart, so that circles and names find room; nobody leaves the map or goes far."""
    home = np.array([(city.x, city.y) for city in cities])
    left, top, width, height = frame
    places = home.copy()
    for _ in range(300):
        between = places[:, None, :] - places[None, :, :]
        far = np.hypot(between[..., 0], between[..., 1])
        np.fill_diagonal(far, np.inf)
        lack = np.maximum(0.0, room - far)
        if not lack.any():
            break
        push = (between / np.maximum(far, 1e-6)[..., None] * lack[..., None]).sum(axis=1)
        places = places + 0.3 * push
        off = places - home
        away = np.maximum(np.hypot(off[:, 0], off[:, 1]), 1e-9)
        places = home + off * np.minimum(1.0, FARTHEST / away)[:, None]
        places = np.clip(places, (left + EDGE, top + EDGE), (left + width - EDGE, top + height - EDGE))
    return [
        city._replace(x=round(float(x), 1), y=round(float(y), 1))
        for city, (x, y) in zip(cities, places, strict=True)
    ]


def apart(one: Town, other: Town) -> float:
    """How far it is from one town to another."""
    return float(np.hypot(one.x - other.x, one.y - other.y))
