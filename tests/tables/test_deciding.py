"""Sitting down, leaving, standing in: what a table takes and what it refuses."""

import pytest

from tests.kit.tables import FACTS, OPEN, do, done, person, rolled, setup, table_of
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.tables.deciding import Command, Facts, decide
from tumbletrip.tables.ports import Status
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import MAX_NAME, clean_name

WAITING = setup(person("Ada"), OPEN)


def test_with_the_last_open_seat_the_game_begins() -> None:
    table = table_of(WAITING)
    assert table.status is Status.OPEN
    assert do(table, 0, do="roll") is No.NOT_STARTED
    table = done(table, None, do="sit", seat=1, name=" Ben ")
    assert table.seats[1].name == "Ben"
    assert table.status is Status.PLAYING


@pytest.mark.parametrize(
    ("seat", "name", "refusal"),
    [
        (0, "Ben", No.SEAT_NOT_OPEN),
        (2, "Ben", No.NO_SUCH_SEAT),
        ("1", "Ben", No.NO_SUCH_SEAT),
        (True, "Ben", No.NO_SUCH_SEAT),
        (1, "", No.BAD_NAME),
        (1, "\u202e\u0000", No.BAD_NAME),
        (1, "x" * (MAX_NAME + 1), No.BAD_NAME),
        (1, 7, No.BAD_NAME),
        (1, "ADA", No.NAME_TAKEN),
    ],
)
def test_a_seat_needs_to_be_open_and_a_person_needs_a_name(seat: object, name: object, refusal: No) -> None:
    assert do(table_of(WAITING), None, do="sit", seat=seat, name=name) is refusal


def test_names_are_plain_composed_text() -> None:
    assert clean_name("Zoe\u0308 \t\n <b>") == "Zoë <b>"
    assert clean_name("a\u200bb\u202ec") == "abc"


def test_open_seats_can_be_closed_or_given_to_bots() -> None:
    table = table_of(setup(person("Ada"), OPEN, OPEN))
    table = done(table, 0, do="close_seat", seat=1)
    assert do(table, 0, do="start") is No.OPEN_SEATS
    assert do(table, 0, do="seat_bot", seat=2, level="godlike") is No.UNKNOWN_LEVEL
    table = done(table, 0, do="seat_bot", seat=2, level="casual")
    assert table.status is Status.PLAYING
    assert table.players == (0, 2)
    assert do(table, 0, do="seat_bot", seat=1, level="casual") is No.ALREADY_STARTED


def test_a_table_that_would_have_too_few_players_does_not_close_its_last_seat() -> None:
    table = table_of(setup(person("Ada"), OPEN, game="tumblin", preset="duel"))
    assert do(table, 0, do="close_seat", seat=1) is No.TOO_FEW_SEATS


def test_whoever_leaves_is_stood_in_for_and_may_return() -> None:
    table = table_of(setup())
    assert do(table, 1, do="return") is No.NOT_AWAY
    table = done(table, 1, do="leave")
    assert table.seats[1].bot_level == "casual"
    assert do(table, 1, do="leave") is No.NOT_AWAY
    table = done(table, 1, do="return")
    assert table.seats[1].bot_level == ""


def test_leaving_before_the_start_opens_the_seat() -> None:
    table = done(table_of(setup(person("Ada"), person("Ben"), OPEN)), 1, do="leave")
    assert table.seats[1] == OPEN


def test_a_stand_in_is_for_those_who_have_been_away() -> None:
    table = table_of(setup())
    ask = Command("id", 0, 1, {"do": "stand_in", "seat": 1})
    assert decide(table, ask, FACTS) is No.STILL_HERE
    away = Facts(stand_in="casual", away=(1,))
    assert decide(table, ask, away) == ({"kind": "left", "seat": 1, "stand_in": "casual"},)


def test_a_late_command_does_not_hit_the_next_round() -> None:
    table = rolled(table_of(setup(person("Ada"))), 1, 2, 3, 4)
    write = {"do": "write", "entries": [{"city": "lyon"}, {"city": "brest"}]}
    after = done(table, 0, **write)
    late = Command("late", 0, 1, {**write, "entries": [{"city": "nice"}, {"city": "paris"}]})
    assert decide(after, late, FACTS) is No.WRONG_ROUND


def test_only_those_with_a_seat_act() -> None:
    table = table_of(setup())
    assert do(table, None, do="roll") is No.NOT_YOUR_SEAT
    assert do(table, 7, do="roll") is No.NO_SUCH_SEAT
    assert do(table, 0, do="dance") is No.UNKNOWN_ACTION
    assert do(table, 0, do=["roll"]) is No.UNKNOWN_ACTION


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", list(No))
def test_every_refusal_is_a_sentence(refusal: No, language: str) -> None:
    assert say(refusal.value, language).endswith(".")
