"""A board of one's own is one word: whoever has the word has the board, and no word can do harm."""

import base64
import json
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.boards import grid_document
from tests.kit.spoken import assert_spoken
from tests.kit.work import Act, assert_linear
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.editions import EDITION_NAMES, BadEdition, builtin_edition, find_edition, own_edition
from tumbletrip.dicetrip.notation.sheet_line import LIMITS, format_sheet, parse_sheet
from tumbletrip.dicetrip.own import packing
from tumbletrip.dicetrip.own.bare import bare
from tumbletrip.dicetrip.own.drawing import drawn
from tumbletrip.dicetrip.own.packing import LONGEST_WORD, MOST_POINTS, OWN, pack
from tumbletrip.dicetrip.sheet import Sheet
from tumbletrip.games.registry import MOST_OPTIONS

ANYTHING = st.recursive(
    st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=4)
)


def packed(name: str) -> str:
    return pack(drawn(bare(builtin_edition(name).document)))


def word_of(content: object) -> str:
    return OWN + base64.urlsafe_b64encode(zlib.compress(json.dumps(content).encode())).decode().rstrip("=")


def content_of(word: str) -> dict[str, Any]:
    text = word.removeprefix(OWN)
    found: dict[str, Any] = json.loads(
        zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    )
    return found


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_every_board_of_the_package_survives_being_packed(name: str) -> None:
    board, copy = builtin_edition(name), find_edition(packed(name))
    assert [city.name for city in copy.cities] == [city.name for city in board.cities]
    assert [city.colour for city in copy.cities] == [city.colour for city in board.cities]
    places = {city.id: number for number, city in enumerate(board.cities)}
    own_places = {city.id: number for number, city in enumerate(copy.cities)}
    assert [(own_places[a], own_places[b]) for a, b in copy.roads] == [
        (places[a], places[b]) for a, b in board.roads
    ]
    assert [len(zone.cities) for zone in copy.zones] == [len(zone.cities) for zone in board.zones]
    assert all(copy.name(language) == board.name(language) for language in LANGUAGES)
    assert copy.document["sources"] == board.document["sources"]


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_packing_again_gives_the_same_word_which_fits_where_names_of_boards_stand(name: str) -> None:
    word = packed(name)
    assert pack(own_edition(word).document) == word
    assert len(word) <= LONGEST_WORD < min(LIMITS.characters, MOST_OPTIONS) - 500


def test_a_sheet_in_one_line_carries_its_board() -> None:
    sheet = Sheet(own_edition(packed("germany")))
    assert parse_sheet(format_sheet(sheet)) == sheet


def test_a_board_without_a_drawing_gets_a_frame_and_a_coast_around_its_cities() -> None:
    board = own_edition(pack(drawn(bare(grid_document()))))
    assert board.document["coast"] == "around"
    assert board.document["outline"].endswith("Z")
    assert all(zone["polygon"] for zone in board.document["zones"])


def test_a_coast_is_drawn_more_coarsely_rather_than_refused() -> None:
    fine = "M0 0L" + "L".join(f"{1000 + (step % 7)} {step / 2}" for step in range(3000)) + "L0 1500Z"
    word = pack({**drawn(bare(builtin_edition("france").document)), "outline": fine})
    assert len(word) <= LONGEST_WORD
    assert own_edition(word).document["outline"].count("L") > 30


@pytest.mark.parametrize(
    "word",
    [
        OWN,
        OWN + "!",
        OWN + "é",
        OWN + "A" * 5,
        OWN + "A" * 100_000,
        packed("france")[:-20],
        word_of([]),
        word_of({"v": 2}),
        word_of("x" * 40_000),
        word_of({**content_of(packed("france")), "r": [0, 25]}),
        word_of({**content_of(packed("france")), "b": [0, 0, -1, 5]}),
        word_of({**content_of(packed("france")), "o": [[1e300, 2]]}),
        word_of({**content_of(packed("france")), "c": 3}),
    ],
)
def test_a_word_that_holds_no_board_is_refused_with_a_sentence(word: str) -> None:
    with pytest.raises(InputError) as caught:
        find_edition(word)
    assert_spoken(caught.value)


def test_a_small_word_that_would_grow_beyond_measure_is_refused() -> None:
    bomb = OWN + base64.urlsafe_b64encode(zlib.compress(b"0" * 3_000_000, 9)).decode().rstrip("=")
    assert len(bomb) <= LONGEST_WORD
    with pytest.raises(InputError, match="holds no map"):
        find_edition(bomb)


def test_a_word_is_held_against_the_same_checks_as_a_file() -> None:
    content = content_of(packed("france"))
    content["c"][0][4] = -1
    with pytest.raises(BadEdition, match="two red cities"):
        find_edition(word_of(content))


def test_cities_that_a_finger_cannot_tell_apart_are_refused() -> None:
    content = content_of(packed("france"))
    content["c"][0][1:3] = [content["c"][1][1] + 10, content["c"][1][2] - 10]
    with pytest.raises(BadEdition):
        find_edition(word_of(content))


@settings(max_examples=30, deadline=None)
@given(ANYTHING, st.data())
def test_whatever_stands_in_a_word_it_is_a_board_or_a_sentence(value: object, data: st.DataObject) -> None:
    content = content_of(packed("poland"))
    field = data.draw(st.sampled_from(sorted(content)))
    try:
        board = own_edition(word_of({**content, field: value}))
    except InputError as error:
        assert_spoken(error)
    else:
        assert len(board.cities) == 25


def zigzag(points: int) -> list[int]:
    """A coast that crosses the whole map at every point, in steps."""
    back_and_forth = [[900, 0], [-900, 1]]
    return [50, 0, *(step for number in range(points - 1) for step in back_and_forth[number % 2])]


def small_city(number: int) -> list[object]:
    return ["a", number % 60 * 16, number // 60 * 16, number % 3, -1, 0, 0, 0, 0, []]


def board_of(cities: int, points: int, roads: int = 0) -> dict[str, object]:
    drawing: dict[str, object] = {"b": [0, 0, 1000, 1000], "o": [zigzag(points)], "s": {}}
    places = [small_city(number) for number in range(cities)]
    return {"v": 1, "n": {"en": "x"}, "c": places, "r": [0, 1] * roads, "f": [], **drawing}


@pytest.mark.parametrize(
    "bomb",
    [board_of(800, 10), board_of(25, 10, roads=8000), board_of(25, 1450), board_of(25, MOST_POINTS + 1)],
    ids=["cities", "roads", "squeezed", "coast"],
)
def test_F76_a_word_that_would_take_long_to_draw_is_not_drawn(
    bomb: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the code before, a word of 419 characters took five seconds, one of 3,275 eleven."""
    monkeypatch.setattr(packing, "drawn", lambda _: pytest.fail("it was drawn"))
    with pytest.raises(InputError):
        packing.unpack(word_of(bomb))


@pytest.mark.slow
def test_F76_a_coast_with_more_points_takes_as_much_more_work_to_draw() -> None:
    def drawing(points: int) -> Act:
        document = packing._unpacked(board_of(25, points))
        return lambda: drawn(document)

    assert_linear(drawing, 100)
