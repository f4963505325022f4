"""An edition as the arrays that value kernels read: neighbours, roads, two-road chains, colours, zones."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.editions import CityId, Edition
from tumbletrip.dicetrip.fast.bridge import board_arrays as fast_board
from tumbletrip.dicetrip.fast.kernels import CITIES

CHAIN_BINS = 8  # what a chain of two roads sees of a city: empty, crossed, or a group of six numbers

Ints = NDArray[np.int64]
Rows: TypeAlias = list[tuple[int, tuple[int, ...]]]  # a group, and what belongs to it


class BoardArrays(NamedTuple):
    """What kernels need to know about a board; `start` arrays open the slice of each city or pair."""

    masks: Ints  # the board as the fast rules read it
    neighbours: Ints  # a bitmask of cities per city
    colour: Ints  # the die of the city's colour, or -1
    coloured: Ints  # the two cities of each die
    zone: Ints  # 0, 1 or 2 per city
    roads: Ints  # the two ends of each road
    road_start: Ints
    road_of: Ints  # road, the other end, and 1 if the city is the first end
    chains: Ints  # the three cities of each chain of two roads
    chain_start: Ints
    chain_of: Ints  # chain, stride of the city, then city and stride of the two others
    link_start: Ints
    link_road: (
        Ints  # per pair of cities: the road between them or -1, and 1 if the first city is its first end
    )
    link_of: Ints  # per pair: chain, strides of the two, then city and stride of the third
    order: Ints  # the cities along the main road a bot thinks of
    before: Ints  # per place in that order: a bitmask of earlier places a road comes from


def board_arrays(edition: Edition, order: Sequence[CityId]) -> BoardArrays:
    """The arrays of an edition, with the order of cities along which a bot thinks its main road."""
    place = {city: index for index, city in enumerate(edition.city_ids)}
    linked = [sorted(place[other] for other in edition.neighbours[city]) for city in edition.city_ids]
    roads = [(place[one], place[other]) for one, other in edition.roads]
    chains = [
        (one, middle, other) for middle in range(CITIES) for one, other in combinations(linked[middle], 2)
    ]
    colours = [COLOURS.index(city.colour) if city.colour else -1 for city in edition.cities]
    zones = [zone.id for zone in edition.zones]
    road_start, road_of = _grouped(CITIES, _road_rows(roads))
    chain_start, chain_of = _grouped(CITIES, _chain_rows(chains))
    link_start, link_of = _grouped(CITIES * CITIES, _link_rows(chains))
    return BoardArrays(
        masks=fast_board(edition),
        neighbours=np.array([sum(1 << other for other in others) for others in linked], np.int64),
        colour=np.array(colours, np.int64),
        coloured=np.array([[c for c in range(CITIES) if colours[c] == die] for die in range(4)], np.int64),
        zone=np.array([zones.index(city.zone) for city in edition.cities], np.int64),
        roads=np.array(roads, np.int64),
        road_start=road_start,
        road_of=road_of,
        chains=np.array(chains, np.int64),
        chain_start=chain_start,
        chain_of=chain_of,
        link_start=link_start,
        link_road=_link_roads(roads),
        link_of=link_of,
        order=np.array([place[city] for city in order], np.int64),
        before=_roads_before(edition, order),
    )


_STRIDES = (CHAIN_BINS * CHAIN_BINS, CHAIN_BINS, 1)


def _road_rows(roads: list[tuple[int, int]]) -> Rows:
    rows: Rows = []
    for road, (one, other) in enumerate(roads):
        rows.append((one, (road, other, 1)))
        rows.append((other, (road, one, 0)))
    return rows


def _chain_rows(chains: list[tuple[int, int, int]]) -> Rows:
    rows: Rows = []
    for chain, cities in enumerate(chains):
        for at in range(3):
            b, c = (k for k in range(3) if k != at)
            rows.append((cities[at], (chain, _STRIDES[at], cities[b], _STRIDES[b], cities[c], _STRIDES[c])))
    return rows


def _link_rows(chains: list[tuple[int, int, int]]) -> Rows:
    rows: Rows = []
    for chain, cities in enumerate(chains):
        for a in range(3):
            for b in range(3):
                if a != b:
                    c = 3 - a - b
                    row = (chain, _STRIDES[a], _STRIDES[b], cities[c], _STRIDES[c])
                    rows.append((cities[a] * CITIES + cities[b], row))
    return rows


def _link_roads(roads: list[tuple[int, int]]) -> Ints:
    links = np.full((CITIES, CITIES, 2), -1, np.int64)
    for road, (one, other) in enumerate(roads):
        links[one, other] = (road, 1)
        links[other, one] = (road, 0)
    return links


def _roads_before(edition: Edition, order: Sequence[CityId]) -> Ints:
    step = {city: index for index, city in enumerate(order)}
    earlier = [
        [step[other] for other in edition.neighbours[city] if step[other] < step[city]] for city in order
    ]
    return np.array([sum(1 << place for place in places) for places in earlier], np.int64)


def _grouped(groups: int, rows: Rows) -> tuple[Ints, Ints]:
    """Rows sorted by group, with the place where each group starts."""
    rows = sorted(rows)
    start = np.searchsorted([group for group, _ in rows], np.arange(groups + 1))
    return start.astype(np.int64), np.array([row for _, row in rows], np.int64)
