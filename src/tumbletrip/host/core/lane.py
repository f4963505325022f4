"""The lane of a table: every command goes through it and gets one answer.

A command is decided on the pending table. If it needs dice or a worker process first, the answer is kept with
the command, so that nothing is asked twice. Decided events are stored, then shown, then the command is
answered. If another process stored events first, the command is decided again.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from tumbletrip.core.refusals import Refusal
from tumbletrip.host.core.effects import (
    Accepted,
    Answer,
    Ask,
    CatchUp,
    Effects,
    Failed,
    KeepDraft,
    Moved,
    Now,
    Refused,
    Reply,
    Show,
    Store,
)
from tumbletrip.host.core.fair import ANCHOR, Drawn
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.core.log import Pushed, Update
from tumbletrip.tables.deciding import NEEDS_FACTS, Bodies, Command, Facts, decide, resume
from tumbletrip.tables.play import Asked, Body, NeedWork, Thought
from tumbletrip.tables.ports import Appended, Status, StoredEvent
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import is_move

BOT_PREFIX = "bot:"  # of the ids of bots' commands; those of people begin with their seat
MAX_TRIES = 20  # to store a command while other processes keep writing first
MAX_EVENTS = 20_000  # of a table; beyond that only moves are accepted, so that its log stays bounded
REPEATABLE = ("rename", "leave", "return")  # without limit, unlike moves
MAX_REFUSED = 512  # refusals that a table remembers
NO_FACTS = Facts()
NO_ANSWER: Any = object()

Decision: TypeAlias = Bodies | Asked | Thought | Refusal


@dataclass(slots=True)
class _Entry:
    """A command under way: how it is decided, what it asked for, and the answer if there is one."""

    id: str
    seat: int | None
    decide: Callable[[Table], Decision]
    is_repeatable: bool = False  # refused when the log is full
    on_durable_facts: bool = False  # decided only while no append is in flight
    is_remembered: bool = True  # a repeated command gets the same refusal
    tries: int = 0
    asked: Asked | None = None
    asked_at: Table | None = None
    answer: Any = field(default=NO_ANSWER)
    command: Command | None = None  # what somebody wants; None for events of the host itself
    draw: Body | None = None  # how the dice of the answer were drawn


class Lane:
    """All commands of one table that are under way."""

    def __init__(self, live: LiveTable, facts: Callable[[Now], Facts]) -> None:
        """Nothing is under way; `facts` is called for commands that depend on bots or absent players."""
        self.live = live
        self._facts = facts
        self._entries: dict[str, _Entry] = {}
        self._refused: OrderedDict[str, Refused] = OrderedDict()
        self._worker_for: str | None = None  # the command that a worker process works for (F17)
        self._until_worker_free: deque[_Entry] = deque()  # commands that need a worker process next
        self._until_settled: list[_Entry] = []  # commands that wait until no append is in flight

    @property
    def is_busy(self) -> bool:
        """Whether any command is under way."""
        return bool(self._entries)

    # Incoming commands

    def submit(self, command: Command, now: Now) -> Effects:
        """Begin a command; a repeated id gets the same answer and never makes a second move (F2)."""
        wanted = command.action.get("do")
        facts = self._facts(now) if wanted in NEEDS_FACTS else NO_FACTS
        entry = _Entry(
            command.id,
            command.seat,
            lambda table: decide(table, command, facts),
            is_repeatable=wanted in REPEATABLE,
            is_remembered=not command.id.startswith(BOT_PREFIX),
            command=command,
        )
        if wanted == ANCHOR:
            entry.decide, entry.on_durable_facts = partial(self._decide_anchor, command), True
        return self._enter(entry, now)

    def _decide_anchor(self, command: Command, table: Table) -> Decision:
        if command.seat is None or not 0 <= command.seat < len(table.seats):
            return No.NO_SUCH_SEAT
        return self.live.fair.decide_anchor(table, command.seat, command.action)

    def append(self, name: str, bodies: Bodies, now: Now) -> Effects:
        """Store events of the host itself, once for each name."""
        return self._enter(_Entry(name, None, lambda _: bodies), now)

    def append_decided(self, name: str, decided: Callable[[], Bodies | Refusal], now: Now) -> Effects:
        """Store events of the host itself that are decided on durable events, once for each name."""
        entry = _Entry(name, None, lambda _: decided(), on_durable_facts=True, is_remembered=False)
        return self._enter(entry, now)

    def change_key(self, name: str, seat: int, old: str, given: Sequence[int], new: str, now: Now) -> Effects:
        """Replace the key of a seat; `given` are the seats that the store says the old key opens.

        Of two concurrent changes the second is refused: its old key is no longer valid.
        """

        def decided(_: Table) -> Decision:
            is_holder = seat in self.live.keys.opened_by(old, given)
            return ({"kind": "rekeyed", "seat": seat, "key": new},) if is_holder else No.NOT_YOUR_SEAT

        entry = _Entry(name, None, decided, is_repeatable=True, on_durable_facts=True, is_remembered=False)
        return self._enter(entry, now)

    def _enter(self, entry: _Entry, now: Now) -> Effects:
        known = self.answer_to(entry.id)
        if known:
            return [Answer(entry.id, known)]
        if entry.id in self._entries:
            return []  # a repeated command is answered with the first
        if entry.is_repeatable and self.live.pending.seq >= MAX_EVENTS:
            return [Answer(entry.id, self._refusal(No.LOG_FULL))]
        self._entries[entry.id] = entry
        return self._advance(entry, now)

    def answer_to(self, command: str) -> Reply | None:
        """The answer that a command already has, if any."""
        accepted = self.live.log.accepted(command)
        return Accepted(accepted) if accepted else self._refused.get(command)

    # Deciding

    def _advance(self, entry: _Entry, now: Now) -> Effects:
        """Decide a command on the table as it is now; returns what to store, ask, show or answer."""
        known = self.answer_to(entry.id)
        if known:  # another process stored it meanwhile
            return self._finish(entry, known, now)
        if entry.on_durable_facts and not self.live.log.is_settled:
            self._until_settled.append(entry)
            return []
        entry.tries += 1
        if entry.tries > MAX_TRIES:
            return self._finish(entry, self._refusal(No.RETRY), now)
        try:
            decided = self._decided(entry)
            if self._is_other_than_requested(entry, decided):
                decided = No.DRAWING
            if isinstance(decided, tuple):
                return [Store(self.live.log.push(_with_draw(decided, entry.draw), entry.id, now.ms))]
        except Exception as error:  # nothing was pushed; the sender gets an answer even to a bug
            return [Failed(entry.id, error), *self._finish(entry, self._refusal(No.RETRY), now)]
        if isinstance(decided, Asked):
            return self._ask(entry, decided)
        if isinstance(decided, Thought):
            return self._keep_draft(entry, decided, now)
        if not self.live.log.is_settled:  # no refusal because of events that may still fail to be stored
            self._until_settled.append(entry)
            return []
        return self._finish(entry, self._refusal(decided, entry), now)

    def _decided(self, entry: _Entry) -> Decision:
        """The decision for a command; its answer is used if the question is still the same."""
        if entry.draw and not self.live.fair.is_drawing(entry.draw["number"], entry.id):
            _forget_answer(entry)  # another process called the draw off: its dice are never played
        table = self.live.pending.table
        has_moved = entry.asked_at is None or table.play is not entry.asked_at.play
        decided = entry.decide(table) if entry.asked is None or has_moved else entry.asked
        if not isinstance(decided, Asked) or entry.answer is NO_ANSWER or entry.asked is None:
            return decided
        return resume(decided, entry.answer) if decided.need == entry.asked.need else decided

    def _is_other_than_requested(self, entry: _Entry, decided: Decision) -> bool:
        """Whether a seat whose dice are being drawn wants to play something else meanwhile."""
        request = self.live.fair.request
        if request is None or entry.id == request.command.id or entry.seat != request.command.seat:
            return False
        return isinstance(decided, Asked) or (isinstance(decided, tuple) and is_move(decided[0]))

    def _ask(self, entry: _Entry, asked: Asked) -> Effects:
        """Ask chance or a worker process; workers serve one command of a table at a time (F17)."""
        if isinstance(asked.need, NeedWork):
            if self._worker_for not in (None, entry.id):
                self._until_worker_free.append(entry)
                return []
            self._worker_for = entry.id
        entry.asked, entry.asked_at, entry.answer = asked, self.live.pending.table, NO_ANSWER
        return [Ask(entry.id, self.live.pending.table, asked.need, entry.command)]

    def answered(self, command: str, answer: Any, now: Now) -> Effects:
        """Chance or a worker answered; the table may have changed meanwhile."""
        entry = self._entries.get(command)
        if entry is None:  # it was aborted meanwhile
            return []
        if isinstance(answer, Drawn):
            answer, entry.draw = answer.faces, answer.draw
        entry.answer = answer
        return self._advance(entry, now)

    def unanswered(self, command: str, now: Now, reason: Refusal = No.PHYSICS_FAILED) -> Effects:
        """Chance or a worker failed: the command is refused, unless another process has taken it (F2)."""
        entry = self._entries.get(command)
        if entry is None:
            return []
        return self._finish(entry, self.answer_to(command) or self._refusal(reason), now)

    def overtaken(self, command: str, now: Now) -> Effects:
        """The table has moved on before chance was asked: the command is decided on what is there now."""
        entry = self._entries.get(command)
        if entry is None:
            return []
        _forget_answer(entry)
        return self._advance(entry, now)

    def _keep_draft(self, entry: _Entry, thought: Thought, now: Now) -> Effects:
        """Keep a draft: it is no event, is shown to its own seat, and replaces the seat's last one."""
        live, seat = self.live, entry.seat
        assert seat is not None
        round_ = live.pending.table.round
        update = Update((), live.durable.table, (), live.drafts.keep(seat, round_, thought.draft))
        kept = KeepDraft(seat, round_, thought.draft)
        return [kept, Show(update), *self._finish(entry, Accepted(live.durable.seq), now)]

    # Storing

    def stored(self, pushed: Pushed, result: Appended | None, now: Now) -> Effects:
        """The store's result for an append; None if the store is down, then the events are dropped."""
        log = self.live.log
        if result is None:
            log.give_up(pushed.branch)
            return self._append_done(pushed, self._refusal(No.RETRY), now)
        before = self.live.durable.table.status
        update = log.settle(pushed) if result is Appended.STORED else None
        if update is None:
            return [CatchUp(pushed, is_stored=result is Appended.STORED)]
        shown = self._shown([update], before, now)
        return [*shown, *self._append_done(pushed, Accepted(pushed.first_seq), now)]

    def caught_up(
        self, pushed: Pushed, events: Sequence[StoredEvent], now: Now, *, is_stored: bool
    ) -> Effects:
        """After a `CatchUp`: our events are among those read, or are decided again. Raises BrokenLog."""
        effects = self.take_in(events, now)
        if is_stored:
            return [*effects, *self._append_done(pushed, Accepted(pushed.first_seq), now)]
        self.live.log.give_up(pushed.branch)
        return [*effects, *self._append_done(pushed, None, now)]

    def store_unreadable(self, pushed: Pushed, now: Now) -> Effects:
        """A `CatchUp` failed: whether our events were stored is unknown, and a retry will tell."""
        self.live.log.give_up(pushed.branch)
        return self._append_done(pushed, self._refusal(No.RETRY), now)

    def take_in(self, events: Sequence[StoredEvent], now: Now) -> Effects:
        """Fold in and show what other processes stored; pending events are dropped. Raises BrokenLog."""
        before = self.live.durable
        updates = self.live.log.read(event for event in events if event.seq > before.seq)
        return self._shown(updates, before.table.status, now)

    def _shown(self, updates: Sequence[Update], before: Status, now: Now) -> Effects:
        news = [update for update in updates if update.events]
        self.live.take_in(news, now.seconds)
        if not news:
            return []
        return [*map(Show, news), Moved(self.live.durable.table.status is not before)]

    def _append_done(self, pushed: Pushed, reply: Reply | None, now: Now) -> Effects:
        """An append ended: answer its command or decide it again, then the commands that waited."""
        self.live.log.append_done()
        entry = self._entries.get(pushed.command)
        effects: Effects = []
        if entry:
            effects = self._finish(entry, reply, now) if reply else self._advance(entry, now)
        return [*effects, *self._retry_settled(now)]

    def _retry_settled(self, now: Now) -> Effects:
        """Decide the commands that waited, while no append is in flight."""
        effects: Effects = []
        while self._until_settled and self.live.log.is_settled:
            effects += self._advance(self._until_settled.pop(0), now)
        return effects

    # Answering

    def _finish(self, entry: _Entry, reply: Reply, now: Now) -> Effects:
        """Answer a command; if a worker was busy with it, the next command gets the worker."""
        del self._entries[entry.id]
        effects: Effects = [Answer(entry.id, reply)]
        if self._worker_for == entry.id:
            self._worker_for = None
        while self._worker_for is None and self._until_worker_free:
            effects += self._advance(self._until_worker_free.popleft(), now)
        return effects

    def abort_all(self) -> Effects:
        """Refuse all commands under way: this copy of the table was dropped, or the host stops."""
        waiting, self._entries = tuple(self._entries), {}
        return [Answer(command, self._refusal(No.RETRY)) for command in waiting]

    def _refusal(self, reason: Refusal, entry: _Entry | None = None) -> Refused:
        """A refusal with the current head; with `entry` it is remembered for repeated commands (F2)."""
        refused = Refused(reason, self.live.durable.seq)
        if entry and entry.is_remembered:
            self._refused[entry.id] = refused
            if len(self._refused) > MAX_REFUSED:
                self._refused.popitem(last=False)
        return refused


def _forget_answer(entry: _Entry) -> None:
    """What was asked, and what was answered, counts no more."""
    entry.asked, entry.answer, entry.draw = None, NO_ANSWER, None


def _with_draw(bodies: Bodies, draw: Body | None) -> Bodies:
    """The events of a move, with how its dice were drawn."""
    return ({**bodies[0], "draw": draw}, *bodies[1:]) if draw else bodies
