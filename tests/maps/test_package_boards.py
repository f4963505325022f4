"""Boards of the package that were made: every name has room, also on a phone, where all is larger."""

from collections.abc import Iterator
from itertools import combinations
from math import hypot
from typing import Any

import pytest

from tools.maps.package_boards import BOARDS, board_from
from tools.maps.recipes import RECIPES
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition
from tumbletrip.maps.choosing_roads import is_sound
from tumbletrip.maps.picture import picture

GROWN, SIZE, LETTER = 1.54, 21, 0.56
UP, DOWN = 0.74, 0.22  # what letters reach above and below their line

Room = tuple[float, float, float, float]


def rooms(document: dict[str, Any]) -> Iterator[tuple[str, Room]]:
    for city in document["cities"]:
        label = city["label"]
        for place, line in enumerate(label.get("lines", [city["name"]])):
            width = LETTER * SIZE * GROWN * len(line)
            x = city["x"] + label["dx"] * GROWN
            left = x - width * {"start": 0, "middle": 0.5, "end": 1}[label["anchor"]]
            y = city["y"] + (label["dy"] + place * SIZE) * GROWN
            yield city["id"], (left, y - UP * SIZE * GROWN, left + width, y + DOWN * SIZE * GROWN)


def meets(room: Room, x: float, y: float, radius: float) -> bool:
    near = min(max(x, room[0]), room[2]), min(max(y, room[1]), room[3])
    return hypot(near[0] - x, near[1] - y) < radius


@pytest.mark.parametrize("name", RECIPES)
def test_no_name_meets_a_circle_another_name_or_the_edge(name: str) -> None:
    document = dict(builtin_edition(name).document)
    left, top, width, height = document["viewbox"]
    written = list(rooms(document))
    for (one, a), (other, b) in combinations(written, 2):
        overlap = a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
        assert one == other or not overlap, (one, other)
    for owner, room in written:
        assert left <= room[0] < room[2] <= left + width, owner
        assert top <= room[1] < room[3] <= top + height, owner
        for city in document["cities"]:
            assert not meets(room, city["x"], city["y"], GROWN * document["cityRadius"]), (owner, city["id"])


@pytest.mark.parametrize("name", RECIPES)
def test_circles_stand_apart(name: str) -> None:
    cities = builtin_edition(name).document["cities"]
    apart = min(hypot(one["x"] - two["x"], one["y"] - two["y"]) for one, two in combinations(cities, 2))
    assert apart > 2 * 22 * GROWN


def test_every_recipe_is_a_board_of_the_package() -> None:
    assert set(RECIPES) == set(EDITION_NAMES) - {"france", "germany"}


@pytest.mark.parametrize("name", RECIPES)
def test_what_was_corrected_by_hand_is_on_the_board(name: str) -> None:
    edition = builtin_edition(name)
    recipe = RECIPES[name]
    called = {recipe.spelling.get(town, town) for town in recipe.unwanted}
    assert not called & {city.name for city in edition.cities}
    id_of = {city.name: city.id for city in edition.cities}
    for one, other in recipe.roads:
        assert (
            id_of[recipe.spelling.get(other, other)]
            in edition.neighbours[id_of[recipe.spelling.get(one, one)]]
        )
    for one, other in recipe.no_roads:
        if {one, other} <= set(id_of):
            assert id_of[other] not in edition.neighbours[id_of[one]]
    assert not set(recipe.zones) & {zone["id"] for zone in edition.document["zones"]} - set(
        recipe.zones.values()
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["austria", "great-britain"])  # circles moved, zones called otherwise
def test_a_recipe_makes_the_bytes_that_are_shipped(name: str) -> None:
    assert board_from(name) == (BOARDS / f"{name}.json").read_text("utf-8")


def test_a_picture_shows_every_city() -> None:
    edition = builtin_edition("switzerland")
    drawn = picture(edition)
    for city in edition.document["cities"]:
        for line in city["label"].get("lines", [city["name"]]):
            assert f">{line}<" in drawn


@pytest.mark.parametrize("name", RECIPES)
def test_no_city_cuts_off_another(name: str) -> None:
    document = builtin_edition(name).document
    number = {city["id"]: place for place, city in enumerate(document["cities"])}
    roads = [(number[one], number[other]) for one, other in document["roads"]]
    assert is_sound(roads, len(number))
