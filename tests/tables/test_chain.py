"""The hash chain: whatever is changed, lost or swapped in a log is found, and where (F20)."""

import hashlib
from dataclasses import replace

import pytest

from tumbletrip.tables.chain import START, broken_at, chain, first_break, link
from tumbletrip.tables.ports import Append, Status, StoredEvent, StoredTable


def two_commands() -> tuple[StoredEvent, ...]:
    """A log of two commands, the first of which led to two events."""
    first = chain(START, 1, 5, ["a", "b"], "first")
    return (*first, *chain(first[-1].hash, 3, 9, ["c"], "next"))


EVENTS = two_commands()


def stored(*events: StoredEvent, head: int = 3, head_hash: str = EVENTS[-1].hash) -> StoredTable:
    return StoredTable("t", "T", Status.PLAYING, events, head, head_hash)


def test_F20_a_hash_holds_the_one_before_the_time_and_the_event() -> None:
    """Stored logs keep their hashes for ever, so the recipe may not change."""
    assert hashlib.sha256(b"tumbletrip-table-1").hexdigest() == START
    assert link("before", 7, "ö") == hashlib.sha256("before\n7\nö".encode()).hexdigest()


def test_F20_new_events_follow_each_other_and_the_first_carries_the_command() -> None:
    events = two_commands()
    assert [event.seq for event in events] == [1, 2, 3]
    assert [event.at_ms for event in events] == [5, 5, 9]
    assert [event.body for event in events] == ["a", "b", "c"]
    assert [event.command for event in events] == ["first", None, "next"]
    hashes = [link(START, 5, "a"), link(link(START, 5, "a"), 5, "b")]
    assert [event.hash for event in events] == [*hashes, link(hashes[1], 9, "c")]


def test_F20_a_log_that_nobody_touched_holds() -> None:
    assert first_break(EVENTS) is None
    assert first_break(EVENTS[1:], EVENTS[0].hash, 1) is None
    assert broken_at(stored(*EVENTS)) is None
    assert broken_at(stored(head=0, head_hash=START)) is None


@pytest.mark.parametrize(
    ("events", "where"),
    [
        ((EVENTS[0], replace(EVENTS[1], body="B"), EVENTS[2]), 2),
        ((EVENTS[0], replace(EVENTS[1], at_ms=6), EVENTS[2]), 2),
        ((EVENTS[0], replace(EVENTS[1], hash=START), EVENTS[2]), 2),
        ((EVENTS[0], EVENTS[1], replace(EVENTS[2], seq=4)), 3),
        ((EVENTS[0], EVENTS[2]), 2),
        ((EVENTS[1], EVENTS[0], EVENTS[2]), 1),
        (EVENTS[1:], 1),
    ],
)
def test_F20_what_was_changed_lost_or_swapped_is_found(events: tuple[StoredEvent, ...], where: int) -> None:
    assert first_break(events) == where
    assert broken_at(stored(*events)) == where


def test_F20_a_log_that_ends_too_early_or_too_late_is_broken_at_its_end() -> None:
    assert broken_at(stored(*EVENTS[:2])) == 3
    assert broken_at(stored()) == 1
    assert broken_at(stored(*EVENTS, head=4)) == 4
    assert broken_at(stored(*EVENTS, head_hash=START)) == 4


def test_F3_what_is_added_names_the_event_it_must_follow() -> None:
    assert Append("t", START, EVENTS).expected_head == 0
    assert Append("t", EVENTS[1].hash, EVENTS[2:]).expected_head == 2
