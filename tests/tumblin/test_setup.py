"""Tables of all sizes, and what is refused at setup."""

from collections import Counter
from dataclasses import replace

import pytest

from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, D20, KINDS, Colour
from tumbletrip.tumblin.hands import HandSize
from tumbletrip.tumblin.house_rules import HouseRules
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.rules import new_match
from tumbletrip.tumblin.setup import (
    PRESETS,
    Preset,
    Seat,
    Setup,
    from_preset,
    most_rounds,
    name_dice,
    refuse_setup,
    table,
    usual_preset,
)


def names(count: int) -> list[str]:
    return [f"P{number}" for number in range(count)]


def colours(setup: Setup, *seats: int) -> Counter[Colour]:
    return Counter(die.colour for seat in seats for die in setup.seats[seat].dice)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_every_preset_can_be_played_by_all_its_numbers_of_players(preset: Preset) -> None:
    fewest, most = preset.players
    for players in range(fewest, most + 1):
        assert refuse_setup(from_preset(preset, names(players))) is None
    for players in (fewest - 1, most + 1):
        with pytest.raises(InputError):
            from_preset(preset, names(players))
    assert len({preset.title(language) for language in LANGUAGES}) == 4


def test_TD02_the_presets_of_the_box_use_its_18_dice_5_5_4_4() -> None:
    box = {Colour.RED: 5, Colour.BLUE: 5, Colour.GREEN: 4, Colour.YELLOW: 4}
    for key, players in (
        ("individual", 4),
        ("duel", 2),
        ("duel-bonus", 2),
        ("duel-nine", 2),
        ("pairs", 4),
        ("trios", 6),
    ):
        setup = from_preset(PRESETS[key], names(players))
        used = colours(setup, *range(players))
        assert all(used[colour] <= count for colour, count in box.items()), key
        assert set(used) <= set(box)


@pytest.mark.parametrize("players", [3, 4])
def test_TD09_three_or_four_players_have_four_dice_of_one_colour_each(players: int) -> None:
    setup = from_preset(PRESETS["individual"], names(players))
    assert [len(seat.dice) for seat in setup.seats] == [4] * players
    assert all(len(colours(setup, seat)) == 1 for seat in range(players))
    assert len(colours(setup, *range(players))) == players


def test_TD09_two_players_have_five_dice_or_five_and_a_bonus_die_or_two_colours() -> None:
    assert colours(from_preset(PRESETS["duel"], names(2)), 0) == {Colour.RED: 5}
    with_bonus = from_preset(PRESETS["duel-bonus"], names(2)).seats[1]
    assert [die.key for die in with_bonus.dice] == ["b1", "b2", "b3", "b4", "b5", "b*"]
    assert with_bonus.dice[-1].is_bonus
    assert with_bonus.dice[-1].colour not in {die.colour for die in with_bonus.dice[:-1]}
    assert colours(from_preset(PRESETS["duel-nine"], names(2)), 1) == {Colour.BLUE: 5, Colour.YELLOW: 4}


def test_TD10_two_teams_of_two_have_four_dice_each() -> None:
    setup = from_preset(PRESETS["pairs"], names(4))
    assert setup.sides == ((0, 2), (1, 3))
    assert [len(seat.dice) for seat in setup.seats] == [4] * 4
    assert len(colours(setup, 0, 1, 2, 3)) == 4
    assert all(len(colours(setup, seat)) == 1 for seat in range(4))


def test_TD10_two_teams_of_three_share_nine_dice_of_two_colours() -> None:
    setup = from_preset(PRESETS["trios"], names(6))
    assert setup.sides == ((0, 2, 4), (1, 3, 5))
    assert [len(seat.dice) for seat in setup.seats] == [3] * 6
    assert colours(setup, 0, 2, 4) == {Colour.RED: 5, Colour.GREEN: 4}
    assert colours(setup, 1, 3, 5) == {Colour.BLUE: 5, Colour.YELLOW: 4}


