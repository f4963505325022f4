"""The drawing of a board of one's own: every spot of land belongs to the zone of its nearest city."""

from itertools import pairwise
from math import dist

import pytest

from tests.kit.dicetrip.boards import grid_document
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition
from tumbletrip.dicetrip.own.areas import areas
from tumbletrip.dicetrip.own.bare import bare
from tumbletrip.dicetrip.own.closeness import too_close
from tumbletrip.dicetrip.own.coasts import Ring, coast_around, is_inside, rings_of
from tumbletrip.dicetrip.own.drawing import drawn
from tumbletrip.dicetrip.own.labels import box_of, placed


def area(rings: list[Ring]) -> float:
    return abs(
        sum(ax * by - bx * ay for ring in rings for (ax, ay), (bx, by) in pairwise([*ring, ring[0]])) / 2
    )


def test_two_zones_share_a_square_by_its_middle_line() -> None:
    square = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    lands, borders = areas([(25, 50), (75, 50)], [0, 1], [square], 2)
    assert [area(rings_of(land)) for land in lands] == [5000, 5000]
    assert sorted(rings_of(borders)[0]) == [(50, 0), (50, 100)]


def test_a_border_ends_at_the_shore() -> None:
    islands = [[(0.0, y), (100.0, y), (100.0, y + 30), (0.0, y + 30)] for y in (0.0, 70.0)]
    _, borders = areas([(25, 50), (75, 50)], [0, 1], islands, 2)
    assert sorted(dist(*ring) for ring in rings_of(borders)) == [30, 30]


@pytest.mark.parametrize("name", ["france", "great-britain", "usa"])
def test_the_zones_share_all_land_and_nothing_else(name: str) -> None:
    board = drawn(bare(builtin_edition(name).document))
    lands = [rings_of(zone["polygon"]) for zone in board["zones"]]
    assert sum(map(area, lands)) == pytest.approx(area(rings_of(board["outline"])), rel=0.01)


def test_a_coast_around_cities_holds_them_all() -> None:
    cities = [(0.0, 0.0), (300.0, 40.0), (120.0, 500.0), (80.0, 90.0)]
    assert all(is_inside(city, [coast_around(cities)]) for city in cities)


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_no_board_of_the_package_stands_too_close(name: str) -> None:
    assert list(too_close(builtin_edition(name).document)) == []


def test_one_two_and_no_cities_can_be_drawn_while_a_board_is_begun() -> None:
    whole = drawn(bare(grid_document()))
    zones = whole["zones"]
    for count in (2, 1, 0):
        kept = [city["id"] for city in whole["cities"][:count]]
        zones = [{**zone, "cities": [city for city in zone["cities"] if city in kept]} for zone in zones]
        begun = {**whole, "cities": whole["cities"][:count], "roads": [], "zones": zones}
        assert len(drawn(bare(begun))["cities"]) == count


@pytest.mark.parametrize("name", ["france", "portugal"])
def test_names_placed_anew_stand_in_no_circle_and_in_no_other_name(name: str) -> None:
    cities = placed(drawn(bare(builtin_edition(name).document)))
    rooms = [(city["id"], room) for city in cities for room in box_of(city)]
    for owner, (left, top, right, bottom) in rooms:
        for city in cities:
            x, y = min(max(city["x"], left), right), min(max(city["y"], top), bottom)
            assert city["id"] == owner or dist((x, y), (city["x"], city["y"])) > 22
        for other, (x1, y1, x2, y2) in rooms:
            assert other == owner or not (left < x2 and x1 < right and top < y2 and y1 < bottom)
