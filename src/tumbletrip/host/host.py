"""The host of this process's tables: commands come in here, and watchers are shown what happens."""

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from tumbletrip.core.logs import get_logger
from tumbletrip.games.registry import GameRegistry, house_games
from tumbletrip.host.bot_turns import BotTurns
from tumbletrip.host.chance import SystemChance
from tumbletrip.host.core.effects import Accepted, Hurry, Refused, Reply, Think
from tumbletrip.host.core.live import LiveTable, Watcher
from tumbletrip.host.draws.fair_counts import FairBook
from tumbletrip.host.draws.fair_draws import FairDraws
from tumbletrip.host.effect_runner import EffectRunner, OnReply
from tumbletrip.host.loaded_tables import LoadedTables, TableGone
from tumbletrip.host.pace import Pace
from tumbletrip.host.ports import Chance, RunJob, Ticket, Urgency
from tumbletrip.host.presence_sync import PresenceSync
from tumbletrip.host.store_sync import StoreSync
from tumbletrip.host.tasks import Tasks
from tumbletrip.host.thinking.bot_seeds import BotSeeds
from tumbletrip.host.thinking.warmth import Warmth, WarmthNews
from tumbletrip.host.upkeep.caretaker import Caretaker, Retention
from tumbletrip.host.upkeep.clock import SteadyClock
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.play import Body, NeedWork
from tumbletrip.tables.ports import EventStore, Status, StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import Table, TableSetup

__all__ = ["Host", "Pace", "TableGone"]  # what the server imports from here

log = get_logger(__name__)

OnFinished: TypeAlias = Callable[[str, Table], Awaitable[None]]  # called with a table that ended


