"""Rounds, dice, powers and the end of the game: DT01 to DT08 and DT15, each refusal included."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.kit.dicetrip.table import Table, entries_of, snapshot
from tumbletrip.core.outcomes import Reason
from tumbletrip.core.texts import LANGUAGES, catalogue
from tumbletrip.dicetrip.dice import COLOURS, Colour, Pair, Roll
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.sheet_line import format_sheet, parse_roll
from tumbletrip.dicetrip.rules import (
    Correct,
    Corrected,
    Entry,
    Keep,
    Kept,
    No,
    Phase,
    Reroll,
    Rerolled,
    RollDice,
    Write,
    Wrote,
    decide,
    evolve,
    game_from,
    new_game,
    outcome,
)
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import CROSSED, Written


def test_DT01_every_player_has_an_empty_sheet_of_the_same_board_and_both_powers() -> None:
    game = new_game(builtin_edition("germany"), 4)
    assert len(game.sheets) == 4
    assert {sheet.edition.id for sheet in game.sheets} == {game.edition.id} == {"germany"}


def test_DT01_a_game_is_for_one_and_without_variants_unless_said_otherwise() -> None:
    game = new_game(builtin_edition("france"))
    assert (len(game.sheets), game.edition.id, game.sheets[0].tens_variant) == (1, "france", False)
    assert all(not sheet.marks and sheet.may_reroll and sheet.may_double for sheet in game.sheets)


@pytest.mark.parametrize("players", [0, 5, -1])
def test_DT01_a_game_is_for_one_to_four_players(players: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 players"):
        new_game(builtin_edition("france"), players)


def test_DT02_players_take_turns_rolling_in_seating_order() -> None:
    table = Table.of(players=3)
    rollers = []
    for _ in range(5):
        rollers.append(table.game.roller)
        table.fill_rounds(1)
    assert rollers == [0, 1, 2, 0, 1]


def test_DT02_in_a_solo_game_you_roll_every_round() -> None:
    table = Table.of()
    for _ in range(12):
        assert table.game.roller == 0
        table.fill_rounds(1)


def test_DT02_only_the_roller_may_roll() -> None:
    assert Table.of(players=2).refuse(RollDice(1, Roll(1, 2, 3, 4))) is No.NOT_YOUR_ROLL


def test_DT02_dice_are_rolled_once_a_round() -> None:
    table = Table.of().roll("r1 b2 g3 y4")
    assert table.refuse(RollDice(0, Roll(1, 2, 3, 4))) is No.ALREADY_ROLLED


@pytest.mark.parametrize("face", [0, 7, -1])
def test_DT02_a_die_shows_one_to_six(face: int) -> None:
    assert Table.of().refuse(RollDice(0, Roll(1, 2, 3, face))) is No.IMPOSSIBLE_FACE


def test_DT02_nobody_writes_before_the_roll() -> None:
    entries = (Entry("lille"), Entry("paris"))
    assert Table.of().refuse(Write(0, entries)) is No.ROLL_FIRST


def test_DT02_everyone_uses_the_same_roll() -> None:
    table = Table.of(players=2).roll("r4 b2 g6 y1")
    table.write("lyon=r4b2 nice=y1g6", seat=0)
    table.write("lyon=b2r4 nice=g6y1", seat=1)
    assert [sheet.numbers for sheet in table.game.sheets] == [
        {"lyon": 42, "nice": 16},
        {"lyon": 24, "nice": 61},
    ]


@pytest.mark.parametrize("seat", [-1, 1, 4])
def test_DT02_there_is_no_seat_beyond_the_players(seat: int) -> None:
    assert Table.of().refuse(RollDice(seat, Roll(1, 2, 3, 4))) is No.NO_SUCH_SEAT


def test_DT03_four_dice_make_two_numbers_the_tens_die_first() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    assert table.write("lyon=r4b2 nice=y1g6") == Wrote(
        0, (Entry("lyon", Pair(Colour.RED, Colour.BLUE)), Entry("nice", Pair(Colour.YELLOW, Colour.GREEN)))
    )


def test_DT03_each_die_is_used_exactly_once() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    assert table.refuse(table.writing("lyon=r4b2 nice=b2r4")) is No.DICE_OVERUSED


def test_DT03_players_write_in_any_order_and_see_nothing_of_it_until_the_round_is_closed() -> None:
    table = Table.of(players=2).roll("r4 b2 g6 y1")
    table.write("lyon=r4b2 nice=y1g6", seat=1)
    assert not table.game.shown[1].marks
    assert table.game.phase is Phase.WRITE
    table.write("x=lyon x=nice", seat=0)
    assert table.game.shown == table.game.sheets
    assert (table.game.phase, table.game.round) == (Phase.ROLL, 2)


def test_DT03_a_player_writes_once_a_round() -> None:
    table = Table.of(players=2).roll("r4 b2 g6 y1")
    table.write("lyon=r4b2 nice=y1g6")
    assert table.refuse(table.writing("x=brest x=caen")) is No.ALREADY_WROTE


def test_DT04_a_number_stands_at_most_once_on_a_sheet() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    table.write("lyon=r4b2 x=brest")
    table.roll("r4 b2 g1 y1")
    assert table.refuse(table.writing("nice=r4b2 caen=g1y1")) is No.NUMBER_REPEATED


def test_DT04_the_two_numbers_of_a_round_must_differ_too() -> None:
    table = Table.of().roll("r4 b2 g4 y2")
    assert table.refuse(table.writing("lyon=r4b2 nice=g4y2")) is No.NUMBER_REPEATED


def test_DT04_two_players_may_have_the_same_number() -> None:
    table = Table.of(players=2).roll("r4 b2 g6 y1")
    table.write("lyon=r4b2 x=brest", seat=0)
    table.write("nice=r4b2 x=brest", seat=1)
    assert table.game.round == 2


@pytest.mark.parametrize(
    "entries",
    ["lyon=r4b2 nice=y1g6", "lyon=r4b2 x=nice", "x=nice lyon=g6y1", "x=lyon x=nice"],
)
def test_DT05_a_round_fills_two_cities_each_written_or_crossed_out(entries: str) -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    table.write(entries)
    assert set(table.sheet.marks) == {"lyon", "nice"}


@pytest.mark.parametrize("entries", ["", "lyon=r4b2", "x=lyon", "lyon=r4b2 nice=y1g6 x=brest"])
def test_DT05_neither_fewer_nor_more_than_two_cities(entries: str) -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    assert table.refuse(table.writing(entries)) is No.TWO_ENTRIES


@pytest.mark.parametrize("entries", ["lyon=g1y2 nice=r3b3", "x=lyon nice=r3b3", "x=brest nice=r3b3"])
def test_DT05_written_and_crossed_cities_never_change_again(entries: str) -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    table.write("lyon=r4b2 x=brest")
    table.roll("r3 b3 g1 y2")
    assert table.refuse(table.writing(entries)) is No.CITY_TAKEN


@pytest.mark.parametrize("entries", ["lyon=r4b2 lyon=y1g6", "x=lyon x=lyon", "lyon=r4b2 x=lyon"])
def test_DT05_the_two_cities_of_a_round_must_differ(entries: str) -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    assert table.refuse(table.writing(entries)) is No.CITY_TAKEN


@pytest.mark.parametrize("entries", ["berlin=r4b2 x=nice", "x=berlin x=nice"])
def test_DT05_a_city_must_be_on_the_board(entries: str) -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    assert table.refuse(table.writing(entries)) is No.UNKNOWN_CITY


def test_DT06_in_round_13_one_number_of_any_two_dice_fills_the_last_city() -> None:
    for tens in COLOURS:
        for units in (colour for colour in COLOURS if colour is not tens):
            table = Table.of().fill_rounds(12).roll("r4 b2 g6 y1")
            city = table.sheet.open_cities[0]
            table.do(Write(0, (Entry(city, Pair(tens, units)),)))
            assert table.sheet.numbers == {city: Pair(tens, units).number(Roll(4, 2, 6, 1))}
            assert table.game.phase is Phase.OVER


def test_DT05_DT06_each_round_fills_two_cities_and_a_full_sheet_stays_in_round_13() -> None:
    table = Table.of()
    assert table.sheet.round == 1
    assert [table.fill_rounds(1).sheet.round for _ in range(12)] == list(range(2, 14))
    table.roll("r4 b2 g6 y1")
    table.write("x=toulouse")
    assert (table.sheet.round, table.sheet.is_full) == (13, True)


def test_DT06_in_round_13_the_last_city_may_be_crossed_out() -> None:
    table = Table.of().fill_rounds(12).roll("r4 b2 g6 y1")
    table.write(f"x={table.sheet.open_cities[0]}")
    assert table.sheet.is_full
    assert set(table.sheet.marks.values()) == {CROSSED}


@pytest.mark.parametrize("entries", ["", "{last}=r4b2 {last}=y1g6", "x={last} x=lille"])
def test_DT06_in_round_13_exactly_one_city_is_filled(entries: str) -> None:
    table = Table.of().fill_rounds(12).roll("r4 b2 g6 y1")
    last = table.sheet.open_cities[0]
    assert table.refuse(table.writing(entries.format(last=last))) is No.ONE_ENTRY


@pytest.mark.parametrize("again", ["r5", "g1 y6", "r1 b1 g1", "r1 b1 g1 y1"])
def test_DT07_the_roller_may_throw_one_to_four_dice_again_and_the_new_dice_hold_for_everybody(
    again: str,
) -> None:
    table = Table.of(players=2).roll("r4 b2 g6 y1", keep=False).reroll(again)
    shown = dict(zip("rbgy", "4261", strict=True)) | {die[0]: die[1] for die in again.split()}
    assert table.dice == parse_roll(" ".join(letter + face for letter, face in shown.items()))
    assert [sheet.may_reroll for sheet in table.game.sheets] == [False, True]
    assert table.game.phase is Phase.WRITE


def test_DT07_dice_that_were_not_thrown_again_stay() -> None:
    table = Table.of().roll("r4 b2 g6 y1", keep=False)
    event = table.do(Reroll(0, {Colour.YELLOW: 5, Colour.BLUE: 3}))
    assert event == Rerolled(0, (Colour.BLUE, Colour.YELLOW), Roll(4, 3, 6, 5))


def test_DT07_once_per_game_so_the_next_roll_needs_no_answer() -> None:
    table = Table.of().roll("r4 b2 g6 y1", keep=False).reroll("r1")
    table.write("x=brest x=caen")
    table.roll("r4 b2 g6 y1", keep=False)
    assert table.game.phase is Phase.WRITE
    assert table.refuse(Reroll(0, {Colour.RED: 1})) is No.REROLL_SPENT
    assert table.refuse(Keep(0)) is No.REROLL_SPENT


def test_DT07_everybody_sees_at_once_that_the_power_is_spent() -> None:
    table = Table.of(players=2).roll("r4 b2 g6 y1", keep=False).reroll("r1")
    assert [sheet.may_reroll for sheet in table.game.shown] == [False, True]


def test_DT07_a_kept_roll_leaves_the_power_for_later() -> None:
    table = Table.of().roll("r4 b2 g6 y1", keep=False)
    assert table.do(Keep(0)) == Kept(0)
    assert table.sheet.may_reroll
    table.write("lyon=r4b2 x=brest")
    table.roll("r1 b2 g3 y4", keep=False)
    assert table.game.phase is Phase.REROLL
    assert table.sheet.may_reroll is True


def test_DT07_only_the_roller_keeps_or_rerolls() -> None:
    table = Table.of(players=2).roll("r4 b2 g6 y1", keep=False)
    assert table.refuse(Reroll(1, {Colour.RED: 1})) is No.NOT_YOUR_ROLL
    assert table.refuse(Keep(1)) is No.NOT_YOUR_ROLL


def test_DT07_not_before_the_roll() -> None:
    assert Table.of().refuse(Reroll(0, {Colour.RED: 1})) is No.ROLL_FIRST
    assert Table.of().refuse(Keep(0)) is No.ROLL_FIRST


def test_DT07_not_after_the_dice_were_kept() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    assert table.refuse(Reroll(0, {Colour.RED: 1})) is No.REROLL_TOO_LATE


def test_DT07_at_least_one_die() -> None:
    table = Table.of().roll("r4 b2 g6 y1", keep=False)
    assert table.refuse(Reroll(0, {})) is No.NO_DICE_CHOSEN


@pytest.mark.parametrize("face", [0, 7])
def test_DT07_a_die_thrown_again_shows_one_to_six(face: int) -> None:
    table = Table.of().roll("r4 b2 g6 y1", keep=False)
    assert table.refuse(Reroll(0, {Colour.RED: face})) is No.IMPOSSIBLE_FACE


@pytest.mark.parametrize("seat", [0, 1])
def test_DT07_nobody_writes_before_the_roller_has_decided(seat: int) -> None:
    table = Table.of(players=2).roll("r4 b2 g6 y1", keep=False)
    assert table.refuse(table.writing("x=brest x=caen", seat)) is No.ROLLER_DECIDES_FIRST


def test_DT08_one_die_may_be_used_in_both_numbers_and_the_others_are_told_which() -> None:
    table = Table.of(players=2).roll("r4 b2 g6 y1")
    event = table.write("lyon=r4b2 nice=g6r4")
    assert isinstance(event, Wrote)
    assert event.doubled is Colour.RED
    assert [sheet.may_double for sheet in table.game.sheets] == [False, True]


def test_DT08_once_per_game() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    table.write("lyon=r4b2 nice=g6r4")
    table.roll("r3 b2 g6 y1")
    assert table.refuse(table.writing("lille=r3b2 paris=g6r3")) is No.DOUBLE_SPENT


def test_DT08_a_crossed_out_city_needs_no_dice_and_never_spends_the_power() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    table.write("lyon=r4b2 x=nice")
    assert table.sheet.may_double


def test_DT08_a_doubled_die_is_never_paired_with_itself() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    assert table.refuse(table.writing("lyon=r4r4 nice=g6y1")) is No.DIE_WITH_ITSELF


def test_DT08_two_different_dice_with_the_same_digit_may_be_paired() -> None:
    table = Table.of().roll("r4 b4 g6 y1")
    event = table.write("lyon=r4b4 nice=g6r4")
    assert isinstance(event, Wrote)
    assert event.doubled is Colour.RED
    assert table.sheet.numbers == {"lyon": 44, "nice": 64}


def test_DT08_using_two_dice_twice_is_never_allowed() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    assert table.refuse(table.writing("lyon=r4b2 nice=r4b2")) is No.DICE_OVERUSED


def test_DT08_not_in_round_13_where_only_one_number_is_made() -> None:
    table = Table.of().fill_rounds(12).roll("r4 b2 g6 y1")
    last = table.sheet.open_cities[0]
    assert table.sheet.may_double
    assert table.refuse(table.writing(f"{last}=r4r4")) is No.DIE_WITH_ITSELF


def test_DT09_the_colour_is_earned_when_the_citys_own_die_made_a_digit() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    table.write("lille=b2r4 lyon=y1g6")  # Lille is red, Lyon green
    assert table.sheet.marks == {"lille": Written(24, True), "lyon": Written(16, True)}


def test_DT09_another_colours_die_does_not_count() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    table.write("lille=b2y1 lyon=r4g6")
    assert table.sheet.marks == {"lille": Written(21, False), "lyon": Written(46, True)}


def test_DT09_a_doubled_die_brings_its_colour_to_both_numbers() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    table.write("lille=r4b2 bordeaux=g6r4")  # both red
    assert table.sheet.marks == {"lille": Written(42, True), "bordeaux": Written(64, True)}
    assert score(table.sheet).bonus == 2


def test_DT15_the_game_ends_after_13_rounds() -> None:
    table = Table.of(players=2).fill_rounds(12)
    table.roll("r4 b2 g6 y1")
    table.write("x=toulouse", seat=0)
    assert outcome(table.game) is None
    table.write("x=toulouse", seat=1)
    assert (table.game.phase, table.game.round) == (Phase.OVER, 13)
    assert (table.game.roll, table.game.done, table.game.shown) == (None, (True, True), table.game.sheets)


def test_DT15_nothing_happens_after_the_end() -> None:
    table = finished(players=1)
    for command in (RollDice(0, Roll(1, 2, 3, 4)), Keep(0), Reroll(0, {Colour.RED: 1}), Write(0, ())):
        assert table.refuse(command) is No.GAME_OVER


def test_DT15_the_highest_total_wins() -> None:
    table = finished(players=3, last=["x={city}", "{city}=r4b4", "x={city}"])
    ended = outcome(table.game)
    assert ended is not None
    assert ended.reason is Reason.ALL_ROUNDS_PLAYED
    assert ended.winners == (1,)
    assert ended.ranking == ((1,), (0, 2))


def test_DT15_equal_totals_share_the_win() -> None:
    ended = outcome(finished(players=2).game)
    assert ended is not None
    assert ended.winners == (0, 1)


def test_DT15_a_solo_game_ends_with_its_score() -> None:
    table = finished(players=1)
    ended = outcome(table.game)
    assert ended is not None
    assert ended.ranking == ((0,),)
    assert score(table.sheet).total == -25


def finished(players: int, last: list[str] | None = None) -> Table:
    """A game whose cities are all crossed out, but for what the last round says."""
    table = Table.of(players=players).fill_rounds(12).roll("r4 b4 g6 y1")
    for seat, entry in enumerate(last or ["x={city}"] * players):
        table.write(entry.format(city=table.game.sheets[seat].open_cities[0]), seat)
    return table


def test_a_game_goes_on_from_one_sheet_which_is_the_same_for_all() -> None:
    table = Table.of(players=1).fill_rounds(3)
    game = game_from(table.sheet, 2)
    assert (game.sheets, game.shown, game.done) == ((table.sheet,) * 2, (table.sheet,) * 2, (False, False))
    assert (game.round, game.phase, game.roll, game.roller) == (4, Phase.ROLL, None, 1)


@pytest.mark.parametrize(
    ("may_reroll", "has_power", "phase"),
    [
        (True, True, Phase.REROLL),
        (False, True, Phase.WRITE),
        (True, False, Phase.WRITE),
        (False, False, Phase.WRITE),
    ],
)
def test_DT07_a_roll_that_lies_there_may_be_thrown_again_only_with_the_power(
    may_reroll: bool, has_power: bool, phase: Phase
) -> None:
    sheet = replace(Table.of().sheet, may_reroll=has_power)
    game = game_from(sheet, 1, Roll(4, 2, 6, 1), may_reroll=may_reroll)
    assert (game.phase, game.roll) == (phase, Roll(4, 2, 6, 1))
    assert game_from(sheet, 1, Roll(4, 2, 6, 1)).phase is Phase.WRITE


def test_dice_told_wrongly_are_corrected_by_the_roller_until_somebody_has_written() -> None:
    table = Table.of(players=2)
    right = Correct(0, Roll(1, 2, 3, 5))
    assert decide(table.game, right) is No.ROLL_FIRST
    table.roll("r1 b2 g3 y4", keep=False)
    table.reroll("g6")
    corrected = decide(table.game, right)
    assert corrected == Corrected(0, Roll(1, 2, 3, 5))
    game = evolve(table.game, Corrected(0, Roll(1, 2, 3, 5)))
    assert (game.roll, game.phase, game.sheets[0].may_reroll) == (Roll(1, 2, 3, 5), Phase.WRITE, False)
    assert decide(table.game, replace(right, seat=1)) is No.NOT_YOUR_ROLL
    assert decide(table.game, Correct(0, Roll(1, 2, 3, 7))) is No.IMPOSSIBLE_FACE
    table.write("lyon=r1b2 x=brest", seat=1)
    assert decide(table.game, right) is No.CORRECT_TOO_LATE


def test_every_refusal_is_provoked_here_by_name() -> None:
    """A refusal without a test above would not be one of the rules."""
    text = Path(__file__).read_text("utf-8")
    assert [no.name for no in No if f"is No.{no.name}\n" not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_in_every_language(language: str) -> None:
    texts = catalogue(language)
    assert [no.value for no in No if not texts.get(no.value, "").endswith(".")] == []


def test_evolve_leaves_the_game_before_untouched() -> None:
    table = Table.of(players=2, tens=True)
    history = [(table.game, snapshot(table.game))]
    table.roll("r4 b2 g6 y1", keep=False)
    history.append((table.game, snapshot(table.game)))
    table.reroll("r5 y2")
    history.append((table.game, snapshot(table.game)))
    table.write("lyon=r5b2 nice=y2r5", seat=1)
    assert [snapshot(game) for game, _ in history] == [picture for _, picture in history]


def test_a_command_decided_twice_gives_the_same_answer() -> None:
    table = Table.of().roll("r4 b2 g6 y1")
    command = Write(0, entries_of("lyon=r4b2 nice=y1g6", table.dice))
    assert decide(table.game, command) == decide(table.game, command)
    event = decide(table.game, command)
    assert not isinstance(event, No)
    assert format_sheet(evolve(table.game, event).sheets[0]) == format_sheet(
        evolve(table.game, event).sheets[0]
    )
