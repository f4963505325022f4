"""The host of this process's tables: every command comes in here, and all that is shown goes out from here.

Persist, then show: a command is answered and broadcast only after its events are durable.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from tumbletrip.core.refusals import Refusal
from tumbletrip.host.chance import Chance, SystemChance
from tumbletrip.host.live import Accepted, BrokenLog, LiveTable, Pushed, Refused, Watcher, to_text
from tumbletrip.host.players import Players
from tumbletrip.host.workers import JobFailed
from tumbletrip.host.writer import Writer
from tumbletrip.tables import chain
from tumbletrip.tables.deciding import Bodies, Command, Facts, decide
from tumbletrip.tables.games import Library
from tumbletrip.tables.play import Answer, Body, DiceAnswer, FlickAnswer, Need, NeedDice, NeedFlick
from tumbletrip.tables.ports import Appended, EventStore, NewTable, Status, StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import TableSetup

log = structlog.get_logger(__name__)

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and O: they sound and look like digits
CODE_LENGTH = 5
MAX_TRIES = 20  # at a command that others keep beating to its sequence number


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient a host is, in seconds."""

    bot_delay: float = 0.4  # bots take their time kindly
    away_after: float = 45.0  # before others may ask for a stand-in
    poll: float = 3.0  # for what other processes wrote, should a wake-up be lost (F23)
    keep_unwatched: float = 300.0  # a table nobody watches is forgotten after this, not its log
    abandoned_after: float = 30 * 24 * 3600.0
    reap_every: float = 600.0


class TableGone(Exception):
    """There is no such table, or it is quarantined."""