def test_TD18_sixteen_players_play_in_four_teams_of_four_with_one_die_each() -> None:
    setup = from_preset(PRESETS["four-teams"], names(16))
    assert [len(side) for side in setup.sides] == [4] * 4
    assert all(len(colours(setup, *side)) == 1 for side in setup.sides)
    assert setup.flicks_per_round == 16


@pytest.mark.parametrize("players", range(4, 17, 2))
def test_TD18_every_even_number_from_four_on_may_play_in_teams_with_one_die_each(players: int) -> None:
    fitting = [one for one in PRESETS.values() if one.players[0] <= players <= one.players[1] and one.teams]
    setups = [from_preset(one, names(players)) for one in fitting if one.dice == 1]
    assert setups
    assert all(setup.flicks_per_round == players for setup in setups)
    assert all(len(colours(setup, *side)) <= 2 for setup in setups for side in setup.sides)


def test_TD18_more_players_have_more_colours() -> None:
    setup = from_preset(PRESETS["crowd"], names(12))
    assert len(colours(setup, *range(12))) == 12


def test_TD17_odd_dice_may_be_all_or_some() -> None:
    every = table(names(2), 3, kinds=[D20])
    some = table(names(2), 4, kinds=[D6, KINDS["d10"]])
    assert {die.kind for die in every.dice.values()} == {D20}
    assert [die.kind.name for die in some.seats[0].dice] == ["d6", "d10", "d6", "d10"]


@pytest.mark.parametrize(
    ("players", "key"),
    [
        (2, "duel"),
        (3, "individual"),
        (5, "crowd"),
        (6, "trios"),
        (12, "crowd"),
        (13, "throng"),
        (16, "four-teams"),
    ],
)
def test_every_number_of_players_has_a_usual_table(players: int, key: str) -> None:
    assert usual_preset(players).key == key


@pytest.mark.parametrize("players", range(2, 17))
def test_TD18_two_to_sixteen_players_can_sit_down_at_once(players: int) -> None:
    setup = from_preset(usual_preset(players), names(players))
    assert refuse_setup(setup) is None
    assert all(len(colours(setup, *side)) <= 2 for side in setup.sides)


SETUP = table(names(4), 2, teams=2)


