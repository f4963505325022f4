"""A finished game as a story: its start, and every move that everybody saw."""

from typing import Any

from tests.kit.server.tables import opening, person, played, rolled, setup, table_of
from tumbletrip.tables.moments import moments
from tumbletrip.tables.play import Body
from tumbletrip.tables.table import evolve
from tumbletrip.tables.views import public_view


def test_a_replay_shows_the_start_and_every_move() -> None:
    agreed = setup(person("Ada"), person("Ben"))
    table, log, seen = table_of(agreed), list[Body](opening(agreed)), []
    seen.append((None, public_view(table)["play"]))
    for after, bodies in played(table, seed=3):
        table = after
        log += bodies
        seen.append((bodies[0]["play"], public_view(table)["play"]))
    told = list(moments(log, table))
    assert [(moment["event"], moment["play"]) for moment in told] == seen


def test_drafts_in_logs_of_version_0_1_are_no_part_of_the_story() -> None:
    agreed = setup(person("Ada"), person("Ben"))
    log = list[Body](opening(agreed))
    table = rolled(table_of(agreed), 1, 2, 3, 4)
    drafted = {"kind": "played", "play": {"kind": "drafted", "seat": 0, "entries": []}}
    log += [
        {"kind": "played", "play": {"kind": "rolled", "seat": 0, "roll": [1, 2, 3, 4]}},
        {"kind": "played", "play": {"kind": "kept", "seat": 0}},
        drafted,
    ]
    assert [moment["event"] for moment in moments(log, table)] == [None, *(b["play"] for b in log[2:4])]
    assert evolve(table, drafted) is table


def test_what_people_do_at_the_table_is_no_part_of_the_game() -> None:
    agreed = setup(person("Ada"), person("Ben"))
    renamed: dict[str, Any] = {"kind": "renamed", "seat": 0, "name": "Eva"}
    assert [moment["event"] for moment in moments([*opening(agreed), renamed], table_of(agreed))] == [None]
