"""The log of one table: events that are durable, and those decided on top of them but not stored yet."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tumbletrip.tables import chain
from tumbletrip.tables.play import Body, Games
from tumbletrip.tables.ports import Append, StoredEvent
from tumbletrip.tables.table import VERSION, Table, evolve, opened, setup_from_json
from tumbletrip.tables.views import NO_DRAFTS, Drafts

Encode: TypeAlias = Callable[[Any], str]  # JSON values to compact JSON text


class BrokenLog(Exception):
    """A table's log is damaged: its hash chain breaks, or an event cannot be read."""


class NewerLog(Exception):
    """A table written by a newer version of this program; it must not be changed (F19)."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A stored event with its body decoded."""

    seq: int
    at_ms: int
    body: Body
    command: str | None = None


@dataclass(slots=True)
class Update:
    """Events that became durable, with the table before and after each; encoders may cache bytes here.

    An update without events is a new draft.
    """

    events: tuple[Shown, ...]
    before: Table
    tables: Sequence[Table]  # after each of the events
    drafts: tuple[Drafts, Drafts] = (NO_DRAFTS, NO_DRAFTS)  # before and now
    encoded: dict[Any, bytes] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """The table after all events."""
        return self.tables[-1] if self.tables else self.before

    @property
    def head(self) -> int | None:
        """The last sequence number of the update; None without events."""
        return self.events[-1].seq if self.events else None


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after an event: the fold so far, and where in the log it is."""

    table: Table
    seq: int
    hash: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Pushed:
    """Decided events on their way to the store."""

    command: str
    append: Append
    bodies: Sequence[Body]
    tables: Sequence[Table]  # after each of the events
    branch: int  # of pending moments that build on each other; it is given up as a whole

    @property
    def first_seq(self) -> int:
        """The sequence number that answers the command."""
        return self.append.events[0].seq


class TableLog:
    """The durable events of a table with their fold, and a branch of pending moments on top."""

    def __init__(self, table_id: str, first: StoredEvent, games: Games, encode: Encode) -> None:
        """Read the first event, which opens the table; raises BrokenLog or NewerLog."""
        self._id = table_id
        self._encode = encode
        self._texts: list[tuple[int, str]] = []  # timestamp and JSON text, a tenth of the decoded size
        self._accepted: dict[str, int] = {}  # command -> its sequence number
        self._branch = 0
        self._in_flight = 0
        table = _opened(first, games)
        self._remember(first)
        self.durable = self.pending = Moment(table, first.seq, first.hash, first.at_ms)

    # What is durable

    def read(self, events: Iterable[StoredEvent]) -> list[Update]:
        """Fold stored events that follow the durable moment, an update for each; raises BrokenLog."""
        updates = []
        for event in events:
            if chain.first_break([event], self.durable.hash, self.durable.seq) is not None:
                raise BrokenLog(f"event {event.seq} does not follow")
            before = self.durable.table
            try:
                body = json.loads(event.body)
                after = evolve(before, body)
            except Exception as error:  # a damaged log must affect this table only (F21)
                raise BrokenLog(f"event {event.seq} cannot be read: {error!r}") from error
            self._remember(event)
            self.durable = Moment(after, event.seq, event.hash, event.at_ms)
            updates.append(Update((_shown(event, body),), before, (after,)))
        if updates:
            self._drop_pending()  # what was pending builds on an older moment
        return updates

    def since(self, seq: int) -> tuple[Shown, ...]:
        """The durable events after a sequence number."""
        late = enumerate(self._texts[seq:], start=seq + 1)
        return tuple(Shown(number, at_ms, json.loads(text)) for number, (at_ms, text) in late)

    def accepted(self, command: str) -> int | None:
        """The sequence number of an accepted command's first event; None if it was not accepted."""
        return self._accepted.get(command)

    def _remember(self, event: StoredEvent) -> None:
        self._texts.append((event.at_ms, event.body))
        if event.command:
            self._accepted[event.command] = event.seq

    # From decided to durable

    def push(self, bodies: Sequence[Body], command: str, at_ms: int) -> Pushed:
        """Add decided events to the pending moment; they are shown only when they are durable."""
        before = self.pending
        at_ms = max(at_ms, before.at_ms)  # F10: a clock that jumps back never reorders events
        stored = chain.chain(before.hash, before.seq + 1, at_ms, map(self._encode, bodies), command)
        tables = _fold(before.table, bodies)
        self.pending = Moment(tables[-1], stored[-1].seq, stored[-1].hash, at_ms)
        self._in_flight += 1
        return Pushed(command, Append(self._id, before.hash, stored), bodies, tables, self._branch)

    def settle(self, pushed: Pushed) -> Update | None:
        """Make pushed events durable; None if events before them are missing here.

        The update has no events if they were read back from the store before this call.
        """
        stored = pushed.append.events
        if stored[-1].seq <= self.durable.seq:
            return Update((), self.durable.table, ())
        if stored[0].seq != self.durable.seq + 1:
            return None
        # They were stored directly after the event they were decided on, so the tables folded then are valid.
        before, last = self.durable.table, stored[-1]
        for event in stored:
            self._remember(event)
        self.durable = Moment(pushed.tables[-1], last.seq, last.hash, last.at_ms)
        if pushed.branch != self._branch:
            self._drop_pending()  # what was decided since builds on an older moment
        return Update(tuple(map(_shown, stored, pushed.bodies)), before, pushed.tables)

    def append_done(self) -> None:
        """An append is no longer in flight, whether stored or not."""
        self._in_flight -= 1

    @property
    def is_settled(self) -> bool:
        """Whether no append is in flight, so that a decision now rests on durable events only."""
        return not self._in_flight

    def holds(self, branch: int) -> bool:
        """Whether a branch is still the current one."""
        return branch == self._branch

    def give_up(self, branch: int) -> None:
        """Drop the pending events of a branch, which could not be stored; others are ignored."""
        if branch == self._branch:
            self._drop_pending()

    def _drop_pending(self) -> None:
        self.pending = self.durable
        self._branch += 1


def _opened(first: StoredEvent, games: Games) -> Table:
    if chain.first_break([first]) is not None:
        raise BrokenLog("event 1 does not follow")
    try:
        setup = json.loads(first.body)["setup"]
        if setup["version"] <= VERSION:
            return opened(setup_from_json(setup), games)
    except Exception as error:  # a damaged log must affect this table only (F21)
        raise BrokenLog(f"event 1 cannot be read: {error!r}") from error
    raise NewerLog


def _shown(event: StoredEvent, body: Body) -> Shown:
    return Shown(event.seq, event.at_ms, body, event.command)


def _fold(table: Table, bodies: Iterable[Body]) -> list[Table]:
    """The table after each of these events."""
    tables = []
    for body in bodies:
        table = evolve(table, body)
        tables.append(table)
    return tables
