"""What a table may choose: every option is read strictly, and what is not chosen is as usual."""

from dataclasses import replace
from typing import Any

import pytest

from tests.contracts.toy_game import KIT
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.editions import Edition, builtin_edition
from tumbletrip.games.dicetrip.beginning import edition_in
from tumbletrip.games.dicetrip.beginning import understood as dicetrip_understood
from tumbletrip.games.dicetrip.play import DiceTripPlay
from tumbletrip.games.registry import MOST_OPTIONS, GameRegistry, house_games
from tumbletrip.games.tumblin.beginning import agreed
from tumbletrip.games.tumblin.play import TumblinPlay
from tumbletrip.tumblin.board import BOARD_NAMES, FIRST_BOARD, USUAL_BOARD
from tumbletrip.tumblin.dice import KINDS
from tumbletrip.tumblin.hands import HandSize
from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.records import format_record, record_of
from tumbletrip.tumblin.setup import PRESETS, Setup

EMPTY = f"france {' '.join(['..'] * 25)} | reroll double | 1"
FULL = f"france {' '.join(['xx'] * 25)} | reroll double | 13"
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva"]


def dicetrip(players: int = 2, **options: Any) -> DiceTripPlay:
    play = house_games().begin("dicetrip", options, NAMES[:players])
    assert isinstance(play, DiceTripPlay)
    return play


def tumblin(players: int = 2, **options: Any) -> Setup:
    play = house_games().begin("tumblin", options, NAMES[:players])
    assert isinstance(play, TumblinPlay)
    return play.match.setup


def refused(game: str, players: int = 2, **options: Any) -> dict[str, Any]:
    """The values of the sentence that says why."""
    with pytest.raises(InputError) as caught:
        house_games().begin(game, options, NAMES[:players])
    return dict(caught.value.problem.values)


def test_dice_trip_is_played_on_the_board_of_france_with_the_app_s_dice_unless_said_otherwise() -> None:
    usual = dicetrip()
    assert (usual.game.edition.id, usual.own_dice, usual.totals) == ("france", False, (9, 9))
    assert not any(sheet.tens_variant for sheet in usual.game.sheets)
    wished = dicetrip(3, edition="germany", tens=True, own_dice=True, daily="2026-11-16")
    assert (wished.game.edition.id, wished.own_dice, wished.totals) == ("germany", True, (9, 9, 9))
    assert all(sheet.tens_variant for sheet in wished.game.sheets)


@pytest.mark.parametrize("own_dice", [False, True])
def test_a_game_from_the_middle_may_have_dice_of_its_own(own_dice: bool) -> None:
    assert dicetrip(position={"sheet": EMPTY}, own_dice=own_dice).own_dice is own_dice


@pytest.mark.parametrize("players", [1, 4])
def test_one_to_four_play_dice_trip(players: int) -> None:
    assert len(dicetrip(players).game.sheets) == players


@pytest.mark.parametrize("players", [0, 5])
def test_nobody_and_a_crowd_do_not(players: int) -> None:
    assert refused("dicetrip", players) == {"fewest": 1, "most": 4, "count": players}


@pytest.mark.parametrize(
    ("game", "field", "value"),
    [
        ("dicetrip", "edition", 1),
        ("dicetrip", "tens", 1),
        ("dicetrip", "own_dice", "yes"),
        ("dicetrip", "daily", 5),
        ("dicetrip", "preset", "duel"),
        ("tumblin", "board", "france"),
        ("tumblin", "board", None),
        ("tumblin", "preset", "solo"),
        ("tumblin", "kinds", "d6"),
        ("tumblin", "kinds", ["d7"]),
        ("tumblin", "kinds", [6]),
        ("tumblin", "kinds", ["d6"] * 11),
        ("tumblin", "house", [1]),
        ("tumblin", "house", ["young"] * 11),
        ("tumblin", "dice", 0),
        ("tumblin", "dice", 17),
        ("tumblin", "dice", True),
        ("tumblin", "dice", "3"),
        ("tumblin", "edition", "france"),
    ],
)
def test_an_option_that_cannot_be_is_refused_by_its_name(game: str, field: str, value: Any) -> None:
    assert refused(game, **{field: value})["field"] == field


