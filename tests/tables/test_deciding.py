"""Sitting down, leaving, standing in: what a table takes and what it refuses."""

import pytest

from tests.kit.server.tables import FACTS, OPEN, do, done, person, rolled, setup, table_of
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.games.registry import house_games
from tumbletrip.tables.bot_names import bot_name
from tumbletrip.tables.deciding import Command, Facts, decide
from tumbletrip.tables.ports import Status
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import MAX_NAME, Occupant, Seat, clean_name, looks_of, names_taken, told_apart
from tumbletrip.tables.table import Table, evolve, opened
from tumbletrip.tables.views import view

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
    for nowhere in (-1, 2, 7):
        assert do(table, nowhere, do="roll") is No.NO_SUCH_SEAT
        assert do(table, nowhere, do="rename", name="Eva") is No.NO_SUCH_SEAT
    assert do(table, 0, do="dance") is No.UNKNOWN_ACTION
    assert do(table, 0, do=["roll"]) is No.UNKNOWN_ACTION


def test_a_closed_seat_has_no_player() -> None:
    table = done(table_of(setup(person("Ada"), OPEN, OPEN)), 0, do="close_seat", seat=1)
    table = done(table, None, do="sit", seat=2, name="Ben")
    assert do(table, 1, do="roll") is No.NO_SUCH_SEAT
    assert do(table, 0, do="stand_in", seat=1) is No.NO_SUCH_SEAT


def test_at_an_abandoned_table_nothing_is_done_any_more() -> None:
    for table in (table_of(setup()), table_of(WAITING)):
        left = evolve(table, {"kind": "abandoned"})
        assert left.status is Status.ABANDONED
        assert do(left, 0, do="roll") is No.OVER
        assert do(left, None, do="sit", seat=1, name="Ben") is No.OVER


def test_the_seat_one_sits_on_is_the_one_that_is_told() -> None:
    table = table_of(setup(person("Ada"), OPEN, OPEN))
    sat = {"kind": "sat", "seat": 2, "name": "Ben", "key": ""}
    assert do(table, None, do="sit", seat=2, name="Ben") == (sat,)
    assert do(table, None, do="sit", seat=-1, name="Ben") is No.NO_SUCH_SEAT
    assert do(table, None, do="sit", seat=3, name="Ben") is No.NO_SUCH_SEAT


def test_whoever_has_a_seat_may_change_their_name_but_not_into_another_s() -> None:
    table = table_of(setup())
    assert do(table, 1, do="rename", name=" Eva ") == ({"kind": "renamed", "seat": 1, "name": "Eva"},)
    assert do(table, 1, do="rename", name="BEN") == ({"kind": "renamed", "seat": 1, "name": "BEN"},)
    assert do(table, 1, do="rename", name="aDA") is No.NAME_TAKEN
    assert do(table, 1, do="rename", name="") is No.BAD_NAME
    renamed = done(table, 1, do="rename", name="Eva")
    assert [seat.name for seat in renamed.seats] == ["Ada", "Eva"]
    assert renamed.play is table.play


def test_a_bot_has_a_name_of_its_level_and_a_nameless_person_is_counted_among_the_names() -> None:
    table = done(table_of(setup(person(""), OPEN, OPEN)), 0, do="seat_bot", seat=1, level="good")
    assert table.seats[1].name == bot_name("good", ())
    first = bot_name("good", ())
    assert names_taken((person(""), person("Ben"), OPEN)) == {person("").called(0).casefold(), "ben"}
    assert bot_name("good", {first.casefold()}) != first


def test_bots_of_one_level_have_names_of_their_own() -> None:
    table = table_of(setup(person("Ada"), OPEN, OPEN, OPEN))
    for seat in (1, 2, 3):
        table = done(table, 0, do="seat_bot", seat=seat, level="casual")
    assert len({seat.name.casefold() for seat in table.seats}) == len(table.seats)
    assert [seat.bot_level for seat in table.seats] == ["", "casual", "casual", "casual"]


