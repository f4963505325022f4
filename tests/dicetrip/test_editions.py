"""Boards: what makes one (DT01), and an error for everything that does not, with field, value and remedy."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.boards import Document, document, grid_document, save_board, spoilt
from tests.kit.spoken import assert_spoken
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.edition_checks import problems_of
from tumbletrip.dicetrip.editions import (
    EDITION_NAMES,
    BadEdition,
    builtin_edition,
    edition_from_text,
    find_edition,
    named_edition,
)


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_DT01_a_board_has_25_cities_three_zones_and_two_cities_of_each_colour(name: str) -> None:
    edition = builtin_edition(name)
    worn = [city.colour for city in edition.cities if city.colour]
    assert len(edition.cities) == 25
    assert sorted(len(zone.cities) for zone in edition.zones) == [8, 8, 9]
    assert sorted(worn) == sorted(2 * COLOURS)
    assert len(edition.coloured_cities) == 8
    assert {city for zone in edition.zones for city in zone.cities} == set(edition.city_ids)


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_DT01_roads_lead_both_ways(name: str) -> None:
    linked = builtin_edition(name).neighbours
    assert all(city in linked[other] for city, others in linked.items() for other in others)
    assert all(linked.values())


def test_DT01_the_published_facts_hold() -> None:
    assert builtin_edition("france").by_id["bordeaux"].colour is not None
    assert "muenchen" in builtin_edition("germany").by_id


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_a_board_is_named_in_every_language_and_says_where_its_map_comes_from(name: str) -> None:
    edition = builtin_edition(name)
    assert all(edition.name(language) for language in ("en", "fr", "de", "nl"))
    assert "GeoNames" in str(edition.document["sources"])
    assert "Natural Earth" in str(edition.document["sources"])


def test_the_plainest_board_is_a_board() -> None:
    assert problems_of(grid_document()) == []


def test_an_edition_is_found_by_name_or_by_the_path_of_its_file(tmp_path: Path) -> None:
    path = save_board(tmp_path, grid_document())
    assert find_edition("france") is builtin_edition("france")
    assert find_edition(str(path)).source == str(path)
    assert find_edition(str(path)).by_id["c3"].colour == "yellow"


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "marked.json"
    path.write_text(json.dumps(grid_document()), "utf-8-sig")
    assert find_edition(str(path)).id == "grid"


@pytest.mark.parametrize("word", ["", "France", "atlantis", "../france", "/etc/passwd", "france.json/.."])
def test_a_name_that_is_none_is_refused_with_the_known_ones(word: str) -> None:
    with pytest.raises(InputError, match="france, germany") as caught:
        find_edition(word)
    assert_spoken(caught.value)


def test_strangers_texts_never_open_files(tmp_path: Path) -> None:
    path = save_board(tmp_path, grid_document())
    with pytest.raises(InputError, match="There is no edition"):
        named_edition(str(path))


@pytest.mark.parametrize("word", ["missing.json", "\x00.json", "\ud800.json", "a" * 5000 + ".json"])
def test_a_file_that_cannot_be_read_is_refused(word: str) -> None:
    with pytest.raises(InputError, match="cannot be read") as caught:
        find_edition(word)
    assert_spoken(caught.value)


def test_a_folder_and_a_picture_are_no_editions(tmp_path: Path) -> None:
    folder, picture = tmp_path / "folder.json", tmp_path / "picture.json"
    folder.mkdir()
    picture.write_bytes(b"\x89PNG\xff\xfe")
    for path in (folder, picture):
        with pytest.raises(InputError) as caught:
            find_edition(str(path))
        assert_spoken(caught.value)


def city(content: Document, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(entry for entry in content["cities"] if entry["id"] == name)
    return found


def set_city(name: str, field: str, value: object) -> Any:
    return lambda content: city(content, name).update({field: value})


def set_part(part: str, index: int, field: str, value: object) -> Any:
    return lambda content: content[part][index].update({field: value})


def road(added: object) -> Any:
    return lambda content: content["roads"].append(added)


def zone_city(added: str) -> Any:
    return lambda content: content["zones"][0]["cities"].append(added)


def without_roads(*names: str) -> Any:
    """Cuts cities off, inside their zone or altogether."""

    def change(content: Document) -> None:
        content["roads"] = [road for road in content["roads"] if not set(names) & set(road)]

    return change


def swap_zones(one: str, other: str) -> Any:
    """Puts two cities into each other's zone."""

    def change(content: Document) -> None:
        zones = {entry["id"]: entry for entry in content["zones"]}
        first, second = city(content, one), city(content, other)
        for mover, name in ((first, one), (second, other)):
            zones[mover["zone"]]["cities"].remove(name)
        first["zone"], second["zone"] = second["zone"], first["zone"]
        for mover, name in ((first, one), (second, other)):
            zones[mover["zone"]]["cities"].append(name)

    return change


