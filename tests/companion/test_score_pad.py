"""An evening on a real board: counted as a pad counts it, ended by its rules, exported and read back."""

import csv
import io
from pathlib import Path

import pytest

from tumbletrip.companion.score_pad import Evening, as_csv, as_text, read_evening
from tumbletrip.core.errors import InputError
from tumbletrip.core.outcomes import Reason
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.score_pad.text_form import pad_from_text
from tumbletrip.tumblin.setup import PRESETS, from_preset, table

EVENING = (Path(__file__).parents[1] / "golden" / "evening.pad").read_text("utf-8")
HOUSE = house_rules(["target=100", "falling", "aboard=10"])
DUEL = from_preset(PRESETS["duel-bonus"], ["Ada", "Ben O."], house=HOUSE)
# tests/golden/evening.pad, which has four dice and a bonus die; a fifth before the line changes nothing.
FIRST = [["5x3", "2x1", "6x0", "off:4", "x0", "4x2"], ["6x4", "1x1", "3x2", "2x2", "x0", "5x1"]]
SECOND = [["6x4", "6x3", "5x2", "1x1", "x0", "6x4"], ["off:6", "6x3", "4x0", "5x4", "x0", "off:2"]]


def evening(*rounds: list[list[str]], rolls: tuple[tuple[int, ...], ...] = ()) -> Evening:
    return read_evening(DUEL, rolls, rounds, [])


def test_an_evening_counts_what_the_pad_counts() -> None:
    counted = evening(FIRST, SECOND)
    pad = pad_from_text(EVENING)
    assert [sheet.seats for sheet in counted.sheets] == [sheet.seats for sheet in pad.sheets]
    assert counted.outcome == pad.outcome


def test_the_exported_text_is_read_back_by_the_same_code_as_the_command_line() -> None:
    counted = evening(FIRST, SECOND)
    pad = pad_from_text(as_text(counted))
    assert pad.totals == (140, 83)
    assert [one.sides for one in pad.sheets] == [(29, 55), (111, 28)]


def test_the_table_for_spreadsheets_adds_up() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(evening(FIRST, SECOND)))))
    assert len(rows) == 2 * 2 * 6
    for player, total in (("Ada", 140), ("Ben O.", 83)):
        own = [row for row in rows if row["player"] == player]
        assert sum(int(row["points"]) + int(row["all_aboard"]) for row in own) == total
    assert [row["zone"] for row in rows].count("off") == 3


def test_a_name_is_never_a_formula() -> None:
    setup = table(["=1+1", "Ben"], dice=1)
    rows = list(csv.DictReader(io.StringIO(as_csv(read_evening(setup, [], [[["1x1"], ["off"]]], [])))))
    assert [row["player"] for row in rows] == ["'=1+1", "Ben"]


def test_TD11_a_match_ends_where_it_ends_whatever_was_written_later() -> None:
    counted = evening(FIRST, SECOND, SECOND)
    assert (counted.length, len(counted.sheets)) == (2, 2)
    ended = counted.outcome
    assert ended
    assert (ended.reason, ended.winners) == (Reason.TARGET_REACHED, (0,))
    assert pad_from_text(as_text(counted)).totals == (140, 83)


def test_a_round_being_read_shows_what_is_there_so_far() -> None:
    half = read_evening(DUEL, [], [FIRST], [["5x3", "", "", "", "", "6x4"], [""] * 6])
    points = [one.points if one else None for one in half.open_scores]
    assert points == [15, None, None, None, None, 2 * 24, *[None] * 6]
    assert len(half.sheets) == 1


def test_TD03_without_rolls_the_seats_begin_in_their_order() -> None:
    assert evening(FIRST).next_order == (0, 1)
    assert evening(FIRST).rolling == (0, 1)


def test_TD03_the_highest_roll_begins_and_tied_players_roll_again() -> None:
    assert evening(rolls=((4,), (4,))).rolling == (0, 1)
    settled = evening(rolls=((4, 2), (4, 5)))
    assert (settled.rolling, settled.next_order) == ((), (1, 0))


def test_TD03_the_start_is_passed_on_if_the_table_wants_it() -> None:
    setup = from_preset(PRESETS["individual"], ["A", "B", "C"], house=house_rules(["pass-start"]))
    one_round = [["1x1"] * 4] * 3
    orders = [read_evening(setup, [], [one_round] * count, []).next_order for count in range(4)]
    assert orders == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


@pytest.mark.parametrize(
    ("rounds", "open_round", "place"),
    [
        ([[["5x5", *FIRST[0][1:]], FIRST[1]]], [], "Round 1, Ada: "),
        ([FIRST, [FIRST[0], ["7x1", *FIRST[1][1:]]]], [], "Round 2, Ben O.: "),
        ([[["off", *FIRST[0][1:]], FIRST[1]]], [], "Round 1, Ada: "),  # TD13: the face is needed
        ([[FIRST[0][1:], FIRST[1]]], [], "Round 1, Ada: "),
        ([[["", *FIRST[0][1:]], FIRST[1]]], [], "Round 1 "),
        ([FIRST], [["5x9", *[""] * 5], [""] * 6], "Round 2, Ada: "),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(
    rounds: list[list[list[str]]], open_round: list[list[str]], place: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_evening(DUEL, [], rounds, open_round)
    assert caught.value.sentence().startswith(place)


def test_rounds_and_rolls_of_other_people_are_refused() -> None:
    for rolls, rounds in (([], [FIRST[:1]]), ([[1]], []), ([[7], [1]], [])):
        with pytest.raises(InputError):
            read_evening(DUEL, rolls, rounds, [])


def test_nothing_to_export_is_said() -> None:
    with pytest.raises(InputError):
        as_text(evening())
    assert as_csv(evening()).count("\n") == 1