@pytest.mark.parametrize("game", ["dicetrip", "tumblin"])
def test_people_without_a_name_are_numbered_for_the_others(game: str) -> None:
    table = table_of(setup(Seat(Occupant.PERSON), OPEN, game=game))
    assert do(table, None, do="sit", seat=1, name="player 1") is No.NAME_TAKEN
    table = done(table, None, do="sit", seat=1, name="Player 2")
    assert table.status is Status.PLAYING
    assert [seat.called(number) for number, seat in enumerate(table.seats)] == ["Player 1", "Player 2"]
    named = done(table, 0, do="rename", name="Ada")
    assert named.seats[0].called(0) == "Ada"


@pytest.mark.parametrize("action", ["seat_bot", "close_seat"])
@pytest.mark.parametrize(
    ("seat", "refusal"),
    [
        (-1, No.NO_SUCH_SEAT),
        (2, No.NO_SUCH_SEAT),
        (True, No.NO_SUCH_SEAT),
        (None, No.NO_SUCH_SEAT),
        (0, No.SEAT_NOT_OPEN),
    ],
)
def test_only_an_open_seat_is_closed_or_given_to_a_bot(action: str, seat: object, refusal: No) -> None:
    assert do(table_of(WAITING), 0, do=action, seat=seat, level="casual") is refusal
    assert do(table_of(setup()), 0, do=action, seat=seat, level="casual") is No.ALREADY_STARTED


def test_a_bot_needs_a_level_that_there_is() -> None:
    for level in (None, 1, ["casual"], "Casual", ""):
        assert do(table_of(WAITING), 0, do="seat_bot", seat=1, level=level) is No.UNKNOWN_LEVEL


def test_a_game_starts_once_and_only_with_enough_players() -> None:
    assert do(table_of(setup()), 0, do="start") is No.ALREADY_STARTED
    assert do(opened(setup(), house_games()), 0, do="start") == ({"kind": "started"},)
    alone = opened(setup(person("Ada"), Seat(Occupant.CLOSED), game="tumblin"), house_games())
    assert do(alone, 0, do="start") is No.TOO_FEW_SEATS


def test_closed_seats_and_open_ones_do_not_play() -> None:
    """Two sit at a duel with a closed seat between them: it is a duel."""
    agreed = setup(person("Ada"), OPEN, person("Ben"), game="tumblin", preset="duel")
    bodies = do(table_of(agreed), 0, do="close_seat", seat=1)
    assert bodies == ({"kind": "seat_closed", "seat": 1}, {"kind": "started"})


def test_nobody_stands_in_before_the_start_for_bots_or_for_those_who_are_here() -> None:
    away = Facts(levels=("casual",), stand_in="casual", away=(0, 1))

    def ask(table: Table, seat: object) -> object:
        return decide(table, Command("id", 0, table.round, {"do": "stand_in", "seat": seat}), away)

    assert ask(table_of(WAITING), 0) is No.NOT_STARTED
    assert ask(table_of(setup()), True) is No.NO_SUCH_SEAT
    assert ask(table_of(setup()), 2) is No.NO_SUCH_SEAT
    with_bot = done(table_of(WAITING), 0, do="seat_bot", seat=1, level="casual")
    assert ask(with_bot, 1) is No.STILL_HERE
    assert ask(done(table_of(setup()), 1, do="leave"), 1) is No.STILL_HERE


def test_leaving_names_the_stand_in_only_once_the_game_has_begun() -> None:
    assert do(table_of(setup()), 1, do="leave") == ({"kind": "left", "seat": 1, "stand_in": "casual"},)
    assert do(table_of(WAITING), 0, do="leave") == ({"kind": "left", "seat": 0, "stand_in": ""},)
    away = done(table_of(setup()), 1, do="leave")
    assert do(away, 1, do="return") == ({"kind": "returned", "seat": 1},)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", list(No))
def test_every_refusal_is_a_sentence(refusal: No, language: str) -> None:
    assert say(refusal.value, language).endswith(".")