class Host:
    """Runs the tables of one process on a store that other processes may share."""

    def __init__(
        self,
        store: EventStore,
        players: Players,
        *,
        library: Library | None = None,
        chance: Chance | None = None,
        pace: Pace | None = None,
    ) -> None:
        """A host that is not running yet; use it as an async context."""
        self.store = store
        self.library = library or Library()
        self.pace = pace or Pace()
        self._players = players
        self._chance = chance or SystemChance()
        self._writer = Writer(store)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._under_way: dict[tuple[str, str], asyncio.Future[Accepted | Refused]] = {}
        self._last_used: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = time.time()

    async def __aenter__(self) -> "Host":
        """Start the writer and the watch for other processes' events."""
        for work in (self._writer.run(), self._follow_changes(), self._poll(), self._reap()):
            self._spawn(work)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let go of everything; what is durable stays."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("task_failed", error=repr(task.exception()))

    # Opening and finding tables

    async def open(
        self, setup: TableSetup, secrets_of: Mapping[int, str], played: Sequence[Body] = ()
    ) -> LiveTable:
        """A new table, durably kept; the game begins at once if no seat is open.

        `played` are the events of a game that was played elsewhere.
        """
        bodies: list[Body] = [{"kind": "opened", "setup": setup.as_json()}]
        if not any(seat.occupant is Occupant.OPEN for seat in setup.seats):
            bodies.append({"kind": "started"})
        table_id = await self._create([*bodies, *played], secrets_of)
        live = await self.live(table_id)
        await self._note_status(table_id, live.durable.table.status)
        self._after_change(live)
        return live

    async def settle(self, need: NeedFlick) -> FlickAnswer:
        """How dice come to rest after a flick that belongs to no table; raises JobFailed."""
        return await self._players.settle(need)

    def levels(self, game: str) -> Collection[str]:
        """The bots that can take a seat at a game."""
        return self._players.levels(game)

    async def rematch(self, live: LiveTable) -> str | None:
        """The table where the same people play again, opened by whoever asks first; None before the end."""
        table = live.durable.table
        if table.status is not Status.OVER or table.rematch:
            return table.rematch
        seats = tuple(replace(table.seats[seat], stand_in="") for seat in table.players)
        again = await self.open(replace(table.setup, seats=seats), {})
        await self.store.copy_secrets(live.id, again.id)
        await self._store(live, Command("rematch", None, 0, {}), ({"kind": "rematched", "table": again.id},))
        return live.durable.table.rematch

    async def _create(self, bodies: list[Body], secrets_of: Mapping[int, str]) -> str:
        while True:
            table_id = secrets.token_urlsafe(12)
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            events = chain.chain(chain.START, 1, now_ms(), map(to_text, bodies), None)
            if await self.store.create(NewTable(table_id, code, events, secrets_of)):
                return table_id

    async def live(self, table_id: str) -> LiveTable:
        """The table in memory, loaded if need be; raises TableGone or StoreDown."""
        self._last_used[table_id] = time.monotonic()
        if table_id in self._live:
            return self._live[table_id]
        if table_id not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self.store.load(table_id)
        if stored is None or stored.status is Status.QUARANTINED:
            raise TableGone(table_id)
        try:
            live = LiveTable(table_id, stored.code, stored.events, self.library)
        except BrokenLog as error:
            await self._quarantine(table_id, error)
            raise TableGone(table_id) from error
        self._live[table_id] = live
        return live

    async def _quarantine(self, table_id: str, error: BrokenLog) -> None:
        """F20, F21: a broken table is named and left alone; the others live on."""
        log.error("table_quarantined", table=table_id, error=str(error))
        await self.store.set_status(table_id, Status.QUARANTINED)
        live = self._live.pop(table_id, None)
        for watcher in tuple(live.watchers) if live else ():
            watcher.go_away("quarantined")

    # Commands

    async def command(self, table_id: str, command: Command) -> Accepted | Refused:
        """One command, one answer; the same id again gets the same answer and never a second move (F2)."""
        live = await self.live(table_id)
        known = live.answers.get(command.id)
        if known:
            return known
        key = (table_id, command.id)
        under_way = self._under_way.get(key)
        if under_way:
            return await asyncio.shield(under_way)
        answer: asyncio.Future[Accepted | Refused] = asyncio.get_running_loop().create_future()
        self._under_way[key] = answer
        try:
            answer.set_result(await self._carry_out(live, command))
        finally:
            del self._under_way[key]
            if not answer.done():
                answer.set_result(Refused(No.RETRY, live.durable.seq))
        return answer.result()

    async def _carry_out(self, live: LiveTable, command: Command) -> Accepted | Refused:
        answer: Answer | None = None
        for _ in range(MAX_TRIES):
            if command.id in live.answers:
                return live.answers[command.id]
            decided = decide(live.pending.table, command, self._facts(live), answer)
            if isinstance(decided, Refusal):
                return Refused(decided, live.durable.seq)
            if not isinstance(decided, tuple):
                try:
                    answer = await self._answer(decided)
                except JobFailed as error:
                    log.warning("no_answer", table=live.id, error=str(error))
                    return Refused(No.PHYSICS_FAILED, live.durable.seq)
                continue
            outcome = await self._store(live, command, decided)
            if outcome:
                return outcome
        return Refused(No.RETRY, live.durable.seq)

    async def _store(self, live: LiveTable, command: Command, bodies: Bodies) -> Accepted | Refused | None:
        """Make events durable, then show them; None if somebody else was first and we must decide again."""
        pushed = live.push(bodies, command.id, now_ms())
        try:
            result = await self._writer.append(pushed.append, lambda: self._show(live, pushed))
            if result is Appended.CONFLICT:
                await self._catch_up(live)
                return None
        except StoreDown as error:
            log.warning("store_down", table=live.id, error=str(error))
            live.drop_pending()
            return Refused(No.RETRY, live.durable.seq)
        return Accepted(pushed.append.events[0].seq)

    def _show(self, live: LiveTable, pushed: Pushed) -> None:
        """Events are durable: let everybody see them, and those whose turn it is go on."""
        before = live.durable.table.status
        live.settle(pushed)
        if live.durable.table.status is not before:
            self._spawn(self._note_status(live.id, live.durable.table.status))
        self._after_change(live)

    async def _note_status(self, table_id: str, status: Status) -> None:
        with contextlib.suppress(StoreDown):  # only for lists; the log is the truth
            await self.store.set_status(table_id, status)

    async def _answer(self, need: Need) -> Answer:
        """Ask chance or physics."""
        if isinstance(need, NeedDice):
            return DiceAnswer(self._chance.roll(need.count))
        return await self._players.settle(need)

    def _facts(self, live: LiveTable) -> Facts:
        game = live.pending.table.setup.game
        return Facts(self._players.levels(game), self._players.stand_in(game), self._away(live))

    def _away(self, live: LiveTable) -> set[int]:
        """The seats whose people have not been connected for a while."""
        limit = time.monotonic() - self.pace.away_after
        return {seat for seat, since in live.away_since.items() if since < limit}

    # Several processes on one store

    async def _catch_up(self, live: LiveTable) -> None:
        """Take in what other processes stored."""
        stored = await self.store.load(live.id, after=live.durable.seq)
        if stored is None:
            raise StoreDown(f"table {live.id} is gone")
        try:
            live.catch_up(stored.events)
        except BrokenLog as error:
            await self._quarantine(live.id, error)
            raise StoreDown("the table is quarantined") from error
        self._after_change(live)

    async def _follow_changes(self) -> None:
        """Wake up for tables that other processes wrote to."""
        async for changed in self.store.changes():
            await self._refresh(dict(changed))

    async def _poll(self) -> None:
        """Look for what a lost wake-up did not tell."""
        while True:
            await asyncio.sleep(self.pace.poll)
            watched = [live.id for live in self._live.values() if live.watchers]
            try:
                await self._refresh(await self.store.heads(watched) if watched else {})
            except StoreDown as error:
                log.warning("store_down", error=str(error))

    async def _refresh(self, heads: Mapping[str, int]) -> None:
        for table_id, head in heads.items():
            live = self._live.get(table_id)
            if live and head > live.pending.seq:
                try:
                    await self._catch_up(live)
                except StoreDown as error:
                    log.warning("store_down", table=table_id, error=str(error))

    # Watching

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        """Show a watcher all that happens from now on."""
        live.watchers.add(watcher)
        for seat in watcher.seats:
            live.connected[seat] += 1
            live.away_since.pop(seat, None)
        if watcher.seats:
            self._tell_presence(live)
        self._after_change(live)

    def unwatch(self, live: LiveTable, watcher: Watcher) -> None:
        """The watcher is gone."""
        if watcher not in live.watchers:
            return
        live.watchers.discard(watcher)
        for seat in watcher.seats:
            live.connected[seat] -= 1
            if not live.connected[seat]:
                live.away_since[seat] = time.monotonic()
        if watcher.seats:
            self._tell_presence(live)

    def _tell_presence(self, live: LiveTable) -> None:
        seats = live.presence()
        for watcher in tuple(live.watchers):
            watcher.presence_changed(seats)

    # Bots, stand-ins and time limits

    def _after_change(self, live: LiveTable) -> None:
        """Ask the bots whose turn it is, and start the clock of the people."""
        table = live.durable.table
        for seat in table.waiting_for:
            level = table.seats[seat].bot_level
            if level and seat not in live.thinking:
                self._think(live, seat, level, self.pace.bot_delay)
            elif not level and table.setup.seconds_per_decision:
                self._spawn(self._hurry(live, seat, live.durable.seq))

    def _think(self, live: LiveTable, seat: int, level: str, delay: float) -> None:
        live.thinking.add(seat)
        self._spawn(self._bot_turn(live, seat, level, delay))

    async def _bot_turn(self, live: LiveTable, seat: int, level: str, delay: float) -> None:
        """One decision of a bot, sent like anybody else's command."""
        await asyncio.sleep(delay)
        try:
            await self._bot_decides(live, seat, level)
        finally:
            live.thinking.discard(seat)
        self._after_change(live)

    async def _bot_decides(self, live: LiveTable, seat: int, level: str) -> None:
        moment = live.durable
        if seat not in moment.table.waiting_for:
            return
        name = f"bot:{seat}:{moment.seq}"
        try:
            action = await self._players.choose(moment.table, seat, level, f"{live.id}/{name}")
            answer = await self.command(live.id, Command(name, seat, moment.table.round, action))
        except (JobFailed, StoreDown, TableGone) as error:
            log.warning("bot_failed", table=live.id, seat=seat, level=level, error=str(error))
            await asyncio.sleep(1.0)
            return
        if isinstance(answer, Refused):
            log.warning("bot_refused", table=live.id, seat=seat, level=level, reason=answer.reason.value)
            await asyncio.sleep(1.0)

    async def _hurry(self, live: LiveTable, seat: int, seq: int) -> None:
        """A person who does not decide in time has this one decision made by a stand-in."""
        table = live.durable.table
        assert table.setup.seconds_per_decision
        begun = max(live.durable.at_ms / 1000, self._started)  # downtime is credited
        await asyncio.sleep(max(0.0, begun + table.setup.seconds_per_decision - time.time()))
        if live.durable.seq == seq and seat in live.durable.table.waiting_for:
            await self._bot_decides(live, seat, self._players.stand_in(table.setup.game))

    # Tidying up

    async def _reap(self) -> None:
        """Forget tables nobody watches, and close those nobody came back to (F22)."""
        while True:
            await asyncio.sleep(min(self.pace.reap_every, self.pace.keep_unwatched))
            limit = time.monotonic() - self.pace.keep_unwatched
            for live in tuple(self._live.values()):
                if not live.watchers and not live.thinking and self._last_used[live.id] < limit:
                    self._forget(live)
            try:
                await self.close_abandoned()
            except StoreDown as error:
                log.warning("store_down", error=str(error))

    async def close_abandoned(self) -> None:
        """Mark tables without an event for a long time as abandoned."""
        before = now_ms() - int(self.pace.abandoned_after * 1000)
        for table_id in await self.store.idle_tables((Status.OPEN, Status.PLAYING), before, 100):
            with contextlib.suppress(TableGone):
                live = await self.live(table_id)
                await self._store(live, Command("abandoned", None, 0, {}), ({"kind": "abandoned"},))
                await self.store.set_status(table_id, Status.ABANDONED)

    def _forget(self, live: LiveTable) -> None:
        """Drop a table from memory; watchers come back to a fresh copy."""
        if self._live.get(live.id) is live:
            del self._live[live.id]
            self._last_used.pop(live.id, None)
        for watcher in tuple(live.watchers):
            watcher.go_away("reload")


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
