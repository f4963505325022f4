"""The judge of the kill harness sees each kind of fault in a log, and none in an honest one."""

from collections.abc import Sequence
from random import Random

import pytest

from bench.faults.kill_judging import Figures, judge
from tests.kit.server.clients import Person
from tests.kit.server.tables import person, setup
from tumbletrip.fairness.draws import setup_hash
from tumbletrip.host.codec import to_text
from tumbletrip.tables import chain
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import Status, StoredEvent, StoredTable

ROLL: Body = {"kind": "played", "play": {"kind": "rolled", "seat": 0, "roll": [1, 2, 3, 4]}}
KEPT: Body = {"kind": "played", "play": {"kind": "kept", "seat": 0}}
OTHER_ROLL: Body = {"kind": "played", "play": {**ROLL["play"], "roll": [6, 6, 6, 6]}}


def log_of(*played: tuple[str, Body]) -> StoredTable:
    """A stored table: opened, started, and then these commands with their events."""
    opening: list[Body] = [{"kind": "opened", "setup": setup(person("Ada")).as_json()}, {"kind": "started"}]
    events = list(chain.chain(chain.START, 1, 0, map(to_text, opening), None))
    for command, body in played:
        events += chain.chain(events[-1].hash, len(events) + 1, 0, [to_text(body)], command)
    return stored(events)


def stored(events: Sequence[StoredEvent]) -> StoredTable:
    return StoredTable("t", "T", Status.PLAYING, tuple(events), len(events), events[-1].hash)


def ada() -> Person:
    """Somebody who rolled and kept, was told so, and saw both."""
    told = {"a": 3, "b": 4}
    return Person(lambda: "", 0, "", Random(1), told=told, seen={3: ROLL, 4: KEPT})


HONEST = log_of(("0:a", ROLL), ("0:b", KEPT))
OTHER = log_of(("0:a", OTHER_ROLL), ("0:b", KEPT))
AGREED = '{"edition":"france","players":1,"tens":false}'
SEALED: Body = {"kind": "sealed", "setup": setup_hash(AGREED), "server": "0" * 64, "anchors": {}}
BEGUN: Body = {"kind": "fair_begun", "server": "0" * 64, "links": 64}
FAULTS: dict[str, StoredTable] = {
    "lost": log_of(("0:a", ROLL)),
    "doubled": log_of(("0:a", ROLL), ("0:b", KEPT), ("0:b", KEPT)),
    "drawn_again": log_of(("0:a", ROLL), ("0:b", KEPT), ("0:c", ROLL)),
    "misdrawn": log_of(("0:a", ROLL), ("0:b", KEPT), ("fair:begin", BEGUN), ("fair:seal", SEALED)),
    "changed": OTHER,
    "broken": stored([*HONEST.events[:2], OTHER.events[2], HONEST.events[3]]),
}


def judged(log: StoredTable, *people: Person) -> Figures:
    figures = Figures()
    judge(people, log, figures)
    return figures


def test_an_honest_log_shows_no_fault_but_that_the_game_is_not_over() -> None:
    figures = judged(HONEST, ada())
    assert (figures.acknowledged, figures.events, figures.draws) == (2, 4, 1)
    assert figures.faults == figures.unfinished == 1


@pytest.mark.parametrize("fault", FAULTS)
def test_F24_each_fault_is_counted_by_its_name(fault: str) -> None:
    assert getattr(judged(FAULTS[fault], ada()), fault) == 1


def test_what_does_not_fit_the_chains_is_told_with_its_table_its_draw_and_the_events() -> None:
    asked: Body = {
        "kind": "draw_requested", "number": 1, "draw": "roll", "by": 0, "command": "0:c", "round": 2,
        "action": {}, "by_bot": False,
    }  # fmt: skip
    log = log_of(("fair:begin", BEGUN), ("fair:seal", SEALED), ("0:a", ROLL), ("fair:request:0:c", asked))
    findings = judged(log).findings
    assert findings[:2] == [
        "table t: undrawn of None at draw 1",
        "table t: draw 1 was asked for and never made",
    ]
    assert findings[-2:] == ["5: rolled by 0", "6: draw_requested 1 roll 0 0:c 2 {} False"]


def test_F24_what_one_client_heard_twice_and_differently_is_counted() -> None:
    deceived = ada()
    deceived._hear({"type": "answer", "id": "a", "ok": True, "seq": 7})
    deceived._hear({"type": "update", "view": {}, "events": [{"seq": 3, "event": OTHER_ROLL}]})
    assert judged(HONEST, deceived).contradictions == 2
