"""A table in memory: what is stored and may be shown, and what is decided but not yet durable."""

import asyncio
import hmac
import json
import time
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from tumbletrip.core.refusals import Refusal
from tumbletrip.tables import chain
from tumbletrip.tables.games import Library
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import Append, StoredEvent
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import VERSION, Table, evolve, opened, setup_from_json

_encode = msgspec.json.Encoder().encode

MAX_REFUSED = 512  # refusals a table remembers, so that a repeated command is not taken after all


class BrokenLog(Exception):
    """A table's log does not hold together; it is quarantined and the others live on."""


class NewerLog(Exception):
    """A table of a newer program, which this one leaves alone (F19)."""


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


@dataclass(slots=True)
class Update:
    """Events that have become durable, and the table before and after. Encoders may keep bytes here."""

    events: tuple[Shown, ...]
    before: Table
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


@dataclass(frozen=True, slots=True)
class Pushed:
    """Decided events on their way to the store."""

    append: Append
    bodies: Sequence[Body]
    tables: Sequence[Table]  # after each of the events
    branch: int  # of pending moments that build on each other; a branch is given up as a whole

    @property
    def first_seq(self) -> int:
        """The sequence number that answers the command."""
        return self.append.events[0].seq


def sit_command(seat: int, secret_hash: str) -> str:
    """The id of the command by which whoever knows a secret sits down.

    The log itself so tells which secret opens a seat, and repeating the command is safe: it names the
    same person, or nobody.
    """
    return f"sit:{seat}:{secret_hash}"


def key_command(seat: int, secret_hash: str) -> str:
    """The id of the event by which another secret opens a seat from now on (F13)."""
    return f"key:{seat}:{secret_hash}"


def to_text(body: Body) -> str:
    """An event as it is stored: compact JSON."""
    return _encode(body).decode()