@pytest.mark.parametrize(
    ("setup", "refusal"),
    [
        (table(names(1), 4), No.TOO_FEW_PLAYERS),
        (table([], 4), No.TOO_FEW_PLAYERS),
        (replace(SETUP, seats=SETUP.seats * 5), No.TOO_MANY_PLAYERS),
        (table(["Ada", ""], 4), No.BAD_NAME),
        (table(["Ada", " Ben"], 4), No.BAD_NAME),
        (table(["Ada", "B\nn"], 4), No.BAD_NAME),
        (table(["Ada", "\ud800"], 4), No.BAD_NAME),
        (table(["Ada", "x" * 41], 4), No.BAD_NAME),
        (table(["Ada", "Ada"], 4), No.SAME_NAME),
        (replace(SETUP, sides=((0, 1), (2, 2))), No.NOT_IN_ONE_TEAM),
        (replace(SETUP, sides=((0, 1), (2,))), No.NOT_IN_ONE_TEAM),
        (replace(SETUP, sides=((2, 0), (1, 3))), No.NOT_IN_ONE_TEAM),
        (table(names(4), 4, teams=1), No.ONE_TEAM_ONLY),
        (table(names(5), 4, teams=2), No.UNEQUAL_TEAMS),
        (table(names(3), 0), No.NO_DICE),
        (table(names(2), 11), No.TOO_MANY_DICE),
        (table(names(16), 4), No.TOO_MANY_DICE),
        (replace(SETUP, seats=(*SETUP.seats[:3], table(names(4), 1).seats[3])), No.UNEQUAL_DICE),
        (
            replace(SETUP, seats=(*SETUP.seats[:3], table(names(4), 1, has_bonus=True).seats[3])),
            No.UNEQUAL_DICE,
        ),
        (replace(SETUP, seats=SETUP.seats[:2] + SETUP.seats[:1:-1]), No.MISNAMED_DICE),
        (replace(SETUP, house=HouseRules(target=301, rounds_to_win=4)), No.TARGET_AND_ROUNDS),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused_by_name(setup: Setup, refusal: No) -> None:
    assert refuse_setup(setup) is refusal
    with pytest.raises(InputError) as caught:
        new_match(setup)
    assert caught.value.problem.key == refusal


@pytest.mark.parametrize(
    "setup",
    [
        table(names(2), 10),  # as many dice as one player may have
        table(names(16), 3),  # 48, as many as a board may carry, and as many players as there are letters
        table(["A", "x" * 40], 1),
    ],
)
def test_a_setup_at_its_limits_can_be_played(setup: Setup) -> None:
    assert refuse_setup(setup) is None


@pytest.mark.parametrize("preset", PRESETS.values())
def test_a_preset_is_for_its_numbers_of_players_only(preset: Preset) -> None:
    fewest, most = preset.players
    for players in (fewest - 1, most + 1):
        with pytest.raises(InputError) as caught:
            from_preset(preset, names(players))
        wanted = {"preset": preset.key, "fewest": fewest, "most": most}
        assert (caught.value.problem.key, dict(caught.value.problem.values)) == (
            "tumblin.preset.players",
            wanted,
        )


def test_a_preset_is_played_with_the_dice_the_house_rules_and_the_board_of_the_table() -> None:
    board = replace(builtin_board("classic"), id="own")
    house = HouseRules(target=50)
    setup = from_preset(PRESETS["duel-bonus"], names(2), kinds=[D20], house=house, board=board)
    assert (setup.house, setup.board) == (house, board)
    assert {die.kind for die in setup.dice.values()} == {D20}
    usual = from_preset(PRESETS["duel"], names(2))
    assert (usual.house, usual.board.id) == (HouseRules(), "classic")
    assert all(preset.title() == preset.title("en") for preset in PRESETS.values())


def test_TD10_every_seat_knows_its_side_and_a_side_has_the_names_of_its_players() -> None:
    assert dict(SETUP.side_of) == {0: 0, 2: 0, 1: 1, 3: 1}
    assert (SETUP.side_name(0), SETUP.side_name(1)) == ("P0 + P2", "P1 + P3")


def test_TD09_a_player_has_one_bonus_die_at_most() -> None:
    seats = tuple(
        Seat(name, name_dice(number, [(Colour.RED, D6, True), (Colour.RED, D6, True)]))
        for number, name in enumerate(names(2))
    )
    assert refuse_setup(Setup(seats, ((0,), (1,)))) is No.ONE_BONUS_DIE


def test_TD18_no_more_than_sixteen_names_are_taken() -> None:
    with pytest.raises(InputError):
        table(names(17), 1)


@pytest.mark.parametrize(
    ("house", "players", "most"),
    [
        (HouseRules(target=30), 2, 20 + 30),  # a point in every round, and some for nothing
        (HouseRules(target=301), 2, 200),
        (HouseRules(rounds_to_win=1), 2, 20 + 2),  # one is won, one is tied
        (HouseRules(rounds_to_win=3), 2, 20 + 2 * 5),
        (HouseRules(rounds_to_win=3), 4, 20 + 2 * 9),
        (HouseRules(rounds_to_win=40), 4, 200),
    ],
)
def test_F26_a_told_match_has_as_many_rounds_as_its_rules_can_need(
    house: HouseRules, players: int, most: int
) -> None:
    assert most_rounds(table(names(players), 1, house=house)) == most


@pytest.mark.parametrize("hand", list(HandSize))
def test_a_setup_has_the_hand_that_was_chosen(hand: HandSize) -> None:
    assert table(names(2), 1, hand=hand).hand is hand
    assert from_preset(usual_preset(2), names(2), hand=hand).hand is hand