@pytest.mark.parametrize(
    ("game", "options", "field", "value", "right"),
    [
        ("dicetrip", {"tens": 1}, "tens", "1", "true, false"),
        ("dicetrip", {"edition": 1}, "edition", "1", '"france"'),
        ("dicetrip", {"daily": 5}, "daily", "5", '""'),
        ("dicetrip", {"preset": "duel"}, "preset", "duel", "edition, tens, own_dice, position, daily"),
        ("dicetrip", {"position": []}, "position", "[]", '{"sheet": "…"}'),
        ("dicetrip", {"position": {"sheet": 5}}, "sheet", "5", '""'),
        ("dicetrip", {"position": {"sheet": FULL}}, "sheet", FULL[:60], "0, 2, 4, … 24"),
        ("dicetrip", {"position": {"more": 1}}, "more", "1", "sheet, roll, may_reroll"),
        ("dicetrip", {"position": {"sheet": EMPTY, "roll": [1, 2]}}, "roll", "[1, 2]", "[1, 2, 3, 4]"),
        ("dicetrip", {"position": {"sheet": EMPTY, "roll": [1, 2, 3, 7]}}, "roll", "[1, 2, 3, 7]", "1–6"),
        ("dicetrip", {"position": {}, "tens": True}, "tens", "True", "position, own_dice"),
        ("tumblin", {"board": "x"}, "board", "x", "varnished, classic"),
        ("tumblin", {"preset": "solo"}, "preset", "solo", ", ".join(PRESETS)),
        ("tumblin", {"kinds": ["d7"]}, "kinds", "d7", ", ".join(KINDS)),
        ("tumblin", {"house": [1]}, "house", "[1]", '["…"]'),
        ("tumblin", {"dice": 17}, "dice", "17", "1–16"),
        ("tumblin", {"tens": True}, "tens", "True", "board, preset, dice, teams, kinds, house, hand"),
        ("tumblin", {"header": 5}, "header", "5", '""'),
        ("tumblin", {"header": "", "dice": 2}, "dice", "2", "header"),
    ],
)
def test_a_refusal_says_what_would_be_right(
    game: str, options: dict[str, Any], field: str, value: str, right: str
) -> None:
    assert refused(game, **options) == {"field": field, "value": value, "right": right}


def test_a_library_finds_the_board_of_a_game_and_of_a_position() -> None:
    asked = []

    def find(name: str) -> Edition:
        asked.append(name)
        return builtin_edition("germany")

    games = house_games(find, ())
    games.begin("dicetrip", {"edition": "own"}, ["Ada"])
    games.begin("dicetrip", {"position": {"sheet": EMPTY.replace("france", "other")}}, ["Ada"])
    assert asked == ["own", "other"]


def test_an_edition_or_game_that_is_not_there_is_refused() -> None:
    refused("dicetrip", edition="atlantis")
    assert refused("chess") == {"game": "chess"}


def test_a_refusal_does_not_repeat_a_whole_novel() -> None:
    assert len(str(refused("dicetrip", edition=["x" * 1000])["value"])) == 60


def test_tumblin_dice_is_shared_out_as_usual_for_so_many() -> None:
    duel, three = tumblin(), tumblin(3)
    assert [len(seat.dice) for seat in duel.seats] == [5, 5]
    assert [len(seat.dice) for seat in three.seats] == [4, 4, 4]
    assert (duel.board.id, duel.house.words) == ("classic", ())
    assert {die.kind.name for die in duel.dice.values()} == {"d6"}
    assert [seat.name for seat in duel.seats] == ["Ada", "Ben"]


def test_tumblin_dice_as_a_table_wishes() -> None:
    bonus = tumblin(preset="duel-bonus", board="classic", house=["young", "target=50"], kinds=["d8", "d6"])
    assert [len(seat.dice) for seat in bonus.seats] == [6, 6]
    assert bonus.house.words == ("target=50", "young")
    assert [die.kind.name for die in bonus.seats[0].dice] == ["d8", "d6", "d8", "d6", "d8", "d6"]
    teams = tumblin(4, dice=3, teams=2, house=["falling"], kinds=["d10"])
    assert teams.sides == ((0, 2), (1, 3))
    assert teams.house.words == ("falling",)
    assert {die.kind.name for die in teams.dice.values()} == {"d10"}
    assert [len(seat.dice) for seat in teams.seats] == [3, 3, 3, 3]
    assert tumblin(dice=1, teams=None).sides == ((0,), (1,))
    assert len(tumblin(dice=10, kinds=["d8"] * 9 + ["d20"]).dice) == 20
    assert refused("tumblin", 4, dice=3, teams=17)["field"] == "teams"


def test_as_many_dice_as_one_may_ask_for_are_still_too_many_for_the_rules() -> None:
    assert refused("tumblin", dice=16) == {}
    assert refused("tumblin", dice=1, teams=16) == {}