class LiveTable:
    """A table that somebody plays at or watches."""

    def __init__(self, table_id: str, code: str, events: Sequence[StoredEvent], library: Library) -> None:
        """Read the whole log; raises BrokenLog if it cannot be trusted."""
        self.id = table_id
        self.code = code
        self._log: list[tuple[int, str]] = []  # when, and the event's text: a tenth of it read
        self._taken: dict[str, int] = {}  # command -> its sequence number
        self.watchers: set[Watcher] = set()
        self.connected: Counter[int] = Counter()  # sockets per seat, at this process
        self._elsewhere: dict[str, tuple[frozenset[int], float]] = {}  # process -> its seats, and until when
        self._has_asked = False
        self.thinking: set[int] = set()  # bots at work
        self.failures: Counter[int] = Counter()  # of the bots, in a row
        self.clocks: dict[int, tuple[int, asyncio.Task[None]]] = {}  # of decisions with a time limit
        self.flicking = asyncio.Lock()  # one flick at a time, so that no table fills the queue (F17)
        self.used_at = time.monotonic()
        self.decisions: dict[int, int] = {}  # waiting seat -> the event since which it has been asked
        self._refused: OrderedDict[str, Refused] = OrderedDict()
        self._keys: dict[int, str] = {}  # seats whose holder changed -> hash of the secret that opens them
        self._seen_at: dict[int, float] = {}  # when a seat last left or acted
        self._loaded_at = time.monotonic()
        self._branch = 0
        self._in_flight = 0
        self._calm = asyncio.Event()
        self._calm.set()
        self.durable = self._first_moment(events, library)
        self._read(events[1:])
        self.pending = self.durable

    def _first_moment(self, events: Sequence[StoredEvent], library: Library) -> Moment:
        broken = chain.first_break(events)
        if broken is not None or not events:
            raise BrokenLog(f"event {broken or 1} does not follow")
        first = events[0]
        try:
            body = json.loads(first.body)
            if body["setup"]["version"] > VERSION:
                raise NewerLog
            table = opened(setup_from_json(body["setup"]), library)
        except NewerLog:
            raise
        except Exception as error:  # whatever a poisoned log makes go wrong stays with this table (F21)
            raise BrokenLog(f"event 1 cannot be read: {error!r}") from error
        self._note(first, body, table)
        return Moment(table, first.seq, first.hash, first.at_ms)

    def _read(self, events: Iterable[StoredEvent]) -> list[Update]:
        """Fold stored events into the durable moment, checking the chain."""
        updates = []
        for event in events:
            if chain.first_break([event], self.durable.hash, self.durable.seq) is not None:
                raise BrokenLog(f"event {event.seq} does not follow")
            try:
                body = json.loads(event.body)
                before, after = self.durable.table, evolve(self.durable.table, body)
                updates.append(Update((self._note(event, body, after),), before, after))
            except Exception as error:  # see above
                raise BrokenLog(f"event {event.seq} cannot be read: {error!r}") from error
            self.durable = Moment(after, event.seq, event.hash, event.at_ms)
        return updates

    def _note(self, event: StoredEvent, body: Body, after: Table) -> Shown:
        """Keep an event that has become durable, and all that it tells apart from the game."""
        shown = Shown(event.seq, event.at_ms, body)
        self._log.append((event.at_ms, event.body))
        if event.command:
            self._taken[event.command] = event.seq
        self._note_key(event, body, after)
        self._note_decisions(event.seq, _actor(after, body), after.waiting_for)
        return shown

    def _note_key(self, event: StoredEvent, body: Body, after: Table) -> None:
        """Who sits down brings a secret and may change it; a seat left or given to a bot opens for nobody."""
        if body["kind"] == "sat":
            self._keys[body["seat"]] = (event.command or "").removeprefix(sit_command(body["seat"], ""))
        elif body["kind"] == "rekeyed":
            self._keys[body["seat"]] = (event.command or "").removeprefix(key_command(body["seat"], ""))
        elif "seat" in body and after.seats[body["seat"]].occupant is not Occupant.PERSON:
            self._keys[body["seat"]] = ""

    def _note_decisions(self, seq: int, actor: int | None, waiting: Collection[int]) -> None:
        """A seat is asked anew when it was not waited for, or has just acted; drafts and names count not."""
        asked = {seat: self.decisions.get(seat, seq) for seat in waiting}
        if actor is not None:
            self._seen_at[actor] = time.monotonic()
            if actor in asked:
                asked[actor] = seq
        self.decisions = asked

    # Who may act

    def opened_by(self, secret_hash: str, given: Collection[int]) -> tuple[int, ...]:
        """The seats a secret opens now: those given with the table, and those taken with it since."""
        taken = {seat for seat, key in self._keys.items() if hmac.compare_digest(key, secret_hash)}
        return tuple(sorted({seat for seat in given if seat not in self._keys} | taken))

    def keys(self) -> dict[int, str]:
        """The hashes of the secrets of seats that changed hands; empty where nobody holds one."""
        return dict(self._keys)

    def answer_to(self, command: str) -> Accepted | Refused | None:
        """The answer that a command has got already."""
        taken = self._taken.get(command)
        return Accepted(taken) if taken else self._refused.get(command)

    def remember(self, command: str, refused: Refused) -> Refused:
        """Keep a refusal, so that a copy of the command which comes late is not taken after all (F2)."""
        self._refused[command] = refused
        if len(self._refused) > MAX_REFUSED:
            self._refused.popitem(last=False)
        return refused

    def away(self, before: float) -> set[int]:
        """The seats of people who are not connected and did nothing since a (monotonic) time.

        The right to ask must not depend on a goodbye: a server that was killed never heard one.
        """
        here = self.presence()
        return {
            seat
            for seat in self.durable.table.players
            if not here[seat] and self._seen_at.get(seat, self._loaded_at) < before
        }

    def connect(self, watcher: Watcher) -> None:
        """Show a watcher all that happens from now on."""
        self.watchers.add(watcher)
        self.connected.update(watcher.seats)

    def disconnect(self, watcher: Watcher) -> None:
        """The watcher is gone."""
        self.watchers.discard(watcher)
        self.connected.subtract(watcher.seats)
        self._seen_at.update(dict.fromkeys(watcher.seats, time.monotonic()))

    def _vacate(self, seat: int) -> None:
        """Whoever held a seat watches on without it, on every socket."""
        for watcher in self.watchers:
            watcher.seats = tuple(own for own in watcher.seats if own != seat)
        self.connected[seat] = 0

    # From decided to durable

    def push(self, bodies: Sequence[Body], command: str, at_ms: int) -> Pushed:
        """Take decided events into the pending moment; they are shown only once they are durable."""
        before = self.pending
        at_ms = max(at_ms, before.at_ms)  # F10: a clock that jumps back never reorders events
        texts = [to_text(body) for body in bodies]
        stored = chain.chain(before.hash, before.seq + 1, at_ms, texts, command)
        tables = _fold(before.table, bodies)
        self.pending = Moment(tables[-1], stored[-1].seq, stored[-1].hash, at_ms)
        self._in_flight += 1
        self._calm.clear()
        return Pushed(Append(self.id, before.hash, stored), bodies, tables, self._branch)

    def landed(self) -> None:
        """An append is no longer under way, whatever became of it."""
        self._in_flight -= 1
        if not self._in_flight:
            self._calm.set()

    @property
    def is_calm(self) -> bool:
        """Whether nothing is under way: what is decided now is decided on durable facts."""
        return not self._in_flight

    async def calm(self) -> None:
        """Wait until nothing is under way."""
        await self._calm.wait()

    def holds(self, branch: int) -> bool:
        """Whether a branch has not been given up yet."""
        return branch == self._branch

    def give_up(self, branch: int) -> None:
        """What was decided on a branch could not be stored: it never happened. Others may have said so."""
        if branch == self._branch:
            self._start_again()

    def _start_again(self) -> None:
        self.pending = self.durable
        self._branch += 1

    def settle(self, pushed: Pushed) -> bool:
        """Fold in and show events that have become durable; False if some before them are missing."""
        stored = pushed.append.events
        if stored[-1].seq <= self.durable.seq:
            return True  # they came back from the store before their own writer heard of it
        if stored[0].seq != self.durable.seq + 1:
            return False
        # The store took them after the very event they were decided on: the tables made then are the truth.
        shown = tuple(map(self._note, stored, pushed.bodies, pushed.tables))
        before, last = self.durable.table, stored[-1]
        self.durable = Moment(pushed.tables[-1], last.seq, last.hash, last.at_ms)
        if pushed.branch != self._branch:
            self._start_again()  # what was decided since builds on something older
        self._publish([Update(shown, before, self.durable.table)])
        return True

    def catch_up(self, events: Sequence[StoredEvent]) -> None:
        """Take in and show what other processes stored; what was pending here is void."""
        updates = self._read(event for event in events if event.seq > self.durable.seq)
        if updates:
            self._start_again()
        self._publish(updates)

    def _publish(self, updates: Iterable[Update]) -> None:
        for update in updates:
            for seat in _vacated(update):
                self._vacate(seat)
            for watcher in tuple(self.watchers):
                watcher.show(update)

    def since(self, seq: int) -> tuple[Shown, ...]:
        """The durable events after a sequence number."""
        return self._read_log(seq)

    @property
    def log(self) -> tuple[Shown, ...]:
        """All durable events."""
        return self._read_log(0)

    def _read_log(self, seq: int) -> tuple[Shown, ...]:
        late = enumerate(self._log[seq:], start=seq + 1)
        return tuple(Shown(number, at_ms, json.loads(text)) for number, (at_ms, text) in late)

    def presence(self) -> list[bool]:
        """Which seats are connected, here or at another process."""
        elsewhere = {seat for seats, _ in self._elsewhere.values() for seat in seats}
        seats = range(len(self.durable.table.seats))
        return [self.connected[seat] > 0 or seat in elsewhere for seat in seats]

    def seats_here(self) -> list[int]:
        """The seats that are connected to this process."""
        return sorted(seat for seat, sockets in self.connected.items() if sockets > 0)

    def asks_who_is_here(self) -> bool:
        """Whether other processes have yet to be asked, which is done once."""
        asks, self._has_asked = not self._has_asked, True
        return asks

    def heard_of(self, process: str, seats: Collection[int], until: float) -> None:
        """Another process told which seats are connected to it; it holds until a (monotonic) time."""
        for seat in self._elsewhere.get(process, (frozenset(), 0.0))[0] - set(seats):
            self._seen_at[seat] = time.monotonic()
        self._elsewhere[process] = frozenset(seats), until
        if not seats:
            del self._elsewhere[process]

    def forget_elsewhere(self, now: float) -> None:
        """Forget what processes told that have not told it again."""
        for process, (_, until) in tuple(self._elsewhere.items()):
            if until < now:
                self.heard_of(process, (), now)


def _actor(table: Table, body: Body) -> int | None:
    """The seat whose doing an event is; what binds nobody (drafts, names) is nobody's."""
    if body["kind"] == "played":
        play = body["play"]
        return None if play["kind"] == "drafted" else table.players[play["seat"]]
    seat: int | None = body["seat"] if body["kind"] in ("sat", "left", "returned") else None
    return seat


def _vacated(update: Update) -> list[int]:
    """The seats that people left before the start, and those whose secret was changed."""
    bodies = [shown.body for shown in update.events]
    left = [body["seat"] for body in bodies if body["kind"] == "left"]
    rekeyed = [body["seat"] for body in bodies if body["kind"] == "rekeyed"]
    return [seat for seat in left if update.table.seats[seat].occupant is Occupant.OPEN] + rekeyed


def _fold(table: Table, bodies: Iterable[Body]) -> list[Table]:
    """The table after each of these events."""
    tables = []
    for body in bodies:
        table = evolve(table, body)
        tables.append(table)
    return tables
