"""A table in memory: what is stored and may be shown, and what is decided but not yet durable."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from tumbletrip.core.refusals import Refusal
from tumbletrip.tables import chain
from tumbletrip.tables.games import Library
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import Append, StoredEvent
from tumbletrip.tables.table import Table, evolve, opened, setup_from_json


class BrokenLog(Exception):
    """A table's log does not hold together; it is quarantined and the others live on."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command was taken; its first event has this sequence number."""

    seq: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A command was refused by name; the table's last sequence number is `head`."""

    reason: Refusal
    head: int


@dataclass(frozen=True, slots=True)
class Shown:
    """One stored event, read."""

    seq: int
    at_ms: int
    body: Body


@dataclass
class Update:
    """Events that have become durable, and the table right after them. Encoders may keep bytes here."""

    events: tuple[Shown, ...]
    table: Table
    encoded: dict[Any, bytes] = field(default_factory=dict)

    @property
    def head(self) -> int:
        """The last sequence number of the update."""
        return self.events[-1].seq


class Watcher(Protocol):
    """Somebody who is shown what happens: a connection, or a test. Must not block."""

    seats: tuple[int, ...]  # empty for spectators

    def show(self, update: Update) -> None:
        """Take an update; called in order, without gaps."""

    def presence_changed(self, seats: Sequence[bool]) -> None:
        """Which seats are connected now."""

    def go_away(self, reason: str) -> None:
        """The table can no longer be shown."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after an event: the fold so far, and where in the log it is."""

    table: Table
    seq: int
    hash: str
    at_ms: int


def to_text(body: Body) -> str:
    """An event as it is stored: compact JSON."""
    return msgspec.json.encode(body).decode()


@dataclass(frozen=True, slots=True)
class Pushed:
    """Decided events on their way to the store, and the table after them."""

    append: Append
    bodies: tuple[Body, ...]
    after: Moment


class LiveTable:
    """A table that somebody plays at or watches."""

    def __init__(self, table_id: str, code: str, events: Sequence[StoredEvent], library: Library) -> None:
        """Read the whole log; raises BrokenLog if it cannot be trusted."""
        self.id = table_id
        self.code = code
        self.log: list[Shown] = []
        self.answers: dict[str, Accepted] = {}
        self.watchers: set[Watcher] = set()
        self.connected: Counter[int] = Counter()
        self.away_since: dict[int, float] = {}
        self.thinking: set[int] = set()
        first = self._first_moment(events, library)
        self.durable = first
        self._read(events[1:])
        self.pending = self.durable

    def _first_moment(self, events: Sequence[StoredEvent], library: Library) -> Moment:
        broken = chain.first_break(events)
        if broken is not None or not events:
            raise BrokenLog(f"event {broken or 1} does not follow")
        first = events[0]
        try:
            body = json.loads(first.body)
            table = opened(setup_from_json(body["setup"]), library)
        except Exception as error:  # whatever a poisoned log makes go wrong stays with this table (F21)
            raise BrokenLog(f"event 1 cannot be read: {error!r}") from error
        self._note(first, body)
        return Moment(table, first.seq, first.hash, first.at_ms)

    def _read(self, events: Iterable[StoredEvent]) -> list[Update]:
        """Fold stored events into the durable moment, checking the chain."""
        updates = []
        for event in events:
            if chain.first_break([event], self.durable.hash, self.durable.seq) is not None:
                raise BrokenLog(f"event {event.seq} does not follow")
            try:
                body = json.loads(event.body)
                after = evolve(self.durable.table, body)
            except Exception as error:  # see above
                raise BrokenLog(f"event {event.seq} cannot be read: {error!r}") from error
            self.durable = Moment(after, event.seq, event.hash, event.at_ms)
            updates.append(Update((self._note(event, body),), after))
        return updates

    def _note(self, event: StoredEvent, body: Body) -> Shown:
        shown = Shown(event.seq, event.at_ms, body)
        self.log.append(shown)
        if event.command:
            self.answers[event.command] = Accepted(event.seq)
        return shown

    def drop_pending(self) -> None:
        """What was decided could not be stored: it never happened."""
        self.pending = self.durable

    def push(self, bodies: Sequence[Body], command: str, at_ms: int) -> "Pushed":
        """Take decided events into the pending moment; they are shown only once they are durable."""
        at_ms = max(at_ms, self.pending.at_ms)  # F10: a clock that jumps back never reorders events
        texts = [to_text(body) for body in bodies]
        stored = chain.chain(self.pending.hash, self.pending.seq + 1, at_ms, texts, command)
        table = self.pending.table
        for body in bodies:
            table = evolve(table, body)
        previous = self.pending.hash
        self.pending = Moment(table, stored[-1].seq, stored[-1].hash, at_ms)
        return Pushed(Append(self.id, previous, stored), tuple(bodies), self.pending)

    def settle(self, pushed: "Pushed") -> None:
        """Decided events have become durable: show them."""
        if pushed.after.seq <= self.durable.seq:
            return  # they came back from the store before their own writer heard of it
        events = pushed.append.events
        shown = tuple(self._note(event, body) for event, body in zip(events, pushed.bodies, strict=True))
        self.durable = pushed.after
        self._publish([Update(shown, pushed.after.table)])

    def catch_up(self, events: Sequence[StoredEvent]) -> None:
        """Take in and show what other processes stored; what was pending here is void."""
        updates = self._read(event for event in events if event.seq > self.durable.seq)
        self.pending = self.durable
        self._publish(updates)

    def _publish(self, updates: Iterable[Update]) -> None:
        for update in updates:
            for watcher in tuple(self.watchers):
                watcher.show(update)

    def since(self, seq: int) -> tuple[Shown, ...]:
        """The durable events after a sequence number."""
        return tuple(self.log[seq:])

    def presence(self) -> list[bool]:
        """Which seats are connected."""
        return [self.connected[seat] > 0 for seat in range(len(self.durable.table.seats))]