def test_F53_whoever_opened_the_table_may_remove_a_stranger_before_the_start() -> None:
    table = done(table_of(setup(person("Ada"), OPEN, OPEN)), None, do="sit", seat=1, name="Mallory")
    assert view(table, ())["openers"] == [0]
    assert do(table, 1, do="remove", seat=0) is No.NOT_OPENER
    for seat in (0, 2, 3, -1, "1", None, True):
        assert do(table, 0, do="remove", seat=seat) in (No.NO_SUCH_SEAT, No.ALREADY_STARTED), seat
    assert do(table, 0, do="remove", seat=1) == ({"kind": "left", "seat": 1, "stand_in": ""},)
    emptied = done(table, 0, do="remove", seat=1)
    assert emptied.seats[1].occupant is Occupant.OPEN
    full = done(table, None, do="sit", seat=2, name="Ben")
    assert do(full, 0, do="remove", seat=1) is No.ALREADY_STARTED
    assert "openers" not in view(full, ())


def test_F53_a_seat_that_its_opener_left_opens_no_more_doors() -> None:
    table = done(table_of(setup(person("Ada"), OPEN, OPEN)), None, do="sit", seat=1, name="Ben")
    table = done(table, 0, do="leave")
    table = done(table, None, do="sit", seat=0, name="Mallory")
    assert do(table, 0, do="remove", seat=1) is No.NOT_OPENER


SELECTORS = ("\ufe00", "\ufe0f", "\U000e0100", "\U000e01ef")  # the first and last of both kinds


@pytest.mark.parametrize(
    "unseen", ["\u3164", "\u2800", "\u115f", "\u200b", "\u202e", "\u0301", "\u034f", *SELECTORS]
)
def test_F55_a_name_of_signs_that_show_nothing_is_none(unseen: str) -> None:
    assert clean_name(unseen * 3) is None
    assert clean_name(f"A{unseen}da".replace("\u0301", "")) == "Ada"


def test_F55_accents_do_not_climb_over_the_neighbours() -> None:
    assert clean_name("Z" + "\u0336" * 30 + "oe\u0308") == "Z\u0336\u0336oë"
    assert clean_name("Z" + "\u20dd" * 30) == "Z\u20dd\u20dd"  # circles around a letter


@pytest.mark.parametrize("twin", ["Аda", "Adа", "Ädà", "Ａｄａ", "A d a", "ADÁ"])  # some letters are Cyrillic
def test_F55_a_name_that_looks_like_another_is_marked_with_its_seat(twin: str) -> None:
    table = done(table_of(WAITING), None, do="sit", seat=1, name=twin)
    assert table.seats[1].name == f"{twin} (2)"
    renamed = done(table, 1, do="rename", name="Ben")
    assert renamed.seats[1].name == "Ben"


def test_F55_pictures_that_differ_in_what_nobody_sees_look_alike() -> None:
    assert looks_of("\u2764\ufe0f Ada") == looks_of("\u2764Ada")
    assert looks_of("\u2764\u200d\U0001f525") == looks_of("\u2764\U0001f525")
    assert looks_of("Ada") != looks_of("Ida")


def test_F53_a_stranger_may_be_removed_from_the_first_seat() -> None:
    table = done(table_of(setup(OPEN, person("Ben"), OPEN)), None, do="sit", seat=0, name="Mallory")
    assert done(table, 1, do="remove", seat=0).seats[0].occupant is Occupant.OPEN


def test_F55_a_name_is_no_twin_of_itself() -> None:
    table = done(table_of(WAITING), None, do="sit", seat=1, name="Ben")
    assert done(table, 1, do="rename", name="BEN").seats[1].name == "BEN"
    assert done(table, 1, do="rename", name="Аda").seats[1].name == "Аda (2)"  # the first letter is Cyrillic


def test_F55_a_mark_fits_into_the_longest_name() -> None:
    name = told_apart("x" * MAX_NAME, 9, ["X" * MAX_NAME])
    assert name.endswith(" (10)")
    assert len(name) == MAX_NAME