# One fault each: the change, the field that is named, the value that is shown, and a word of the remedy.
FAULTS = [
    (lambda content: content.pop("id"), "id", "–", "small letters"),
    (lambda content: content.update(id="La France"), "id", "La France", "small letters"),
    (lambda content: content.update(id="x"), "id", "x", "other than x"),
    (lambda content: content.update(name="France"), "name", "France", "texts by language"),
    (lambda content: content.update(name={"en": 7}), "name", "{'en': 7}", "texts by language"),
    (lambda content: content.pop("cities"), "cities", "–", "a list"),
    (lambda content: content.update(roads={}), "roads", "{}", "a list"),
    (lambda content: content.update(zones="three"), "zones", "three", "a list"),
    (lambda content: content["cities"].pop(), "cities", "24", "25 cities"),
    (lambda content: content["cities"].append({"id": "y"}), "cities", "26", "25 cities"),
    (lambda content: content["cities"].__setitem__(0, "lille"), "cities[0]", "lille", "an object"),
    (set_city("lille", "id", None), "cities[0].id", "–", "small letters"),
    (set_city("lille", "id", "li lle"), "cities[0].id", "li lle", "small letters"),
    (set_city("lille", "id", "amiens"), "cities.id", "amiens", "a different id"),
    (set_city("lille", "name", 3), "cities[0].name", "3", "a text"),
    (set_city("lille", "name", "Li\nlle"), "cities[0].name", "Li\\nlle", "one line"),
    (set_city("lille", "name", "\x1b[31mLille"), "cities[0].name", "\\x1b[31mLille", "one line"),
    (set_city("lille", "name", "\ud800"), "cities[0].name", "\\ud800", "one line"),
    (set_city("lille", "colour", "purple"), "cities[0].colour", "purple", "red, blue, green, yellow"),
    (set_city("lille", "colour", ["red"]), "cities[0].colour", "['red']", "red, blue, green, yellow"),
    (set_city("lille", "x", "east"), "cities[0].x", "east", "a number"),
    (set_city("lille", "y", None), "cities[0].y", "–", "a number"),
    (set_city("lille", "y", True), "cities[0].y", "True", "a number"),
    (set_city("lille", "y", float("nan")), "cities[0].y", "nan", "a number"),
    (set_city("lille", "y", 10**400), "cities[0].y", "1000", "1000000"),
    (set_city("lille", "colour", None), "cities.colour", "red × 1", "two red cities"),
    (set_city("lille", "colour", "blue"), "cities.colour", "red × 1", "two red cities"),
    (set_city("paris", "colour", "blue"), "cities.colour", "blue × 3", "two blue cities"),
    (lambda content: content["zones"].pop(), "zones", "2", "3 zones"),
    (lambda content: content["zones"].__setitem__(0, 1), "zones[0]", "1", "an object"),
    (set_part("zones", 0, "id", ""), "zones[0].id", "", "a text"),
    (set_part("zones", 0, "id", "SE"), "zones.id", "SE", "a different id"),
    (set_part("zones", 0, "names", ["NE"]), "zones[0].names", "['NE']", "texts by language"),
    (set_part("zones", 0, "cities", None), "zones[0].cities", "–", "a list"),
    (lambda content: content["zones"][0]["cities"].pop(), "zones[0].cities", "7", "8 or 9"),
    (lambda content: content["zones"][0]["cities"].extend(["a", "b"]), "zones[0].cities", "10", "8 or 9"),
    (zone_city("berlin"), "zones.cities", "berlin", "a city of this file"),
    (zone_city("nice"), "zones.cities", "nice", "one zone only"),
    (set_city("lille", "zone", "SE"), "cities[0].zone", "SE", "the zone that lists lille"),
    (swap_zones("lille", "nice"), "zones[0].cities", "nice", "within zone NE"),
    (road(["lille", "berlin"]), "roads[49]", "berlin", "a city of this file"),
    (road(["lille"]), "roads[49]", "['lille']", "two city ids"),
    (road("lille-paris"), "roads[49]", "lille-paris", "two city ids"),
    (road([["lille"], "nice"]), "roads[49]", "[['lille'], 'nice']", "two city ids"),
    (road(["lille", "lille"]), "roads[49]", "lille–lille", "two different"),
    (road(["amiens", "lille"]), "roads[49]", "amiens–lille", "each road once"),
    (without_roads("brest"), "zones[2].cities", "brest", "within zone W"),
    (road(["lille", "nice"]), "roads", "lille–nice", "do not cross"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "field", "value", "right"), FAULTS)
