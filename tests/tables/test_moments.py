"""A finished game as a story: its start, and every move that everybody saw."""

from typing import Any

from tests.kit.tables import opening, person, played, setup, table_of
from tumbletrip.tables.moments import is_told, moments
from tumbletrip.tables.play import Body
from tumbletrip.tables.views import public_view


def test_a_replay_shows_the_start_and_every_move_but_no_thoughts() -> None:
    agreed = setup(person("Ada"), person("Ben"))
    table, log, seen = table_of(agreed), list[Body](opening(agreed)), []
    seen.append((None, public_view(table)["play"]))
    for after, bodies in played(table, seed=3):
        table = after
        log += bodies
        if bodies[0]["play"]["kind"] != "drafted":
            seen.append((bodies[0]["play"], public_view(table)["play"]))
    told = moments(log, table)
    assert [(moment["event"], moment["play"]) for moment in told] == seen
    assert any(body.get("play", {}).get("kind") == "drafted" for body in log)


def test_what_people_do_at_the_table_is_no_part_of_the_game() -> None:
    agreed = setup(person("Ada"), person("Ben"))
    renamed: dict[str, Any] = {"kind": "renamed", "seat": 0, "name": "Eva"}
    assert [moment["event"] for moment in moments([*opening(agreed), renamed], table_of(agreed))] == [None]
    assert not is_told(renamed)
    assert not is_told({"kind": "played", "play": {"kind": "drafted"}})
    assert is_told({"kind": "played", "play": {"kind": "kept"}})
    assert is_told({"kind": "started"})
