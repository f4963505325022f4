"""The order of a board's cities along which a bot plans its main road, low numbers first.

A good order is a walk over roads through all cities with many short side roads along it: each lets the
main road pass by a city that was filled badly. docs/lab/dicetrip-bots.md says what that is worth.
"""

from functools import lru_cache
from random import Random

from tumbletrip.bots.dicetrip.learning.known_boards import is_trained, learned_on
from tumbletrip.dicetrip.editions import CityId, Edition

WALKS = 1_500  # tried per board; the best of these is within 0.2 points of the best of many more
TURNS = 400
SIDE_ROADS = {2: 0.22, 3: 0.20, 4: 0.09, 5: 0.10}  # points of mean score per side road, by how far it leaps


@lru_cache(maxsize=64)
def city_order(edition: Edition) -> tuple[CityId, ...]:
    """The order that a board's weights were trained with; elsewhere it is found now, which takes a while."""
    if not is_trained(edition):
        return best_walk(edition)
    return learned_on(edition).order


def best_walk(edition: Edition) -> tuple[CityId, ...]:
    """The best of many random walks; cities that no walk reaches come last."""
    rng = Random(edition.id)
    walk = max((_walk(edition, rng) for _ in range(WALKS)), key=lambda walk: worth(edition, walk))
    return (*walk, *(city for city in edition.city_ids if city not in walk))


def worth(edition: Edition, walk: tuple[CityId, ...]) -> float:
    """How good a walk is as a main road: a point for each city, and its side roads."""
    place = {city: index for index, city in enumerate(walk)}
    leaps = (
        abs(place[one] - place[other]) for one, other in edition.roads if one in place and other in place
    )
    return len(walk) + sum(SIDE_ROADS.get(leap, 0.0) for leap in leaps)


def _walk(edition: Edition, rng: Random) -> tuple[CityId, ...]:
    """A walk that goes to cornered cities first and, when stuck, turns its tail round (Pósa's rotation)."""
    neighbours = {city: sorted(others) for city, others in edition.neighbours.items()}
    walk = [rng.choice(edition.city_ids)]
    best = list(walk)
    for _ in range(TURNS):
        free = [city for city in neighbours[walk[-1]] if city not in walk]
        if free:
            exits = {city: sum(other not in walk for other in neighbours[city]) for city in free}
            few = min(exits.values()) + rng.randint(0, 1)
            walk.append(rng.choice([city for city in free if exits[city] <= few]))
        elif neighbours[walk[-1]]:
            turn = walk.index(rng.choice(neighbours[walk[-1]])) + 1
            walk[turn:] = walk[: turn - 1 : -1]
        if len(walk) > len(best):
            best = list(walk)
        if len(best) == len(edition.cities):
            break
    return tuple(best)
