"""Boards that make themselves: whatever the country and the seed, they are boards, and good ones."""

from itertools import combinations

import pytest

from tests.kit.dicetrip.boards import Document
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.edition_checks import problems_of
from tumbletrip.dicetrip.own.ids import word_for
from tumbletrip.maps import choosing_cities, choosing_zones
from tumbletrip.maps.choosing_roads import LEAST_ROADS, MOST_ROADS, has_grand_tour, is_sound, linked_by
from tumbletrip.maps.ground import ground_of_box, ground_of_country, ground_of_places
from tumbletrip.maps.making import Draft, Wishes, as_text, drafts, made, plain_document
from tumbletrip.maps.world import Place, country_names, places_of

COUNTRIES = (
    *("AR", "AU", "BR", "CA", "CN", "CO", "CZ", "DK", "DZ", "EG", "ET", "FI", "GR", "HR", "HU"),
    *("ID", "IN", "IR", "JP", "KE", "KR", "MX", "NG", "NO", "NZ", "PH", "RO", "SE", "TR", "ZA"),
)
LAND, SEED = "DK", 3


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less care for the best cities, zones and colours: what must hold does not depend on it."""
    monkeypatch.setattr(choosing_cities, "TURNS", 500)
    monkeypatch.setattr(choosing_zones, "STARTS", 40)
    monkeypatch.setattr(choosing_zones, "COLOURINGS", 800)


def as_ranked(documents: list[Document]) -> list[int]:
    return list(range(len(documents)))


def assert_is_good(draft: Draft, wishes: Wishes) -> None:
    document = plain_document(draft, wishes)
    assert [found.sentence() for found in problems_of(document)] == []
    assert LEAST_ROADS - 2 <= len(draft.roads) <= 52  # two fewer where more would meet at too sharp an angle
    assert is_sound(draft.roads, len(draft.cities))
    assert has_grand_tour(draft.roads, len(draft.cities))
    linked = linked_by(draft.roads, len(draft.cities))
    assert max(map(len, linked)) <= MOST_ROADS
    assert sorted(map(len, draft.zones)) == [8, 8, 9]
    zone_of = {city: zone for zone, group in enumerate(draft.zones) for city in group}
    for one, other in combinations(draft.colours, 2):
        assert other not in linked[one]
        assert draft.colours[one] != draft.colours[other] or zone_of[one] != zone_of[other]
    assert len({zone["id"] for zone in document["zones"]}) == 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("code", COUNTRIES)
def test_any_country_and_seed_make_a_board_without_dead_ends(code: str, seed: int) -> None:
    wishes = Wishes(word_for(country_names(code)["en"]), country_names(code), seed)
    for draft in drafts(ground_of_country(code), wishes, 1):
        assert_is_good(draft, wishes)


@pytest.mark.slow
def test_the_same_seed_makes_the_same_bytes_and_another_one_another_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tumbletrip.maps.making.TRIES", 2)
    wishes = Wishes("denmark", country_names(LAND), SEED)
    texts = [
        as_text(made(ground_of_country(LAND), wished, as_ranked))
        for wished in (wishes, wishes, Wishes("denmark", country_names(LAND), SEED + 1))
    ]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_a_town_without_land_gets_an_island() -> None:
    places = [
        Place(f"Room {row}{column}", 0.001 * row, 0.0012 * column + 0.0001 * row)
        for row in range(1, 6)
        for column in range(1, 6)
    ]
    ground = ground_of_places(places)
    wishes = Wishes("school", {"en": "School"})
    draft = next(drafts(ground, wishes, 1))
    assert_is_good(draft, wishes)
    assert sorted(city.place.name for city in draft.cities) == sorted(place.name for place in places)


@pytest.mark.parametrize("step", [0.0, 0.01])
def test_places_on_one_line_or_at_one_spot_are_no_map(step: float) -> None:
    places = [Place(f"Town {number}", 46.0 + step * number, 5.0, 1) for number in range(30)]
    with pytest.raises(InputError, match="at one spot"):
        ground_of_places(places)


def test_wanted_places_are_cities_and_unwanted_ones_are_not() -> None:
    biggest = places_of(LAND)[0].name
    wishes = Wishes("denmark", country_names(LAND), wanted=("Skagen",), unwanted=(biggest,))
    names = [city.place.name for city in next(drafts(ground_of_country(LAND), wishes, 1)).cities]
    assert "Skagen" in names
    assert biggest not in names


@pytest.mark.parametrize(
    "box", [(10, 50, 5, 55), (0, 0, 1, 400), (-40, 30, -39, 31), (float("nan"), 0, 1, 1)]
)
def test_a_box_of_nothing_is_refused(box: tuple[float, float, float, float]) -> None:
    with pytest.raises(InputError):
        ground_of_box(*box)


def test_a_country_without_enough_places_is_refused() -> None:
    with pytest.raises(InputError, match="a board needs 25"):
        ground_of_country("MC")


def test_a_place_that_is_not_there_cannot_be_wanted() -> None:
    with pytest.raises(InputError, match="Atlantis"):
        next(drafts(ground_of_country(LAND), Wishes("denmark", {}, wanted=("Atlantis",)), 1))
