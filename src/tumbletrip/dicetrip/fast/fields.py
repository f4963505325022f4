"""How kernels count: sizes, and an edition as masks of cities. Needs the standard library only."""

from collections.abc import Iterable

from tumbletrip.dicetrip.dice import PAIRS
from tumbletrip.dicetrip.editions import CityId, Edition

CITIES = 25
NUMBERS = 36
ROLLS = 6**4

# The fields of a board, each a mask of cities.
NEIGHBOURS = 0  # 25 of them: where the roads of each city lead
COLOURED_BY = 25  # 12: for each pair, the cities that wear the colour of one of its dice
ZONES = 37  # 3
COLOURED = 40  # all eight coloured cities
BOARD_FIELDS = 41


def board_masks(edition: Edition) -> list[int]:
    """The fields of an edition's board."""
    fields = [
        *(edition.neighbours[city] for city in edition.city_ids),
        *([city.id for city in edition.cities if city.colour in pair] for pair in PAIRS),
        *(zone.cities for zone in edition.zones),
        edition.coloured_cities,
    ]
    assert len(fields) == BOARD_FIELDS
    return [city_mask(edition, cities) for cities in fields]


def city_mask(edition: Edition, cities: Iterable[CityId]) -> int:
    """A set of cities as a mask."""
    return sum(1 << edition.city_ids.index(city) for city in cities)
