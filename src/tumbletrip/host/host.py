"""The host of this process's tables: every command comes in here, and all that is shown goes out from here.

Persist, then show: a command is answered and broadcast only after its events are durable.
"""

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections.abc import Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from tumbletrip.core.refusals import Refusal
from tumbletrip.host.chance import Chance, SystemChance
from tumbletrip.host.clock import now_ms
from tumbletrip.host.days import Days
from tumbletrip.host.live import (
    Accepted,
    BrokenLog,
    LiveTable,
    NewerLog,
    Refused,
    Watcher,
    sit_command,
    to_text,
)
from tumbletrip.host.players import Players
from tumbletrip.host.workers import JobFailed
from tumbletrip.host.writer import Writer
from tumbletrip.tables import chain
from tumbletrip.tables.deciding import Bodies, Command, Facts, decide
from tumbletrip.tables.games import DAILY, Library
from tumbletrip.tables.play import Answer, Body, DiceAnswer, FlickAnswer, Need, NeedDice, NeedFlick
from tumbletrip.tables.ports import Appended, EventStore, NewTable, Status, StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import Table, TableSetup

log = structlog.get_logger(__name__)

BOT = "bot:"  # how the names of bots' commands begin; those of people begin with their seat
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and O: they sound and look like digits
CODE_LENGTH = 5
MAX_TRIES = 20  # at a command that others keep beating to its sequence number
MAX_EVENTS = 20_000  # of a table; beyond that only moves are taken, so that no log grows without end
ENDLESS = ("draft", "rename", "leave", "return")  # what can be done again and again
GOODBYE_SECONDS = 2.0  # for commands under way when the host stops
MAX_PAUSE = 30.0  # before a bot that fails is asked again


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
        self.days = Days(store)
        self._writer = Writer(store)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._under_way: dict[tuple[str, str], asyncio.Task[Accepted | Refused]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Host":
        """Start the writer and the watch for other processes' events."""
        for work in (self._writer.run(), self._follow_changes(), self._poll(), self._reap()):
            self._spawn(work)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let commands under way finish if they can, then let go of everything; what is durable stays."""
        if self._under_way:
            await asyncio.wait(self._under_way.values(), timeout=GOODBYE_SECONDS)
        tasks = [*self._tasks, *self._under_way.values(), *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

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
        self,
        setup: TableSetup,
        secrets_of: Mapping[int, str],
        played: Sequence[Body] = (),
        table_id: str | None = None,
    ) -> LiveTable:
        """A new table, durably kept; the game begins at once if no seat is open.

        `played` are the events of a game that was played elsewhere. A table whose id is given may be there
        already: then it is as it is.
        """
        live = await self.live(await self._create([*_opening(setup), *played], secrets_of, table_id))
        table_id = live.id
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
        """The table where the same people play again, opened by whoever asks first; None before the end.

        Its id follows from this table's, so that several who ask at once, at several processes or again
        after a crash, all open the same one.
        """
        table = live.durable.table
        if table.status is not Status.OVER or table.rematch:
            return table.rematch
        again = _rematch_id(live.id)
        seats = tuple(replace(seat, stand_in="") for seat in table.seats)
        options = {name: value for name, value in table.setup.options.items() if name != DAILY}
        await self._create(_opening(replace(table.setup, seats=seats, options=options)), {}, again)
        await self.store.copy_secrets(live.id, again)
        for seat, key in live.keys().items():
            await self.store.put_secret(again, seat, key or None)
        await self._note_status(again, (await self.live(again)).durable.table.status)
        await self._append(live, "rematch", {"kind": "rematched", "table": again})
        return live.durable.table.rematch

    async def _append(self, live: LiveTable, name: str, body: Body) -> None:
        """Store an event of the host's own, once."""
        for _ in range(MAX_TRIES):
            if name in live.answers:
                return
            stored = await self._store(live, name, (body,))
            if isinstance(stored, Refused):
                raise StoreDown(stored.reason.value)

    async def _create(
        self, bodies: Sequence[Body], secrets_of: Mapping[int, str], table_id: str | None = None
    ) -> str:
        """Keep a new table; if its id is given, it may be there already."""
        while True:
            name = table_id or secrets.token_urlsafe(12)
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            events = chain.chain(chain.START, 1, now_ms(), map(to_text, bodies), None)
            if await self.store.create(NewTable(name, code, events, secrets_of)):
                return name
            if table_id and await self.store.heads([table_id]):
                return table_id

    async def live(self, table_id: str) -> LiveTable:
        """The table in memory, loaded if need be; raises TableGone or StoreDown."""
        if table_id in self._live:
            self._live[table_id].used_at = time.monotonic()
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
            broken = chain.broken_at(stored)
            if broken is not None:
                raise BrokenLog(f"event {broken} does not follow, or is missing")
            live = LiveTable(table_id, stored.code, stored.events, self.library)
        except NewerLog as error:
            log.warning("table_of_newer_program", table=table_id)
            raise TableGone(table_id) from error
        except BrokenLog as error:
            await self._quarantine(table_id, error)
            raise TableGone(table_id) from error
        self._live[table_id] = live
        return live

    async def _quarantine(self, table_id: str, error: BrokenLog) -> None:
        """F20, F21: a broken table is named and left alone; the others live on."""
        log.error("table_quarantined", table=table_id, error=str(error))
        await self.store.set_status(table_id, Status.QUARANTINED)

    # Who may act

    async def seats_of(self, live: LiveTable, secret_hash: str) -> tuple[int, ...]:
        """The seats a secret opens at a table now; empty if none."""
        return live.opened_by(secret_hash, await self.store.seat_of(live.id, secret_hash))

    async def sit(self, live: LiveTable, seat: int, name: str, secret_hash: str) -> Accepted | Refused:
        """Seat whoever knows a secret; the same secret again gets the same answer, while it holds."""
        command = Command(sit_command(seat, secret_hash), None, 0, {"do": "sit", "seat": seat, "name": name})
        answer = await self.command(live.id, command)
        if isinstance(answer, Accepted) and seat not in live.opened_by(secret_hash, ()):
            return Refused(No.SEAT_NOT_OPEN, live.durable.seq)  # they sat here once, and left
        return answer

    # Commands

    async def command(self, table_id: str, command: Command) -> Accepted | Refused:
        """One command, one answer; the same id again gets the same answer and never a second move (F2)."""
        live = await self.live(table_id)
        known = live.answer_to(command.id)
        if known:
            return known
        key = (table_id, command.id)
        if key not in self._under_way:
            task = asyncio.get_running_loop().create_task(self._carry_out(live, command))
            self._under_way[key] = task
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        # Whoever asked may go away; what was decided is still stored and shown.
        return await asyncio.shield(self._under_way[key])

    async def _carry_out(self, live: LiveTable, command: Command) -> Accepted | Refused:
        """Answer a command, whatever happens: an error of ours must not leave anybody waiting."""
        try:
            if command.action.get("do") in ENDLESS and live.pending.seq >= MAX_EVENTS:
                return Refused(No.LOG_FULL, live.durable.seq)
            if command.action.get("do") == "flick":
                async with live.flicking:
                    return await self._try(live, command)
            return await self._try(live, command)
        except Exception as error:
            log.error("command_failed", table=live.id, error=repr(error), exc_info=True)
            return Refused(No.RETRY, live.durable.seq)

    async def _try(self, live: LiveTable, command: Command) -> Accepted | Refused:
        """Decide and store, again if others were first."""
        asked: Need | None = None
        answer: Answer | None = None
        for _ in range(MAX_TRIES):
            if command.id in live.answers:
                return live.answers[command.id]
            decided = decide(live.pending.table, command, self._facts(live))
            if isinstance(decided, NeedDice | NeedFlick):
                if decided != asked:  # an answer to another question is none: the table has moved on
                    try:
                        asked, answer = decided, await self._answer(live.pending.table, decided)
                    except JobFailed as error:
                        log.warning("no_answer", table=live.id, error=str(error))
                        return Refused(No.PHYSICS_FAILED, live.durable.seq)
                    continue
                decided = decide(live.pending.table, command, self._facts(live), answer)
            if isinstance(decided, tuple):
                outcome = await self._store(live, command.id, decided)
                if outcome:
                    return outcome
            elif not live.is_calm:
                await live.calm()  # nobody is refused for something that may yet turn out never to have been
            else:
                assert isinstance(decided, Refusal)
                refused = Refused(decided, live.durable.seq)
                return refused if command.id.startswith(BOT) else live.remember(command.id, refused)
        return Refused(No.RETRY, live.durable.seq)

    async def _store(self, live: LiveTable, name: str, bodies: Bodies) -> Accepted | Refused | None:
        """Make events durable, then show them; None if somebody else was first and we must decide again."""
        before = live.durable.table.status
        pushed = live.push(bodies, name, now_ms())
        try:
            result = await self._writer.append(pushed.append)
            if result is Appended.CONFLICT:
                if live.holds(pushed.branch):
                    await self._catch_up(live)
                    live.give_up(pushed.branch)
                return None
            if not live.settle(pushed):
                await self._catch_up(live)
        except StoreDown as error:
            log.warning("store_down", table=live.id, error=str(error))
            live.give_up(pushed.branch)
            return Refused(No.RETRY, live.durable.seq)
        finally:
            live.landed()
        if live.durable.table.status is not before:
            self._spawn(self._note_status(live.id, live.durable.table.status))
            self._spawn(self._note_result(live))
        self._after_change(live)
        return Accepted(pushed.append.events[0].seq)

    async def _note_status(self, table_id: str, status: Status) -> None:
        with contextlib.suppress(StoreDown):  # only for lists; the log is the truth
            await self.store.set_status(table_id, status)

    async def _note_result(self, live: LiveTable) -> None:
        with contextlib.suppress(StoreDown):  # whoever played is asked again when they look at the day
            await self.days.note_result(live.id, live.durable.table)

    async def _answer(self, table: Table, need: Need) -> Answer:
        """Ask the day, chance or physics."""
        if isinstance(need, NeedDice):
            return DiceAnswer(await self.days.faces(table, need) or self._chance.roll(need.count))
        return await self._players.settle(need)

    def _facts(self, live: LiveTable) -> Facts:
        game = live.pending.table.setup.game
        away = live.away(time.monotonic() - self.pace.away_after)
        return Facts(self._players.levels(game), self._players.stand_in(game), away)

    # Several processes on one store

    async def _catch_up(self, live: LiveTable) -> None:
        """Take in what other processes stored."""
        known = live.durable.seq
        stored = await self.store.load(live.id, after=known)
        if stored is None:
            raise StoreDown(f"table {live.id} is gone")
        try:
            if stored.head < known:
                raise BrokenLog(f"event {known} is missing")
            live.catch_up(stored.events)
        except BrokenLog as error:
            # What we remember and what is stored differ, perhaps after a restore: whoever comes back has
            # the whole log read and checked.
            self._forget(live)
            raise StoreDown("the log is not the one we knew") from error
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
        live.connect(watcher)
        if watcher.seats:
            self._tell_presence(live)
        self._after_change(live)

    def unwatch(self, live: LiveTable, watcher: Watcher) -> None:
        """The watcher is gone."""
        if watcher not in live.watchers:
            return
        live.disconnect(watcher)
        live.used_at = time.monotonic()
        if watcher.seats:
            self._tell_presence(live)

    def _tell_presence(self, live: LiveTable) -> None:
        seats = live.presence()
        for watcher in tuple(live.watchers):
            watcher.presence_changed(seats)

    # Bots, stand-ins and time limits

    def wake(self, live: LiveTable) -> None:
        """Let the bots of a table go on that nobody watches."""
        self._after_change(live)

    def _after_change(self, live: LiveTable) -> None:
        """Ask the bots whose turn it is, and start the clocks of the people."""
        table = live.durable.table
        for seat, decision in live.decisions.items():
            level = table.seats[seat].bot_level
            if level and seat not in live.thinking:
                live.thinking.add(seat)
                self._spawn(self._bot_turn(live, seat))
            elif not level and table.setup.seconds_per_decision:
                self._start_clock(live, seat, decision, table.setup.seconds_per_decision)

    async def _bot_turn(self, live: LiveTable, seat: int) -> None:
        """One decision of a bot, sent like anybody else's command."""
        try:
            await asyncio.sleep(self.pace.bot_delay)
            level = live.durable.table.seats[seat].bot_level
            if level and not await self._bot_decides(live, seat, level):
                await asyncio.sleep(min(MAX_PAUSE, 0.5 * 2 ** live.failures[seat]))
        finally:
            live.thinking.discard(seat)
        if self._live.get(live.id) is live:
            self._after_change(live)

    async def _bot_decides(self, live: LiveTable, seat: int, level: str) -> bool:
        """Whether a bot's decision was taken. All processes give one decision one name: it is taken once."""
        moment = live.durable
        if seat not in live.decisions:
            return True
        game = moment.table.setup.game
        if live.failures[seat] >= 2:
            level = self._players.stand_in(game)  # one that fails or hangs is stood in for itself (F22)
        name = f"{BOT}{seat}:{live.decisions[seat]}"
        try:
            action = await self._players.choose(moment.table, seat, level, f"{live.id}/{name}")
            answer = await self.command(live.id, Command(name, seat, moment.table.round, action))
            problem = answer.reason.value if isinstance(answer, Refused) else ""
        except (JobFailed, StoreDown, TableGone) as error:
            problem = str(error) or type(error).__name__
        if problem:
            log.warning("bot_failed", table=live.id, seat=seat, level=level, error=problem)
        live.failures[seat] = live.failures[seat] + 1 if problem else 0
        return not problem

    def _start_clock(self, live: LiveTable, seat: int, decision: int, seconds: float) -> None:
        """Measure a person's time from when this process first saw the question.

        So time in which no server ran is credited, and a clock that is set anew hurries nobody (F10).
        """
        asked, task = live.clocks.get(seat, (0, None))
        if asked == decision:
            return
        if task:
            task.cancel()
        live.clocks[seat] = decision, self._spawn(self._hurry(live, seat, decision, seconds))

    async def _hurry(self, live: LiveTable, seat: int, decision: int, seconds: float) -> None:
        """A person who does not decide in time has this one decision made by a stand-in."""
        await asyncio.sleep(seconds)
        while live.decisions.get(seat) == decision:
            if await self._bot_decides(live, seat, self._players.stand_in(live.durable.table.setup.game)):
                return
            await asyncio.sleep(min(MAX_PAUSE, 0.5 * 2 ** live.failures[seat]))

    # Tidying up

    async def _reap(self) -> None:
        """Forget tables nobody watches, and close those nobody came back to (F22)."""
        while True:
            await asyncio.sleep(min(self.pace.reap_every, self.pace.keep_unwatched))
            limit = time.monotonic() - self.pace.keep_unwatched
            busy = {table_id for table_id, _ in self._under_way}
            for live in tuple(self._live.values()):
                if not (live.watchers or live.thinking or live.id in busy) and live.used_at < limit:
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
                if live.pending.at_ms < before and live.pending.table.status is not Status.OVER:
                    await self._store(live, "abandoned", ({"kind": "abandoned"},))
                # A crash may have kept the status from being noted when the table came to its end.
                await self._note_status(table_id, live.durable.table.status)

    def _forget(self, live: LiveTable) -> None:
        """Drop a table from memory; watchers come back to a fresh copy."""
        if self._live.get(live.id) is live:
            del self._live[live.id]
        for _, clock in live.clocks.values():
            clock.cancel()
        for watcher in tuple(live.watchers):
            watcher.go_away("reload")


def _opening(setup: TableSetup) -> list[Body]:
    """The first events of a table; the game begins at once if no seat is open."""
    opened: list[Body] = [{"kind": "opened", "setup": setup.as_json()}]
    is_full = not any(seat.occupant is Occupant.OPEN for seat in setup.seats)
    return [*opened, {"kind": "started"}] if is_full else opened


def _rematch_id(table_id: str) -> str:
    """The id of the table that follows this one; as hard to guess as this one's."""
    return hashlib.sha256(f"tumbletrip-rematch|{table_id}".encode()).hexdigest()[:24]
