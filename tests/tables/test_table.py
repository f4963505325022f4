"""A table as the fold of its log: what each event changes, and nothing else."""

from dataclasses import replace

import pytest

from tests.kit.server.tables import OPEN, done, opening, person, rolled, setup, table_of
from tumbletrip.games.registry import house_games
from tumbletrip.tables.ports import NewTable, Status
from tumbletrip.tables.seats import Occupant, Seat, seat_from_json
from tumbletrip.tables.table import VERSION, TableSetup, evolve, fold, setup_from_json
from tumbletrip.tables.views import private_changes, private_view, public_view, shown_event, view

ADA, BEN = person("Ada"), person("Ben")


def test_a_setup_is_stored_whole() -> None:
    seats = (ADA, Seat(Occupant.BOT, "casual", "casual"), Seat(Occupant.PERSON, "Ben", stand_in="good"))
    agreed = TableSetup("dicetrip", {"tens": True}, seats, seconds_per_decision=30)
    stored = agreed.as_json()
    assert stored["version"] == VERSION
    assert stored["seats"][1] == {"occupant": "bot", "name": "casual", "level": "casual", "stand_in": ""}
    assert setup_from_json(stored) == agreed
    assert [seat_from_json(seat) for seat in stored["seats"]] == list(seats)


def test_F19_a_log_of_another_version_is_not_read() -> None:
    with pytest.raises(ValueError, match=f"version {VERSION + 1}.*version {VERSION}"):
        setup_from_json({**setup().as_json(), "version": VERSION + 1})


def test_F21_an_event_that_no_table_knows_is_an_error() -> None:
    with pytest.raises(ValueError, match="danced"):
        evolve(table_of(setup()), {"kind": "danced"})


def test_a_table_waits_for_people_plays_and_is_over() -> None:
    waiting = table_of(setup(ADA, OPEN))
    assert (waiting.status, waiting.round, waiting.waiting_for) == (Status.OPEN, 0, ())
    playing = done(waiting, None, do="sit", seat=1, name="Ben")
    assert (playing.status, playing.round, playing.waiting_for) == (Status.PLAYING, 1, (0,))
    left = evolve(playing, {"kind": "abandoned"})
    assert (left.status, left.round, left.waiting_for) == (Status.ABANDONED, 1, ())


def test_players_are_counted_without_the_closed_seats_between_them() -> None:
    table = done(table_of(setup(ADA, OPEN, BEN)), 0, do="close_seat", seat=1)
    assert table.players == (0, 2)
    assert [table.player_at(seat) for seat in range(3)] == [0, None, 1]
    assert private_changes(table, table, 1) == {}
    assert private_view(table, 1) is None
    for seat in (0, 2):
        table = rolled(table, 1, 2, 3, 4)
        table = done(table, seat, do="write", entries=[{"city": "lyon"}, {"city": "brest"}])
    assert table.waiting_for == (2,)  # the second player rolls in the second round


def test_each_event_of_people_changes_their_seat_only() -> None:
    table = table_of(setup(ADA, OPEN, OPEN, OPEN))
    told = [
        ({"kind": "sat", "seat": 1, "name": "Ben"}, BEN),
        (
            {"kind": "bot_seated", "seat": 1, "name": "c", "level": "casual"},
            Seat(Occupant.BOT, "c", "casual"),
        ),
        ({"kind": "seat_closed", "seat": 1}, Seat(Occupant.CLOSED)),
    ]
    for body, seat in told:
        assert evolve(table, body) == replace(table, seats=(ADA, seat, OPEN, OPEN))
    assert evolve(table, {"kind": "left", "seat": 0, "stand_in": ""}).seats == (OPEN, OPEN, OPEN, OPEN)


def test_whoever_leaves_a_game_keeps_their_seat() -> None:
    table = table_of(setup())
    away = evolve(table, {"kind": "left", "seat": 1, "stand_in": "casual"})
    assert away.seats == (ADA, replace(BEN, stand_in="casual"))
    assert evolve(away, {"kind": "returned", "seat": 1}) == table


def test_a_changed_key_changes_nothing_that_is_seen_and_a_rematch_is_named() -> None:
    table = table_of(setup())
    assert evolve(table, {"kind": "rekeyed", "seat": 0}) is table
    again = evolve(table, {"kind": "rematched", "table": "next"})
    assert again == replace(table, rematch="next")
    assert public_view(again)["rematch"] == "next"


def test_what_happened_at_the_table_stays_while_the_game_goes_on() -> None:
    table = evolve(evolve(table_of(setup()), {"kind": "rematched", "table": "next"}), {"kind": "abandoned"})
    body = {"kind": "played", "play": {"kind": "rolled", "seat": 0, "roll": [1, 2, 3, 4]}}
    after = evolve(table, body)
    assert replace(after, play=table.play) == table
    assert public_view(after)["play"]["roll"] == [1, 2, 3, 4]


def test_everybody_sees_the_same_but_their_own_part() -> None:
    table = fold(opening(replace(setup(tens=True), seconds_per_decision=30)), house_games())
    seen = view(table, [1, 0])
    assert list(seen["you"]) == ["0", "1"]
    assert {name: value for name, value in seen.items() if name != "you"} == public_view(table)
    assert seen["setup"] == {"game": "dicetrip", "options": {"tens": True}, "seconds_per_decision": 30}
    assert [seat["name"] for seat in seen["seats"]] == ["Ada", "Ben"]
    assert (seen["status"], seen["round"], seen["waiting_for"], seen["players"]) == (
        "playing",
        1,
        (0,),
        [0, 1],
    )
    assert view(table, ())["you"] == {}


def test_before_the_start_there_is_no_game_to_see() -> None:
    table = table_of(setup(ADA, OPEN))
    assert view(table, (0,))["you"] == {"0": None}
    assert public_view(table)["play"] is None
    started = done(table, None, do="sit", seat=1, name="Ben")
    assert private_changes(table, table, 0) == private_changes(table, started, 0) == {}
    sat = {"kind": "sat", "seat": 1, "name": "Ben"}
    assert shown_event(table, sat, ()) is sat
    assert shown_event(table, {**sat, "key": "hash of a secret"}, (1,)) == sat


@pytest.mark.parametrize("is_imported", [False, True])
def test_F66_a_setup_says_whether_its_game_was_brought_in_and_so_does_the_view(is_imported: bool) -> None:
    agreed = replace(setup(ADA, BEN), is_imported=is_imported)
    stored = agreed.as_json()
    assert setup_from_json(stored).is_imported is is_imported
    assert stored.get("imported") == public_view(table_of(agreed))["setup"].get("imported")
    assert stored.get("imported") is (True if is_imported else None)


def test_a_table_tells_who_wants_to_play_again_and_where() -> None:
    table = evolve(table_of(setup(ADA, BEN)), {"kind": "rematched", "table": "next", "by": 1})
    assert (table.rematch, table.rematch_by) == ("next", 1)
    assert (public_view(table)["rematch"], public_view(table)["rematch_by"]) == ("next", 1)
    assert rolled(table, 1, 2, 3, 4).rematch_by == 1
    old = evolve(table_of(setup(ADA, BEN)), {"kind": "rematched", "table": "next"})
    assert old.rematch_by is None


def test_F53_only_a_table_that_can_be_joined_has_a_code() -> None:
    assert [status for status in Status if not status.has_ended] == [Status.OPEN, Status.PLAYING]
    for status in Status:
        stored = NewTable("the id", "CODE", (), status=status).stored_code
        assert stored == ("the id" if status.has_ended else "CODE")