def test_every_fault_is_named_with_field_value_and_remedy(
    change: Any, field: str, value: str, right: str
) -> None:
    problems = problems_of(spoilt(change))
    sentences = [found.sentence() for found in problems]
    assert any(
        sentence.startswith(f"{field} is “")
        and value in sentence
        and right in sentence.split("right would be ")[1]
        for sentence in sentences
    ), sentences
    assert_spoken(BadEdition("own.json", problems))


def test_a_map_in_two_halves_is_refused_even_if_each_zone_holds_together() -> None:
    changed = document()
    zone_of = {entry["id"]: entry["zone"] for entry in changed["cities"]}
    changed["roads"] = [
        road for road in changed["roads"] if (zone_of[road[0]] == "W") == (zone_of[road[1]] == "W")
    ]
    values = dict(problems_of(changed)[0].values)
    assert (values["field"], values["right"].key) == ("roads", "edition.right.connected")


@pytest.mark.parametrize("content", [None, 3, "france", [], ["cities"]])
def test_a_file_that_holds_no_object_is_refused(content: object) -> None:
    assert [dict(found.values)["field"] for found in problems_of(content)] == ["(top)"]


def test_roads_on_one_line_cross_only_where_they_overlap() -> None:
    over = grid_document()
    over["roads"].append(["c0", "c2"])  # runs over c0–c1 and c1–c2
    sentences = " ".join(found.sentence() for found in problems_of(over))
    assert "c0–c1 × c0–c2" in sentences
    assert "c1–c2 × c0–c2" in sentences
    assert len(problems_of(over)) == 3  # and through c1, where c1–c6 ends


def test_all_problems_of_a_kind_are_listed() -> None:
    changed = spoilt(lambda content: [entry.update(x="?") for entry in content["cities"]])
    with pytest.raises(BadEdition, match="25 problems") as caught:
        edition_from_text(json.dumps(changed), "own.json")
    assert len(caught.value.problems) == 25


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200)
@given(st.text() | JSON_VALUES.map(json.dumps))
@example("[" * 100_000)
@example("9" * 5000)
@example('{"id": "\\ud800"}')
def test_arbitrary_text_is_an_edition_or_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        edition_from_text(text, "own.json")
    assert_spoken(caught.value)


PLACES = st.lists(
    st.sampled_from(["id", "name", "cities", "roads", "zones", "names", "zone", "colour", "x", "y"])
    | st.integers(0, 26),
    min_size=1,
    max_size=4,
)


def planted(content: Any, places: list[str | int], value: object) -> Any:
    """The document with a value planted somewhere; places that do not exist end the way."""
    here = content
    for place in places[:-1]:
        try:
            here = here[place]
        except (KeyError, IndexError, TypeError):
            break
    if isinstance(here, dict):
        here[str(places[-1])] = value
    elif isinstance(here, list) and here:
        here[hash(places[-1]) % len(here) if isinstance(places[-1], int) else 0] = value
    return content


@settings(max_examples=300)
@given(PLACES, JSON_VALUES)
def test_a_board_with_anything_planted_in_it_is_an_edition_or_refused(
    places: list[str | int], value: object
) -> None:
    text = json.dumps(planted(grid_document(), places, value))
    try:
        edition_from_text(text, "own.json")
    except InputError as error:
        assert_spoken(error)
