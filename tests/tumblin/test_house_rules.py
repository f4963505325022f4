"""House rules as words and values, and those that contradict each other."""

import pytest
from hypothesis import given

from tests.kit.tumblin.houses import houses
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.tumblin.house_rules import (
    ALL_ABOARD,
    CLASSIC,
    FALLING_COSTS,
    LONG_MATCH,
    ROUNDS_WON,
    VARIANTS,
    YOUNG_PLAYERS,
    HouseRules,
    house_rules,
    refuse_house_rules,
)
from tumbletrip.tumblin.refusals import No


@given(houses())
def test_house_rules_and_their_words_are_the_same_thing(house: HouseRules) -> None:
    assert house_rules(house.words) == house
    assert refuse_house_rules(house) is None


@pytest.mark.parametrize(
    ("words", "house"),
    [
        ("", CLASSIC),
        ("young", YOUNG_PLAYERS),
        ("falling", FALLING_COSTS),
        ("target=501", LONG_MATCH),
        ("rounds=4", ROUNDS_WON),
        ("aboard=10", ALL_ABOARD),
        ("aboard=double", HouseRules(all_aboard="double")),
    ],
)
def test_TD12_to_TD16_every_variant_has_a_word(words: str, house: HouseRules) -> None:
    assert house_rules(words.split()) == house


def test_TD11_the_printed_game_goes_to_301() -> None:
    assert CLASSIC.points_to_reach == 301
    assert ROUNDS_WON.points_to_reach is None


@pytest.mark.parametrize("target", [301, 501])
def test_TD14_a_target_contradicts_TD15_rounds_won(target: int) -> None:
    assert refuse_house_rules(HouseRules(target=target, rounds_to_win=4)) is No.TARGET_AND_ROUNDS


@pytest.mark.parametrize(
    ("house", "refusal"),
    [
        (HouseRules(target=0), No.IMPOSSIBLE_TARGET),
        (HouseRules(target=-301), No.IMPOSSIBLE_TARGET),
        (HouseRules(target=1_000_001), No.IMPOSSIBLE_TARGET),
        (HouseRules(rounds_to_win=0), No.IMPOSSIBLE_ROUNDS),
        (HouseRules(all_aboard=0), No.IMPOSSIBLE_BONUS),
        (HouseRules(all_aboard=-10), No.IMPOSSIBLE_BONUS),
    ],
)
def test_numbers_that_make_no_sense_are_refused(house: HouseRules, refusal: No) -> None:
    assert refuse_house_rules(house) is refusal


@pytest.mark.parametrize("number", [1, 1_000_000])
def test_TD14_TD15_TD16_numbers_may_be_as_small_and_as_large_as_this(number: int) -> None:
    for name in ("target", "rounds", "aboard"):
        house = house_rules([f"{name}={number}"])
        assert house.words == (f"{name}={number}",)
        assert refuse_house_rules(house) is None


@pytest.mark.parametrize(
    "words",
    [
        *("old", "young=1", "target", "target=", "target=many", "target=-5", "rounds=double", "aboard=x"),
        *("young young", "target=301 target=501", "target=99999999", "target=²"),
    ],
)
def test_words_that_are_no_house_rules_are_refused_in_every_language(words: str) -> None:
    with pytest.raises(InputError) as caught:
        house_rules(words.split())
    assert len({caught.value.sentence(language) for language in LANGUAGES}) == 4


def test_a_refusal_names_the_word_that_is_wrong_and_those_that_would_be_right() -> None:
    words = "target=501, rounds=4, young, falling, aboard=10, pass-start"
    for said, values in (
        ("young old", {"word": "old", "known": words}),
        ("young=1", {"word": "young=1", "known": words}),
        ("falling falling", {"word": "falling"}),
        ("aboard=x", {"word": "aboard=x", "example": "aboard=10"}),
    ):
        with pytest.raises(InputError) as caught:
            house_rules(said.split())
        assert dict(caught.value.problem.values) == values


def test_words_change_the_house_rules_one_starts_from() -> None:
    assert house_rules(["falling"], YOUNG_PLAYERS).words == ("young", "falling")


def test_titles_are_english_unless_said_otherwise() -> None:
    for variant in VARIANTS:
        assert variant.title() == variant.title("en")
        assert variant.explanation() == variant.explanation("en")


def test_every_variant_has_a_title_and_help_in_every_language() -> None:
    for variant in VARIANTS:
        assert len({variant.title(language) for language in LANGUAGES}) == 4
        assert len({variant.explanation(language) for language in LANGUAGES}) == 4
        assert house_rules([variant.example]) != CLASSIC
