"""Runs the effects of the core with asyncio: stores, asks, shows and answers.

Events are stored before they are shown: nobody sees an event that a power cut could still undo.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeAlias

from tumbletrip.core.logs import get_logger
from tumbletrip.core.refusals import Refusal
from tumbletrip.games.registry import GameRegistry
from tumbletrip.host.core.effects import (
    Answer,
    Ask,
    CatchUp,
    Effects,
    Failed,
    Hurry,
    KeepDraft,
    Moved,
    Now,
    Refused,
    Reply,
    Show,
    Store,
    Think,
)
from tumbletrip.host.core.fair import Request
from tumbletrip.host.core.lane import Lane
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.core.log import Pushed
from tumbletrip.host.draft_keeper import DraftKeeper
from tumbletrip.host.draws.fair_draws import FairDraws, Overtaken
from tumbletrip.host.group_commit import GroupCommit
from tumbletrip.host.loaded_tables import LoadedTables
from tumbletrip.host.pace import Pace
from tumbletrip.host.ports import Chance, JobFailed, RunJob, Ticket, Urgency
from tumbletrip.host.tasks import Tasks
from tumbletrip.tables.deciding import Bodies, Command, Facts
from tumbletrip.tables.play import Body, NeedWork
from tumbletrip.tables.ports import Appended, EventStore, StoredEvent, StoreDown
from tumbletrip.tables.refusals import No

log = get_logger(__name__)

SHUTDOWN_SECONDS = 2.0  # that commands under way get when the host stops
SHUTDOWN_POLL_SECONDS = 0.01

OnReply: TypeAlias = Callable[[Reply], None]
DecideTurn: TypeAlias = Callable[[LiveTable, Think | Hurry], Coroutine[None, None, None]]
OnTable: TypeAlias = Callable[[LiveTable], None]
Step: TypeAlias = Callable[[Now], Effects]  # one call of a lane


class EffectRunner:
    """Runs the lanes of all tables of this process."""

    def __init__(
        self,
        store: EventStore,
        games: GameRegistry,
        tables: LoadedTables,
        run_job: RunJob,
        chance: Chance,
        tasks: Tasks,
        pace: Pace,
        decide_turn: DecideTurn,
        on_status_change: OnTable,
        draws_fairly: bool = False,
    ) -> None:
        """Nothing is under way; `on_status_change` is called for tables that began or ended.

        `decide_turn` decides for bots, and for players whose time is up; `draws_fairly`: dice come from
        chains that everybody can check, and not from `chance`, which has those of the days.
        """
        self._store = store
        self._games = games
        self._tables = tables
        self._run_job = run_job
        self._chance = chance
        self._tasks = tasks
        self._pace = pace
        self._decide_turn = decide_turn
        self._on_status_change = on_status_change
        self.fair = FairDraws(store, games, self.append_decided, pace.links) if draws_fairly else None
        self._commits = GroupCommit(store)
        self._drafts = DraftKeeper(store, pace.keep_drafts)
        self._lanes: dict[LiveTable, Lane] = {}
        self._callbacks: dict[tuple[LiveTable, str], list[OnReply]] = {}
        self._carry_out_one: dict[type, Callable[[Lane, Any], Effects | None]] = {
            Store: self._commit,
            Answer: self._reply,
            Show: self._show,
            Moved: self._moved,
            Ask: self._ask,
            KeepDraft: self._keep_draft,
            CatchUp: self._catch_up,
            Think: self._take_turn,
            Hurry: self._take_turn,
            Failed: self._log_failure,
        }

    def start(self) -> None:
        """Start the tasks that write to the store."""
        self._tasks.spawn(self._commits.run())
        self._tasks.spawn(self._drafts.run())

    async def end(self) -> None:
        """Wait a moment for commands under way, and answer the rest with a refusal to retry."""
        deadline = time.monotonic() + SHUTDOWN_SECONDS
        while self._callbacks and time.monotonic() < deadline:
            await asyncio.sleep(SHUTDOWN_POLL_SECONDS)
        for live in {live for live, _ in self._callbacks}:
            lane = self._lane(live)
            self._carry_out(lane, lane.abort_all())
        await self._drafts.flush()

    def busy_tables(self) -> set[str]:
        """The tables with a command under way."""
        return {live.id for live, _ in self._callbacks}

    def forget(self, live: LiveTable) -> None:
        """Drop the lane of a table that left memory; commands under way still use it."""
        self._lanes.pop(live, None)

    # Commands

    def begin(self, live: LiveTable, command: Command, on_reply: OnReply) -> None:
        """Run a command; `on_reply` is called right after the watchers are shown what happened (F2)."""
        lane = self._lane(live)
        self._enter(lane, command.id, on_reply, partial(lane.submit, command))

    async def answer(self, live: LiveTable, command: Command) -> Reply:
        """The answer to a command; if the caller is cancelled, the command still runs."""
        lane = self._lane(live)
        return await self._answer(lane, command.id, partial(lane.submit, command))

    async def append(self, live: LiveTable, name: str, *bodies: Body) -> Reply:
        """Store events of the host itself, once for each name."""
        lane = self._lane(live)
        return await self._answer(lane, name, partial(lane.append, name, bodies))

    async def append_decided(
        self, live: LiveTable, name: str, decided: Callable[[], Bodies | Refusal]
    ) -> Reply:
        """Store events of the host itself that are decided on durable events, once for each name."""
        lane = self._lane(live)
        return await self._answer(lane, name, partial(lane.append_decided, name, decided))

    async def change_key(
        self, live: LiveTable, name: str, seat: int, old: str, given: Sequence[int], new: str
    ) -> Reply:
        """Replace the key of a seat."""
        lane = self._lane(live)
        return await self._answer(lane, name, partial(lane.change_key, name, seat, old, given, new))

    async def _answer(self, lane: Lane, name: str, step: Step) -> Reply:
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._enter(lane, name, lambda reply: None if answered.done() else answered.set_result(reply), step)
        return await answered

    def _enter(self, lane: Lane, name: str, on_reply: OnReply, step: Step) -> None:
        self._callbacks.setdefault((lane.live, name), []).append(on_reply)
        self._step(lane, step)

    # Steps and their effects

    def start_due_turns(self, live: LiveTable) -> None:
        """Start the bots whose turn it is, and the clocks of players."""
        self._carry_out(self._lane(live), live.turns.due(live.durable.table, self._pace.bot_delay))

    def _lane(self, live: LiveTable) -> Lane:
        lane = self._lanes.get(live)
        if lane is None:
            lane = Lane(live, partial(self._facts, live))
            if self._tables.holds(live):
                self._lanes[live] = lane
        return lane

    def _facts(self, live: LiveTable, at: Now) -> Facts:
        bots = self._games.kit(live.durable.table.setup.game).bots
        return Facts(bots.levels, bots.stand_in, live.away(at.seconds - self._pace.away_after))

    def _step(self, lane: Lane, step: Step) -> None:
        """Call the lane and carry out its effects; a table whose core raises is dropped and loaded again."""
        try:
            effects = step(now())
        except Exception as error:  # a fault of one table must not stop the others
            log.error("table_failed", table=lane.live.id, exc_info=error)
            self._tables.forget(lane.live)
            effects = lane.abort_all()
        self._carry_out(lane, effects)

    def _carry_out(self, lane: Lane, effects: Effects) -> None:
        """Carry out effects in order, then the effects that they cause."""
        while effects:
            later: Effects = []
            for effect in effects:
                later += self._carry_out_one[type(effect)](lane, effect) or ()
            effects = later

    def _reply(self, lane: Lane, answer: Answer) -> None:
        for on_reply in self._callbacks.pop((lane.live, answer.command), ()):
            on_reply(answer.reply)
        request = lane.live.fair.request
        if request and request.command.id == answer.command and isinstance(answer.reply, Refused):
            self._tasks.spawn(self._end_draw(lane.live, request, answer.reply))

    async def _end_draw(self, live: LiveTable, request: Request, refused: Refused) -> None:
        """A command is refused whose dice are being drawn: that comes to nothing, or goes on in a while."""
        number = request.number
        if refused.reason is not No.RETRY:
            await self.append_decided(live, f"fair:void:{number}", lambda: live.fair.decide_void(number))
            return
        await asyncio.sleep(self._pace.poll)
        if live.fair.request == request and self._tables.holds(live):
            self.begin(live, request.command, lambda _: None)

    async def give_link(self, live: LiveTable, seat: int, number: int, link: str) -> None:
        """Take a link of a seat's device for the draw under way."""
        if self.fair and self.fair.give(live, seat, number, link):
            name = f"fair:link:{number}:{seat}"
            await self.append_decided(live, name, lambda: live.fair.decide_link(seat, number, link))

    def _show(self, lane: Lane, show: Show) -> None:
        lane.live.show(show.update)

    def _moved(self, lane: Lane, moved: Moved) -> Effects:
        live = lane.live
        if moved.has_new_status:
            self._on_status_change(live)
        return live.turns.due(live.durable.table, self._pace.bot_delay)

    def _keep_draft(self, lane: Lane, kept: KeepDraft) -> None:
        self._drafts.keep(lane.live.id, kept)

    def _take_turn(self, lane: Lane, due: Think | Hurry) -> None:
        self._tasks.spawn(self._decide_turn(lane.live, due))

    def _log_failure(self, lane: Lane, failed: Failed) -> None:
        log.error("command_failed", table=lane.live.id, command=failed.command, exc_info=failed.error)

    # The store

    def _commit(self, lane: Lane, store: Store) -> None:
        self._commits.append(store.pushed.append, partial(self._stored, lane, store.pushed))

    def _stored(self, lane: Lane, pushed: Pushed, result: Appended | StoreDown) -> None:
        if isinstance(result, StoreDown):
            log.warning("store_down", table=lane.live.id, error=str(result))
            self._step(lane, partial(lane.stored, pushed, None))
        else:
            self._step(lane, partial(lane.stored, pushed, result))

    def _catch_up(self, lane: Lane, wanted: CatchUp) -> None:
        self._tasks.spawn(self._catch_up_after(lane, wanted))

    async def _catch_up_after(self, lane: Lane, wanted: CatchUp) -> None:
        """Load what other processes wrote, then let the lane go on with the append."""
        step: Step = partial(lane.store_unreadable, wanted.pushed)  # also if this task is cancelled
        try:
            events = await self._newer_events(lane.live)
            step = partial(lane.caught_up, wanted.pushed, events, is_stored=wanted.is_stored)
        except StoreDown as error:
            log.warning("store_down", table=lane.live.id, error=str(error))
        finally:
            self._step(lane, step)

    async def catch_up(self, live: LiveTable) -> None:
        """Load and show what other processes stored; raises StoreDown."""
        events = await self._newer_events(live)
        lane = self._lane(live)
        self._step(lane, partial(lane.take_in, events))

    async def _newer_events(self, live: LiveTable) -> Sequence[StoredEvent]:
        """The stored events after our durable head; raises StoreDown."""
        known = live.durable  # as it is before the load: it may move on meanwhile
        stored = await self._store.load(live.id, after=known.seq)
        if stored is None:
            self._tables.forget(live)
            raise StoreDown(f"table {live.id} is gone")
        is_ours = stored.head > known.seq or (stored.head, stored.head_hash) == (known.seq, known.hash)
        if not is_ours:
            # The stored log is another than ours, perhaps after a restore from backup, or since a name was
            # forgotten: drop our copy, so that the next load checks the whole log.
            self._tables.forget(live)
            raise StoreDown("the log is not the one we knew")
        return stored.events

    # Chance and worker processes

    def _ask(self, lane: Lane, ask: Ask) -> Effects | None:
        """Ask a worker process or chance; chance may answer at once."""
        need = ask.need
        if isinstance(need, NeedWork):
            ticket = Ticket(Urgency.FLICK, lane.live.last_address)
            work = self._run_job(need.job, need.question, seconds=need.seconds, ticket=ticket)
            self._tasks.spawn(self._resume_with(lane, ask.command, work))
            return None
        if self.fair and ask.wanted and self.fair.serves(lane.live):
            drawn = self.fair.draw(lane.live, ask.wanted, need)
            self._tasks.spawn(self._resume_with(lane, ask.command, drawn))
            return None
        faces = self._chance.roll(lane.live.id, ask.table, need)
        if isinstance(faces, tuple):
            return lane.answered(ask.command, faces, now())
        self._tasks.spawn(self._resume_with(lane, ask.command, faces))
        return None

    async def _resume_with(self, lane: Lane, command: str, answer: Awaitable[Any]) -> None:
        """Await chance or a worker, then let the lane go on with the answer, or without one."""
        step: Step = partial(lane.unanswered, command)  # also if this task is cancelled
        try:
            step = partial(lane.answered, command, await answer)
        except Overtaken:
            step = partial(lane.overtaken, command)
        except (JobFailed, StoreDown) as error:
            log.warning("no_answer", table=lane.live.id, error=str(error))
            if isinstance(error, StoreDown):
                step = partial(lane.unanswered, command, reason=No.RETRY)
        finally:
            self._step(lane, step)


def now() -> Now:
    """The current time by the monotonic clock and by the calendar."""
    return Now(time.monotonic(), time.time_ns() // 1_000_000)
