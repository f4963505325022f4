"""The core step by step, without a loop: effects are carried out by hand, in any order that can happen."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from tests.kit.server.tables import person, setup
from tumbletrip.games.registry import house_games
from tumbletrip.games.tumblin.settling import FlickQuestion
from tumbletrip.host.core.effects import (
    Accepted,
    Answer,
    Ask,
    CatchUp,
    Effect,
    Failed,
    KeepDraft,
    Moved,
    Now,
    Refused,
    Show,
    Store,
)
from tumbletrip.host.core.lane import Lane
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.core.log import BrokenLog
from tumbletrip.tables import chain
from tumbletrip.tables.deciding import Command, Facts, decide
from tumbletrip.tables.play import Asked, NeedDice, NeedWork
from tumbletrip.tables.ports import Appended, StoredEvent
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import Table, TableSetup

TWO = setup(person("Ada"), person("Ben"))
MATCH = setup(person("Ada"), person("Ben"), game="tumblin")
LAUNCH = {"do": "flick", "face_up": 6, "x": -0.06, "y": 0.0, "speed_mps": 1.2}
Kind = TypeVar("Kind", bound=Effect)


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


class Bench:
    """A table on the bench: time is a number, the store a list, and nothing happens by itself."""

    def __init__(self, agreed: TableSetup = TWO) -> None:
        opening = [{"kind": "opened", "setup": agreed.as_json()}, {"kind": "started"}]
        self.stored = list(chain.chain(chain.START, 1, 0, map(compact, opening), None))
        self.ms = 0
        self.live = self.loaded()
        self.lane = Lane(self.live, lambda _: Facts(("casual",), "casual", ()))

    def loaded(self) -> LiveTable:
        return LiveTable("t", "CODE", self.stored, house_games(), encode=compact, now=0.0)

    @property
    def now(self) -> Now:
        self.ms += 1
        return Now(self.ms / 1000, self.ms)

    def take(self, name: str, seat: int, **action: Any) -> list[Effect]:
        round_ = self.live.pending.table.round
        return self.lane.submit(Command(name, seat, round_, action), self.now)

    def keep(self, store: Store) -> list[Effect]:
        """The store takes events, durably."""
        self.stored += store.pushed.append.events
        return self.lane.stored(store.pushed, Appended.STORED, self.now)

    def rolled(self, name: str = "0:roll", seat: int = 0) -> list[Effect]:
        """A roll that chance has answered, decided and not stored yet."""
        ask = only(Ask, self.take(name, seat, do="roll"))
        return self.lane.answered(ask.command, (4, 2, 6, 1), self.now)

    def elsewhere(self, body: dict[str, Any], command: str) -> Sequence[StoredEvent]:
        """Another process stores an event."""
        last = self.stored[-1]
        events = chain.chain(last.hash, last.seq + 1, self.ms, [compact(body)], command)
        self.stored += events
        return events


def only(kind: type[Kind], effects: Sequence[Effect]) -> Kind:
    (found,) = [effect for effect in effects if isinstance(effect, kind)]
    return found


def kinds(effects: Sequence[Effect]) -> list[type]:
    return [type(effect) for effect in effects]


def test_a_command_is_decided_stored_shown_and_answered_in_this_order() -> None:
    bench = Bench()
    asked = bench.take("0:a", 0, do="roll")
    assert kinds(asked) == [Ask]
    assert only(Ask, asked).need == NeedDice(4)
    store = only(Store, bench.lane.answered("0:a", (4, 2, 6, 1), bench.now))
    assert bench.live.durable.seq == 2
    assert bench.live.pending.seq == 3
    done = bench.keep(store)
    assert kinds(done) == [Show, Moved, Answer]
    assert only(Answer, done).reply == Accepted(3)
    assert bench.live.durable.seq == 3
    assert not bench.lane.is_busy


def test_F2_a_copy_changes_nothing_before_and_after_the_answer() -> None:
    bench = Bench()
    store = only(Store, bench.rolled("0:a"))
    assert bench.take("0:a", 0, do="roll") == []
    bench.keep(store)
    assert bench.take("0:a", 0, do="roll") == [Answer("0:a", Accepted(3))]


def test_F2_a_refusal_is_remembered_for_copies_that_come_late() -> None:
    bench = Bench()
    refused = bench.take("0:early", 0, do="keep")
    bench.keep(only(Store, bench.rolled()))
    assert bench.take("0:early", 0, do="keep") == refused


def test_nobody_is_refused_for_something_that_may_never_have_happened() -> None:
    bench = Bench()
    first = only(Store, bench.rolled("0:a"))
    assert bench.take("0:b", 0, do="roll") == []  # refused if the roll is stored, taken if it is lost
    lost = bench.lane.stored(first.pushed, None, bench.now)
    assert Answer("0:a", Refused(No.RETRY, 2)) in lost
    assert only(Ask, lost).command == "0:b"


def test_what_builds_on_events_that_are_lost_is_decided_again_without_new_dice() -> None:
    """Another process was first with a rename: the roll is decided again, and shows the same dice."""
    bench = Bench()
    store = only(Store, bench.rolled("0:a"))
    bench.elsewhere({"kind": "renamed", "seat": 1, "name": "Bea"}, "1:n")
    conflict = bench.lane.stored(store.pushed, Appended.CONFLICT, bench.now)
    assert kinds(conflict) == [CatchUp]
    again = bench.lane.caught_up(store.pushed, bench.stored[2:], bench.now, is_stored=False)
    assert Ask not in kinds(again)
    second = only(Store, again)
    assert second.pushed.bodies == store.pushed.bodies
    assert only(Answer, bench.keep(second)).reply == Accepted(4)


def test_a_command_that_another_process_took_meanwhile_gets_its_answer() -> None:
    bench = Bench()
    store = only(Store, bench.rolled("0:a"))
    bench.elsewhere(dict(store.pushed.bodies[0]), "0:a")
    bench.lane.stored(store.pushed, Appended.CONFLICT, bench.now)
    again = bench.lane.caught_up(store.pushed, bench.stored[2:], bench.now, is_stored=False)
    assert only(Answer, again).reply == Accepted(3)
    assert Store not in kinds(again)


def test_a_store_that_cannot_be_read_leaves_nobody_waiting() -> None:
    bench = Bench()
    store = only(Store, bench.rolled("0:a"))
    bench.lane.stored(store.pushed, Appended.CONFLICT, bench.now)
    assert only(Answer, bench.lane.store_unreadable(store.pushed, bench.now)).reply == Refused(No.RETRY, 2)
    assert bench.live.pending == bench.live.durable


def test_F17_one_question_at_a_time_and_the_next_sees_the_board_after_it() -> None:
    bench = Bench(MATCH)
    for seat, face in ((0, 6), (1, 1)):
        bench.take(f"{seat}:o", seat, do="order")
        bench.keep(only(Store, bench.lane.answered(f"{seat}:o", (face,), bench.now)))
    first = only(Ask, bench.take("0:a1", 0, **LAUNCH, die="a1"))
    assert isinstance(first.need, NeedWork)
    assert isinstance(first.need.question, FlickQuestion)
    assert bench.take("0:a2", 0, **LAUNCH, die="a2") == []
    after = bench.lane.unanswered("0:a1", bench.now)
    assert Answer("0:a1", Refused(No.PHYSICS_FAILED, bench.live.durable.seq)) in after
    assert only(Ask, after).command == "0:a2"


def test_a_flick_is_decided_once_if_nothing_comes_between(monkeypatch: pytest.MonkeyPatch) -> None:
    decided: list[str] = []
    bench = Bench()

    def counted(table: Table, command: Command, facts: Facts) -> object:
        decided.append(command.id)
        return decide(table, command, facts)

    monkeypatch.setattr("tumbletrip.host.core.lane.decide", counted)
    bench.keep(only(Store, bench.rolled("0:a")))
    assert decided == ["0:a"]


def test_an_answer_to_a_question_of_another_moment_is_asked_again() -> None:
    """Between question and answer the roller kept: the dice for a re-roll are no longer wanted."""
    bench = Bench()
    bench.keep(only(Store, bench.rolled()))
    ask = only(Ask, bench.take("0:again", 0, do="reroll", dice=["red"]))
    bench.keep(only(Store, bench.take("0:keep", 0, do="keep")))
    late = bench.lane.answered(ask.command, (5,), bench.now)
    assert isinstance(only(Answer, late).reply, Refused)
    assert bench.live.durable.seq == 4


def test_drafts_are_thoughts_they_cost_no_event_and_only_the_latest_is_kept() -> None:
    bench = Bench()
    bench.keep(only(Store, bench.rolled()))
    bench.keep(only(Store, bench.take("0:keep", 0, do="keep")))
    head = bench.live.durable.seq
    for name, city in (("1:a", "lyon"), ("1:b", "paris")):
        entries = [{"city": city, "dice": ["red", "blue"]}]
        effects = bench.take(name, 1, do="draft", entries=entries)
        assert kinds(effects) == [KeepDraft, Show, Answer]
        assert only(Answer, effects).reply == Accepted(head)
        assert bench.live.thoughts() == {1: entries}
    assert bench.live.durable.seq == head
    crossed = [{"city": "lyon", "dice": None}, {"city": "brest", "dice": None}]
    done = bench.keep(only(Store, bench.take("1:w", 1, do="write", entries=crossed)))
    assert bench.live.thoughts() == {}
    update = only(Show, done).update
    assert (list(update.drafts[0]), list(update.drafts[1])) == ([1], [])


def test_an_error_of_ours_is_told_and_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    monkeypatch.setattr("tumbletrip.host.core.lane.decide", lambda *_: 1 / 0)
    effects = bench.take("0:a", 0, do="roll")
    assert kinds(effects) == [Failed, Answer]
    assert isinstance(only(Failed, effects).error, ZeroDivisionError)
    assert only(Answer, effects).reply == Refused(No.RETRY, 2)
    assert not bench.lane.is_busy


def test_F20_what_others_stored_is_checked_before_it_is_believed() -> None:
    bench = Bench()
    (event,) = bench.elsewhere({"kind": "renamed", "seat": 1, "name": "Bea"}, "1:n")
    forged = StoredEvent(event.seq, event.at_ms, event.body.replace("Bea", "Eve"), event.hash, event.command)
    with pytest.raises(BrokenLog):
        bench.lane.take_in([forged], bench.now)
    assert bench.live.durable.seq == 2
    assert kinds(bench.lane.take_in([event], bench.now)) == [Show, Moved]


def test_a_copy_that_is_no_longer_used_answers_all_and_hears_of_nothing() -> None:
    bench = Bench()
    ask = only(Ask, bench.take("0:a", 0, do="roll"))
    assert bench.lane.abort_all() == [Answer("0:a", Refused(No.RETRY, 2))]
    assert bench.lane.answered(ask.command, (1, 2, 3, 4), bench.now) == []
    assert bench.lane.unanswered(ask.command, bench.now) == []


def test_F10_events_keep_their_order_when_the_clock_jumps_back() -> None:
    bench = Bench()
    bench.ms = 1000
    bench.keep(only(Store, bench.rolled()))
    bench.ms = 10
    bench.keep(only(Store, bench.take("0:keep", 0, do="keep")))
    times = [shown.at_ms for shown in bench.live.events]
    assert times == sorted(times)


def test_a_question_holds_what_follows_from_its_answer() -> None:
    asked = Asked(NeedDice(1), lambda faces: {"face": faces[0]})
    assert asked == Asked(NeedDice(1), lambda _: {})  # a question is known by what it asks
    assert asked.resume((3,)) == {"face": 3}
