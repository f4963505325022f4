"""Updates as changes: whoever follows them sees what whoever gets whole views sees, and not more."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.server.tables import do, done, person, played, rolled, setup, table_of
from tumbletrip.answers import wire
from tumbletrip.answers.wire import PROTOCOL, answer_message, draft_message, events_json, update_message
from tumbletrip.host.codec import encode
from tumbletrip.host.core.effects import Accepted, Refused
from tumbletrip.host.core.log import Shown, Update
from tumbletrip.server.transport.frames import CommandFrame, Hello, Ping, read_frame
from tumbletrip.tables.play import Body
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import view


def updates(table: Table, seed: int, steps: int) -> Iterator[Update]:
    """A game of Dice Trip as its host would show it."""
    for after, bodies in played(table, seed, steps):
        yield update(table, after, bodies)
        table = after


def update(before: Table, after: Table, bodies: Sequence[Body]) -> Update:
    return Update(tuple(Shown(seq, 0, body) for seq, body in enumerate(bodies, 1)), before, (after,))


def message(update: Update, seats: tuple[int, ...]) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(update_message(update, seats, changes=True))
    return told


def followed(known: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """The view after an update, as docs/bot-api.md says."""
    if "view" in told:
        whole: dict[str, Any] = told["view"]
        return whole
    changes = told["changes"]
    you = {seat: {**known["you"][seat], **own} for seat, own in changes["you"].items()}
    return {**known, **changes["table"], "play": {**known["play"], **changes["play"]}, "you": you}


def as_sent(table: Table, seats: tuple[int, ...]) -> dict[str, Any]:
    sent: dict[str, Any] = json.loads(encode(view(table, seats)))
    return sent


@given(st.integers(0, 2**32), st.integers(1, 4), st.booleans())
@settings(max_examples=20)
def test_whoever_follows_the_changes_of_a_game_sees_the_whole_view(
    seed: int, players: int, tens: bool
) -> None:
    table = table_of(setup(*(person(f"P{number}") for number in range(players)), tens=tens))
    watching = [(), *((seat,) for seat in range(players)), tuple(range(players))]
    known = {seats: as_sent(table, seats) for seats in watching}
    for update in updates(table, seed, 70):
        for seats in watching:
            known[seats] = followed(known[seats], message(update, seats))
            assert known[seats] == as_sent(update.table, seats)


def test_a_move_is_told_as_what_it_changed_and_nothing_else() -> None:
    table = table_of(setup(person("Ada"), person("Ben")))
    roll, kept = list(updates(table, 1, 2))
    assert set(message(roll, (0,))["changes"]["play"]) == {"phase", "roll"}
    assert set(message(roll, (0,))["changes"]["you"]["0"]) == {"options"}
    assert message(kept, (1,))["changes"]["you"] == {"1": {}}
    assert "view" not in message(kept, ())


def test_what_is_no_move_is_told_with_the_whole_view() -> None:
    table = table_of(setup(person("Ada"), person("Ben")))
    renamed = done(table, 0, do="rename", name="Eva")
    told = message(update(table, renamed, [{"kind": "renamed", "seat": 0, "name": "Eva"}]), (0,))
    assert told["view"]["seats"][0]["name"] == "Eva"
    assert "changes" not in told


def test_whoever_does_not_ask_for_changes_gets_whole_views() -> None:
    table = table_of(setup(person("Ada"), person("Ben")))
    (roll,) = updates(table, 1, 1)
    told = json.loads(update_message(roll, (0,), changes=False))
    assert told["view"] == as_sent(roll.table, (0,))


@pytest.mark.parametrize(("changes", "public"), [(True, "public_changes"), (False, "public_view")])
def test_an_update_is_encoded_once_for_all_who_see_the_same(
    changes: bool, public: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[tuple[Table, ...]] = []
    build = getattr(wire, public)

    def noted(*tables: Table) -> Body:
        built.append(tables)
        told: Body = build(*tables)
        return told

    monkeypatch.setattr(wire, public, noted)
    (roll,) = updates(table_of(setup(person("Ada"), person("Ben"))), 1, 1)
    told = [update_message(roll, seats, changes=changes) for seats in ((), (0,), (1,), (0,))]
    assert len(built) == 1
    assert told[1] is told[3]
    assert len(set(told)) == 3


@pytest.mark.parametrize(
    ("action", "times"),
    [
        ({"do": "rename", "name": "Eva"}, 1),
        ({"do": "write", "entries": [{"city": "lyon"}, {"city": "brest"}]}, 3),
    ],
    ids=["open", "hidden"],
)
def test_F16_events_are_encoded_once_for_all_only_if_they_hide_nothing(
    action: dict[str, Any], times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rolled(table_of(setup(person("Ada"), person("Ben"))), 4, 2, 6, 1)
    bodies = do(table, 0, **action)
    assert isinstance(bodies, tuple)
    told = update(table, done(table, 0, **action), bodies)
    lists: list[Any] = []

    def noted(value: Any) -> bytes:
        lists.extend([value] if isinstance(value, list) else [])
        return encode(value)

    monkeypatch.setattr(wire, "encode", noted)
    for seats in ((), (0,), (1,)):
        update_message(told, seats, changes=True)
    assert len(lists) == times


def test_an_event_is_told_with_its_number_and_its_time() -> None:
    table = table_of(setup(person("Ada"), person("Ben")))
    body = {"kind": "renamed", "seat": 0, "name": "Eva"}
    told = events_json((Shown(7, 123, body),), table, (0,))
    assert told == [{"seq": 7, "at": 123, "event": body}]


def test_F16_in_an_update_others_hear_that_somebody_wrote_but_not_what() -> None:
    table = rolled(table_of(setup(person("Ada"), person("Ben"))), 4, 2, 6, 1)
    action = {"do": "write", "entries": [{"city": "lyon"}, {"city": "brest"}]}
    bodies = do(table, 0, **action)
    assert isinstance(bodies, tuple)
    wrote = update(table, done(table, 0, **action), bodies)
    for changes in (True, False):
        for seats, play in (((0,), bodies[0]["play"]), ((1,), {"kind": "wrote", "seat": 0})):
            told = json.loads(update_message(wrote, seats, changes=changes))
            assert told["type"] == "update"
            assert told["events"] == [{"seq": 1, "at": 0, "event": {"kind": "played", "play": play}}]


def test_a_command_has_one_answer() -> None:
    taken = json.loads(answer_message("mine", Accepted(9)))
    assert taken == {"type": "answer", "id": "mine", "ok": True, "seq": 9}
    refused = json.loads(answer_message("mine", Refused(No.WRONG_ROUND, 8)))
    assert refused == {
        "type": "answer", "id": "mine", "ok": False, "refusal": "table/wrong_round", "seq": 8
    }  # fmt: skip


def test_frames_are_read_as_they_are_meant() -> None:
    assert read_frame('{"type":"hello"}') == Hello(secrets=[], since=0, protocol=PROTOCOL, changes=False)
    frame = read_frame(b'{"type":"command","id":"a-1","seat":1,"round":2,"action":{"do":"roll"}}')
    assert frame == CommandFrame(id="a-1", seat=1, round=2, action={"do": "roll"})
    assert read_frame('{"type":"ping"}') == Ping()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"type":"shout"}',
        '{"type":"ping","more":1}',
        '{"type":"hello","since":"0"}',
        '{"type":"command","id":"","seat":1,"round":2,"action":{}}',
        '{"type":"command","id":"a b","seat":1,"round":2,"action":{}}',
        '{"type":"command","id":"a","seat":1.5,"round":2,"action":{}}',
        '{"type":"command","id":"a","seat":1,"round":2,"action":[]}',
    ],
)
def test_F6_any_other_frame_is_refused(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_frame(text)


def test_F16_a_draft_is_told_to_its_own_seat_only_as_changes_or_as_a_whole_view() -> None:
    table = rolled(table_of(setup(person("Ada"), person("Ben"))), 4, 2, 6, 1)
    drafts = {0: [{"city": "lyon", "dice": ["red", "blue"]}]}
    thought = Update((), table, (), ({}, drafts))
    told = draft_message(thought, (0,), changes=True)
    assert told is not None
    message = json.loads(told)
    assert (message["type"], message["events"]) == ("update", [])
    assert (message["changes"]["table"], message["changes"]["play"]) == ({}, {})
    assert set(message["changes"]["you"]) == {"0"}
    assert set(message["changes"]["you"]["0"]) == {"sheet", "draft"}
    whole = draft_message(thought, (0,), changes=False)
    assert whole is not None
    assert json.loads(whole)["view"]["you"]["0"]["draft"] == drafts[0]
    assert json.loads(whole)["events"] == []
    for others in ((), (1,)):
        for changes in (True, False):
            assert draft_message(thought, others, changes=changes) is None
