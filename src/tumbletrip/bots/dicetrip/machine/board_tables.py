"""An edition as the tables that value kernels read: neighbours, roads, two-road chains, colours, zones."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, combinations
from typing import NamedTuple, TypeAlias

from tumbletrip.bots.dicetrip.learning.value_weights import CHAIN_BINS
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.editions import CityId, Edition
from tumbletrip.dicetrip.fast.fields import CITIES, board_masks

Rows: TypeAlias = list[tuple[int, tuple[int, ...]]]  # a group, and what belongs to it


class BoardTables(NamedTuple):
    """What kernels need to know about a board, each table flat; `start` opens the rows of a city or pair."""

    masks: list[int]  # the board as the fast rules read it
    neighbours: list[int]  # a bitmask of cities per city
    colour: list[int]  # the die of the city's colour, or -1
    coloured: list[int]  # the two cities of each die
    zone: list[int]  # 0, 1 or 2 per city
    roads: list[int]  # the two ends of each road
    road_start: list[int]
    road_of: list[int]  # rows of three: road, the other end, and 1 if the city is the first end
    chains: list[int]  # the three cities of each chain of two roads
    chain_start: list[int]
    chain_of: list[int]  # rows of six: chain, stride of the city, then city and stride of the two others
    link_start: list[int]
    link_road: list[int]  # per pair of cities: the road between or -1, and 1 if the first is its first end
    link_of: list[int]  # rows of five: chain, strides of the two, then city and stride of the third
    order: list[int]  # the cities along the main road a bot thinks of
    before: list[int]  # per place in that order: a bitmask of earlier places a road comes from

    @property
    def sizes(self) -> tuple[int, int]:
        """How many roads there are, and how many chains of two roads."""
        return len(self.roads) // 2, len(self.chains) // 3


def board_tables(edition: Edition, order: Sequence[CityId]) -> BoardTables:
    """The tables of an edition, with the order of cities along which a bot thinks its main road."""
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
    return BoardTables(
        masks=board_masks(edition),
        neighbours=[sum(1 << other for other in others) for others in linked],
        colour=colours,
        coloured=[city for die in range(4) for city in range(CITIES) if colours[city] == die],
        zone=[zones.index(city.zone) for city in edition.cities],
        roads=_flat(roads),
        road_start=road_start,
        road_of=road_of,
        chains=_flat(chains),
        chain_start=chain_start,
        chain_of=chain_of,
        link_start=link_start,
        link_road=_link_roads(roads),
        link_of=link_of,
        order=[place[city] for city in order],
        before=_roads_before(edition, order),
    )


_STRIDES = (CHAIN_BINS * CHAIN_BINS, CHAIN_BINS, 1)


def _flat(rows: Iterable[tuple[int, ...]]) -> list[int]:
    return list(chain.from_iterable(rows))


def _road_rows(roads: list[tuple[int, int]]) -> Rows:
    rows: Rows = []
    for road, (one, other) in enumerate(roads):
        rows.append((one, (road, other, 1)))
        rows.append((other, (road, one, 0)))
    return rows


def _chain_rows(chains: list[tuple[int, int, int]]) -> Rows:
    rows: Rows = []
    for chain_number, cities in enumerate(chains):
        for at in range(3):
            b, c = (k for k in range(3) if k != at)
            strides = (_STRIDES[at], cities[b], _STRIDES[b], cities[c], _STRIDES[c])
            rows.append((cities[at], (chain_number, *strides)))
    return rows


def _link_rows(chains: list[tuple[int, int, int]]) -> Rows:
    rows: Rows = []
    for chain_number, cities in enumerate(chains):
        for a in range(3):
            for b in range(3):
                if a != b:
                    c = 3 - a - b
                    row = (chain_number, _STRIDES[a], _STRIDES[b], cities[c], _STRIDES[c])
                    rows.append((cities[a] * CITIES + cities[b], row))
    return rows


def _link_roads(roads: list[tuple[int, int]]) -> list[int]:
    links = [-1] * (CITIES * CITIES * 2)
    for road, (one, other) in enumerate(roads):
        for at, is_first in ((one * CITIES + other, 1), (other * CITIES + one, 0)):
            links[2 * at : 2 * at + 2] = road, is_first
    return links


def _roads_before(edition: Edition, order: Sequence[CityId]) -> list[int]:
    step = {city: index for index, city in enumerate(order)}
    return [
        sum(1 << step[other] for other in edition.neighbours[city] if step[other] < step[city])
        for city in order
    ]


def _grouped(groups: int, rows: Rows) -> tuple[list[int], list[int]]:
    """Rows sorted by group and flattened, with the place where each group starts."""
    counts = [0] * groups
    for group, _ in rows:
        counts[group] += 1
    return [0, *accumulate(counts)], _flat(row for _, row in sorted(rows))