class Host:
    """Runs the tables of one process on a store that other processes may share."""

    def __init__(
        self,
        store: EventStore,
        run_job: RunJob,
        *,
        games: GameRegistry | None = None,
        chance: Chance | None = None,
        pace: Pace | None = None,
        retention: Retention | None = None,
        clock: SteadyClock | None = None,
        accepts_id: Callable[[str], bool] = lambda _: True,
        id_mark: str = "",
        on_finished: Sequence[OnFinished] = (),
        warmth: Warmth | None = None,
        draws_fairly: bool = False,
    ) -> None:
        """A host that is not running yet; use it as an async context manager.

        `run_job` runs bots and physics; `accepts_id` says which ids new tables may get, and all of them begin
        with `id_mark`; `on_finished` are called for each table that ends, perhaps more than once; `warmth`
        knows which bots are ready; `draws_fairly`: dice come from chains that everybody can check.
        """
        self.store = store
        self.games = games or house_games()
        self.pace = pace or Pace()
        self.clock = clock or SteadyClock()
        self._run_job = run_job
        self._on_finished = on_finished
        self._tasks = Tasks()
        self._clocks: dict[tuple[LiveTable, int], asyncio.Task[None]] = {}
        self._id_mark = id_mark
        self.tables = LoadedTables(store, self.games, accepts_id, self._forget, id_mark)
        warmth = warmth or Warmth()
        self.fair_book = FairBook(store)
        self._warmth = WarmthNews(warmth, self.tables)
        self._bots = BotTurns(self.games, BotSeeds(store), run_job, warmth)
        self._runner = EffectRunner(
            store,
            self.games,
            self.tables,
            run_job,
            chance or SystemChance(),
            self._tasks,
            self.pace,
            self._turn,
            self._on_status_change,
            draws_fairly,
        )
        self.store_sync = StoreSync(store, self.tables, self._runner.catch_up, self.pace.poll)
        self._presence = PresenceSync(store, self.tables, self.pace)
        self.caretaker = Caretaker(
            store,
            self.tables,
            self.pace,
            self.clock,
            retention or Retention(),
            self._runner.busy_tables,
            self._close,
        )

    async def __aenter__(self) -> "Host":
        """Start the background tasks: writing, following other processes, presence, cleaning up."""
        with contextlib.suppress(StoreDown):  # then the clock is believed a little later
            self.clock.start(await self.store.newest_ms())
        self._runner.start()
        for work in (
            self.store_sync.follow(),
            self.store_sync.poll(),
            self._presence.announce(),
            self._presence.receive(),
            self.caretaker.work(),
        ):
            self._tasks.spawn(work)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Give commands under way a moment to finish, then stop all tasks."""
        await self._runner.end()
        await self._tasks.end()
        with contextlib.suppress(StoreDown):  # then some tables count as visited a few minutes earlier
            await self.caretaker.note_visits()
        await self.tables.end()

    # Opening and finding tables

    async def open(
        self,
        setup: TableSetup,
        secrets_of: Mapping[int, str],
        played: Sequence[Body] = (),
        table_id: str | None = None,
        address: str = "",
    ) -> LiveTable:
        """Store a new table; its game begins at once if no seat is open. Raises StoreDown.

        `played` are the events of an imported game. If the given id exists, that table is returned unchanged.
        Options are stored as they were understood; raises InputError for those that cannot be. `address` is
        that of who opens it.
        """
        agreed = replace(setup, options=self.games.understood(setup.game, setup.options))
        live = await self.tables.create([*_opening_events(agreed), *played], secrets_of, table_id)
        live.last_address = address or live.last_address
        self.wake(live)
        return live

    async def live(self, table_id: str) -> LiveTable:
        """A table that somebody wants to see, loaded if need be; raises TableGone or StoreDown."""
        live = await self.tables.live(table_id)
        self.caretaker.visited(table_id)
        return live

    async def rematch(self, live: LiveTable, by: int) -> str | None:
        """The id of the table where the same players play again; None before the end. Raises StoreDown.

        The first request, from seat `by`, opens it. Its id is derived from this table's, so that concurrent
        requests, also at several processes or after a crash, all lead to the same table.
        """
        table = live.durable.table
        if table.status is not Status.OVER or table.rematch:
            return table.rematch
        again = self._id_mark + _rematch_id(live.id)
        await self.tables.create(_opening_events(self._rematch_setup(table)), {}, again)
        await self.store.copy_secrets(live.id, again)
        for seat, key in live.keys.changed().items():
            await self.store.put_secret(again, seat, key or None)
        reply = await self._runner.append(live, "rematch", {"kind": "rematched", "table": again, "by": by})
        if isinstance(reply, Refused):
            raise StoreDown(reply.reason.value)
        return live.durable.table.rematch

    def _rematch_setup(self, table: Table) -> TableSetup:
        """A table's setup for a rematch: without stand-ins and without reserved options."""
        reserved = self.games.kit(table.setup.game).reserved
        options = {name: value for name, value in table.setup.options.items() if name not in reserved}
        seats = tuple(replace(seat, stand_in="") for seat in table.seats)
        return replace(table.setup, seats=seats, options=options, is_imported=False, offered=())

    # Bots and other slow work

    def wake(self, live: LiveTable) -> None:
        """Start the bots and clocks whose turn it is, and finish a draw that was under way at a crash."""
        self._runner.start_due_turns(live)
        if live.fair.request:
            self._runner.begin(live, live.fair.request.command, lambda _: None)

    async def work_out(self, need: NeedWork, address: str) -> Any:
        """Run a flick that belongs to no table in a worker process; raises JobFailed."""
        ticket = Ticket(Urgency.FLICK, address)
        return await self._run_job(need.job, need.question, seconds=need.seconds, ticket=ticket)

    async def _turn(self, live: LiveTable, due: Think | Hurry) -> None:
        """Decide for a bot, or for a player whose time is up, then start the turns that follow."""
        if isinstance(due, Hurry):
            self._start_clock(live, due.seat)
        try:
            await self._bots.decide(live, due, self._runner.answer)
        finally:
            if isinstance(due, Think):
                live.turns.rested(due.seat)
        if isinstance(due, Think) and self.tables.holds(live):
            self.wake(live)

    def _start_clock(self, live: LiveTable, seat: int) -> None:
        """Make the current task a seat's only clock; the clock of its last decision is cancelled."""
        task = asyncio.current_task()
        before = self._clocks.pop((live, seat), None)
        if before:
            before.cancel()
        if task:
            self._clocks[live, seat] = task
            task.add_done_callback(partial(self._clock_ended, (live, seat)))

    def _clock_ended(self, key: tuple[LiveTable, int], task: asyncio.Task[None]) -> None:
        if self._clocks.get(key) is task:
            del self._clocks[key]

    def _forget(self, live: LiveTable) -> None:
        """Drop the lane and the clocks of a table that left memory."""
        self._runner.forget(live)
        for key in [key for key in self._clocks if key[0] is live]:
            self._clocks.pop(key).cancel()

    # Seats and commands

    async def seats_of(self, live: LiveTable, secret_hash: str) -> tuple[int, ...]:
        """The seats that a secret opens now, perhaps none; raises StoreDown."""
        return live.keys.opened_by(secret_hash, await self.store.seat_of(live.id, secret_hash))

    async def sit(self, live: LiveTable, seat: int, name: str, secret_hash: str) -> Reply:
        """Seat a player under a secret; a repeated request gets the same answer while the secret is valid."""
        action = {"do": "sit", "seat": seat, "name": name}
        command = Command(_key_command_id("sit", seat, secret_hash), None, 0, action, key=secret_hash)
        answer = await self.command(live.id, command)
        if isinstance(answer, Accepted) and seat not in live.keys.opened_by(secret_hash):
            return Refused(No.SEAT_NOT_OPEN, live.durable.seq)  # the player sat here earlier, and left
        return answer

    async def change_key(self, live: LiveTable, seat: int, old_hash: str, new_hash: str) -> Reply:
        """Replace the secret of a seat; sockets opened with the old one lose the seat."""
        given = await self.store.seat_of(live.id, old_hash)
        name = _key_command_id("key", seat, new_hash)
        answer = await self._runner.change_key(live, name, seat, old_hash, given, new_hash)
        if isinstance(answer, Accepted) and seat not in live.keys.opened_by(new_hash):
            return Refused(No.NOT_YOUR_SEAT, live.durable.seq)  # this secret was valid once
        return answer

    async def command(self, table_id: str, command: Command) -> Reply:
        """Run a command; a repeated id gets the same answer and never makes a second move (F2)."""
        return await self._runner.answer(await self.live(table_id), command)

    def begin(self, live: LiveTable, command: Command, on_reply: OnReply) -> None:
        """Run a command at a watched table and call `on_reply`; raises TableGone if the table was dropped."""
        if not self.tables.holds(live):
            raise TableGone(live.id)
        self._runner.begin(live, command, on_reply)

    # Watching

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        """Add a watcher: it is shown all updates from now on."""
        live.connect(watcher)
        if watcher.seats:
            self._presence.changed(live)
        else:
            self._presence.queue(live)
        self._warmth.greet(live, watcher)
        self.wake(live)
        if watcher.brings_chains and self._runner.fair:
            self._tasks.spawn(self._begin_draws(live, self._runner.fair))

    async def _begin_draws(self, live: LiveTable, fair: FairDraws) -> None:
        with contextlib.suppress(StoreDown):  # then with the first draw
            await fair.begin(live)

    def give_link(self, live: LiveTable, seat: int, number: int, link: str) -> None:
        """A seat's device gives its link for the draw under way; one that does not fit is ignored."""
        self._tasks.spawn(self._runner.give_link(live, seat, number, link))

    def unwatch(self, live: LiveTable, watcher: Watcher) -> None:
        """Remove a watcher, if it was there."""
        if watcher not in live.watchers:
            return
        live.disconnect(watcher, time.monotonic())
        if watcher.seats:
            self._presence.changed(live)

    # Status

    def _on_status_change(self, live: LiveTable) -> None:
        """Store a table's new status, and call `on_finished` if it ended."""
        table = live.durable.table
        self._tasks.spawn(self._note_status(live.id, table.status))
        if table.status.has_ended:
            self._tasks.spawn(self._end_draws(live))
        if table.status is Status.OVER:
            for callback in self._on_finished:
                self._tasks.spawn(self._tell_finished(callback, live.id, table))

    async def _note_status(self, table_id: str, status: Status) -> None:
        """Store a table's status, which lists show; if that fails, the caretaker does so later."""
        with contextlib.suppress(StoreDown):
            await self.store.set_status(table_id, status)

    async def _end_draws(self, live: LiveTable) -> None:
        """Count the dice of a table and delete the secret they came from."""
        with contextlib.suppress(StoreDown):  # then it is missing in the counts, and the caretaker deletes
            await self.fair_book.note(live)
            if self._runner.fair:
                await self._runner.fair.end(live)

    async def _tell_finished(self, callback: OnFinished, table_id: str, table: Table) -> None:
        with contextlib.suppress(StoreDown):  # the callback's owner also looks by itself
            await callback(table_id, table)

    # Cleaning up

    async def _close(self, live: LiveTable) -> None:
        """Store that a table is abandoned."""
        await self._runner.append(live, "abandoned", {"kind": "abandoned"})


def _opening_events(setup: TableSetup) -> list[Body]:
    """The first events of a table, with the start of its game if no seat is open."""
    opened: list[Body] = [{"kind": "opened", "setup": setup.as_json()}]
    is_full = not any(seat.occupant is Occupant.OPEN for seat in setup.seats)
    return [*opened, {"kind": "started"}] if is_full else opened


def _rematch_id(table_id: str) -> str:
    """The id of a table's rematch, derived from its own and as hard to guess."""
    return hashlib.sha256(f"tumbletrip-rematch|{table_id}".encode()).hexdigest()[:24]


def _key_command_id(what: str, seat: int, secret_hash: str) -> str:
    """The id of a command about a seat's key: the same for the same secret, without revealing it."""
    digest = hashlib.sha256(f"tumbletrip-{what}|{secret_hash}".encode()).hexdigest()
    return f"{what}:{seat}:{digest[:24]}"