def test_a_preset_goes_before_a_number_of_dice() -> None:
    assert [len(seat.dice) for seat in tumblin(preset="duel-nine", dice=2).seats] == [9, 9]


def test_a_match_as_a_record_describes_it_needs_somebody_on_each_seat() -> None:
    header = format_record(record_of(tumblin(3, dice=2, house=["young"]), ()))
    assert tumblin(3, header=header) == parse_record(header).setup
    assert refused("tumblin", 2, header=header) == {"fewest": 3, "most": 3, "count": 2}
    assert refused("tumblin", 3, header=header, dice=2)["field"] == "dice"
    assert refused("tumblin", 3, header=5)["field"] == "header"


def padded(game: str) -> dict[str, Any]:
    """Options that say little with many characters."""
    if game == "dicetrip":
        return {"position": {"sheet": EMPTY.replace(" ", " " * 200), "roll": [1, 2, 3, 4]}}
    header = format_record(record_of(tumblin(2, house=["young"]), []))
    return {"header": '[Note "x"]\n' + header.replace("\n", "\n" * 50)}


@pytest.mark.parametrize("game", ["dicetrip", "tumblin"])
def test_F51_options_are_kept_as_they_were_understood(game: str) -> None:
    sent = padded(game)
    kept = house_games().understood(game, sent)
    assert len(str(kept)) < 500 < len(str(sent))
    begun = [house_games().begin(game, options, NAMES[:2]) for options in (sent, kept)]
    assert begun[0] == begun[1]
    assert house_games().understood(game, kept) == kept


def test_F51_a_record_s_header_is_kept_without_names() -> None:
    kept = house_games().understood("tumblin", padded("tumblin"))
    assert not any(name in kept["header"] for name in NAMES)
    assert [seat.name for seat in tumblin(2, **kept).seats] == NAMES[:2]


def test_F51_options_that_are_too_long_are_refused_even_if_a_game_takes_them() -> None:
    registry = GameRegistry([KIT])
    assert registry.understood(KIT.key, {"note": "short"}) == {"note": "short"}
    with pytest.raises(InputError):
        registry.understood(KIT.key, {"note": " " * MOST_OPTIONS})


def test_the_board_of_an_invitation_is_that_of_the_position_or_the_one_that_was_chosen() -> None:
    named: list[str] = []

    def find(name: str) -> Edition:
        named.append(name)
        return builtin_edition(name)

    assert edition_in(find, {"position": {"sheet": EMPTY.replace("france", "germany")}}).id == "germany"
    assert edition_in(find, {"edition": "germany"}).id == "germany"
    assert edition_in(find, {}).id == "france"
    assert named == ["germany", "germany", "france"]


@pytest.mark.parametrize("position", [{}, {"sheet": ""}, {"sheet": EMPTY, "colour": "red"}, EMPTY])
def test_a_position_without_a_sheet_has_no_board(position: object) -> None:
    with pytest.raises(InputError):
        edition_in(builtin_edition, {"position": position})
    with pytest.raises(InputError):
        dicetrip_understood(builtin_edition, {"position": position})


def test_F51_a_position_is_read_with_the_boards_of_its_house() -> None:
    own = replace(builtin_edition("france"), source="own.json")
    kept = dicetrip_understood(lambda _: own, {"position": {"sheet": EMPTY.replace("france", "own.json")}})
    assert kept["position"]["sheet"].startswith("own.json ")


def test_a_new_table_writes_down_today_s_board_and_hand_unless_it_chooses() -> None:
    assert agreed({}) == {"board": USUAL_BOARD, "hand": "human"}
    assert agreed({"hand": "wild", "dice": 2}) == {"board": USUAL_BOARD, "hand": "wild", "dice": 2}
    assert agreed({"board": FIRST_BOARD}) == {"board": FIRST_BOARD, "hand": "human"}
    assert agreed({"header": "…"}) == {"header": "…"}


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("way", [{}, {"dice": 2}])
def test_whichever_way_a_match_is_opened_it_has_its_board_and_hand(board: str, way: dict[str, Any]) -> None:
    setup = tumblin(2, board=board, hand="wild", **way)
    assert (setup.board.id, setup.hand) == (board, HandSize.WILD)


def test_one_team_is_read_and_options_without_a_header_are_kept_as_they_are() -> None:
    assert "field" not in refused("tumblin", 2, dice=1, teams=1)  # the rules refuse it, not its reader
    options = {"dice": 2, "house": ["young"]}
    kept = house_games().understood("tumblin", options)
    assert kept == options
    assert kept is not options
