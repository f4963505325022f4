"""Sheets to test and to measure with: boards known and new, any marks, and long trips that score well."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from types import MappingProxyType

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import CityId, Edition, builtin_edition, edition_from_text
from tumbletrip.dicetrip.numbers import DIGITS, NUMBERS
from tumbletrip.dicetrip.sheet import CROSSED, Mark, Sheet, Written, possible_tens

# For tests of compiled code: the first example waits for the compiler, which is no fault of the example.
COMPILED = settings(deadline=None)


@cache
def shuffled_france() -> Edition:
    """France with its cities renamed and in another order, as a board nobody has seen before."""
    text = json.dumps(builtin_edition("france").document)
    document = json.loads(text)
    new_names = {city["id"]: f"stop-{index}" for index, city in enumerate(document["cities"])}
    for city in document["cities"]:
        city["id"] = new_names[city["id"]]
    for zone in document["zones"]:
        zone["cities"] = [new_names[city] for city in zone["cities"]]
    document["roads"] = [[new_names[end] for end in road] for road in document["roads"]]
    Random(1).shuffle(document["cities"])
    return edition_from_text(json.dumps({**document, "id": "elsewhere"}), source="elsewhere.json")


BOARDS: dict[str, Callable[[], Edition]] = {
    "france": lambda: builtin_edition("france"),
    "germany": lambda: builtin_edition("germany"),
    "elsewhere": shuffled_france,
}


def editions() -> SearchStrategy[Edition]:
    """France, Germany, or a board of our own; drawn by name, because a strategy prints what it draws from."""
    return st.sampled_from(sorted(BOARDS)).map(lambda name: BOARDS[name]())


def rolls() -> SearchStrategy[Roll]:
    """Any roll of the four dice."""
    face = st.sampled_from(DIGITS)
    return st.builds(Roll, face, face, face, face)


@st.composite
def sheets(draw: DrawFn, most_open: int = 25) -> Sheet:
    """A sheet between two rounds, or full, with at most so many open cities."""
    edition = draw(editions())
    open_counts = [count for count in range(26) if count <= most_open and (count % 2 or count == 0)]
    filled = 25 - draw(st.sampled_from(open_counts))
    along_a_road = draw(st.booleans())
    random = Random(draw(st.integers(0, 2**32 - 1)))
    marks = _long_trip(edition, filled, random) if along_a_road else _any_marks(edition, filled, random)
    sheet = Sheet(
        edition,
        MappingProxyType(marks),
        may_reroll=draw(st.booleans()),
        may_double=draw(st.booleans()),
        tens_variant=draw(st.booleans()),
    )
    earned = possible_tens(edition, marks) if sheet.tens_variant else None
    return replace(sheet, tens_bonus=draw(st.sampled_from(earned))) if earned else sheet


def _any_marks(edition: Edition, filled: int, random: Random) -> dict[CityId, Mark]:
    cities = random.sample(edition.city_ids, filled)
    numbers = random.sample(NUMBERS, filled)
    crosses = random.random()
    return {
        city: CROSSED if random.random() < crosses else _written(edition, city, number, random)
        for city, number in zip(cities, numbers, strict=True)
    }


def _long_trip(edition: Edition, filled: int, random: Random) -> dict[CityId, Mark]:
    """Ascending numbers along a walk, close together so that there are series, with a few crosses."""
    walk = _walk(edition, filled, random)
    first = random.randrange(36 - filled + 1)
    last = random.randrange(first + filled, 37)
    numbers = sorted(random.sample(NUMBERS[first:last], filled))
    return {
        city: CROSSED if random.random() < 0.05 else _written(edition, city, number, random)
        for city, number in zip(walk, numbers, strict=True)
    }


def _walk(edition: Edition, length: int, random: Random) -> list[CityId]:
    """Linked cities one after the other; where the walk is stuck it jumps, so it always has its length."""
    left = set(edition.city_ids)
    walk: list[CityId] = []
    while len(walk) < length:
        ahead = sorted(edition.neighbours[walk[-1]] & left) if walk else []
        # The neighbour with the fewest ways on first (Warnsdorff): walks get long.
        ahead.sort(key=lambda city: len(edition.neighbours[city] & left))
        city = ahead[0] if ahead and random.random() < 0.9 else random.choice(ahead or sorted(left))
        walk.append(city)
        left.remove(city)
    return walk


def _written(edition: Edition, city: CityId, number: int, random: Random) -> Written:
    return Written(number, in_colour=bool(edition.by_id[city].colour) and random.random() < 0.5)
