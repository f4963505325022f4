"""Carrying out commands: decide, make durable, then show and answer.

Persist, then show: a command is answered and broadcast only after its events are durable.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection
from typing import TypeAlias

import structlog

from tumbletrip.core.refusals import Refusal
from tumbletrip.host.chance import Chance
from tumbletrip.host.days import Days
from tumbletrip.host.live import Accepted, LiveTable, Refused, key_command
from tumbletrip.host.neighbours import Neighbours
from tumbletrip.host.pace import now_ms
from tumbletrip.host.players import Players
from tumbletrip.host.tasks import Tasks
from tumbletrip.host.workers import JobFailed
from tumbletrip.host.writer import Writer
from tumbletrip.tables.deciding import ABOUT_PEOPLE, Bodies, Command, Facts, decide
from tumbletrip.tables.games import DAILY
from tumbletrip.tables.play import Answer, Body, DiceAnswer, Need, NeedDice, NeedFlick
from tumbletrip.tables.ports import Appended, EventStore, Status, StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import Table

log = structlog.get_logger(__name__)

BOT = "bot:"  # how the names of bots' commands begin; those of people begin with their seat
MAX_TRIES = 20  # at a command that others keep beating to its sequence number
MAX_EVENTS = 20_000  # of a table; beyond that only moves are taken, so that no log grows without end
ENDLESS = ("draft", "rename", "leave", "return")  # what can be done again and again
GOODBYE_SECONDS = 2.0  # for commands under way when the host stops
NO_FACTS = Facts()

Reply: TypeAlias = Accepted | Refused
Tell: TypeAlias = Callable[[Reply], None]


class Commands:
    """All commands of this process under way."""

    def __init__(
        self,
        store: EventStore,
        players: Players,
        chance: Chance,
        days: Days,
        neighbours: Neighbours,
        tasks: Tasks,
        changed: Callable[[LiveTable], None],
        away_after: float,
    ) -> None:
        """Nothing under way yet; `run` stores what is decided, `changed` hears of every table that moved."""
        self._store = store
        self._players = players
        self._chance = chance
        self._days = days
        self._neighbours = neighbours
        self._background = tasks
        self._changed = changed
        self._away_after = away_after
        self._writer = Writer(store)
        self._under_way: dict[tuple[str, str], list[Tell]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Store what is decided, for as long as the host runs."""
        await self._writer.run()

    async def end(self) -> None:
        """Let commands under way finish if they can."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GOODBYE_SECONDS)
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def busy_tables(self) -> set[str]:
        """The tables with a command under way."""
        return {table_id for table_id, _ in self._under_way}

    async def answer(self, live: LiveTable, command: Command) -> Reply:
        """The answer to a command; whoever asks may go away, what was decided is still stored and shown."""
        told: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.begin(live, command, lambda reply: None if told.done() else told.set_result(reply))
        return await told

    def begin(self, live: LiveTable, command: Command, tell: Tell) -> None:
        """One command, one answer; the same id again gets the same answer and never a second move (F2).

        The answer is told in the same breath in which others are shown what happened.
        """
        known = live.answer_to(command.id)
        if known:
            tell(known)
            return
        key = (live.id, command.id)
        if key in self._under_way:
            self._under_way[key].append(tell)
            return
        self._under_way[key] = [tell]
        task = asyncio.get_running_loop().create_task(self._answer_all(live, command, key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer_all(self, live: LiveTable, command: Command, key: tuple[str, str]) -> None:
        """Carry out a command, and tell all who asked for it."""
        reply: Reply = Refused(No.RETRY, live.durable.seq)  # should we be stopped on the way
        try:
            reply = await self._carry_out(live, command)
        finally:
            for tell in self._under_way.pop(key):
                tell(reply)

    async def _carry_out(self, live: LiveTable, command: Command) -> Reply:
        """Answer a command, whatever happens: an error of ours must not leave anybody waiting."""
        wanted = command.action.get("do")
        try:
            if wanted in ENDLESS and live.pending.seq >= MAX_EVENTS:
                return Refused(No.LOG_FULL, live.durable.seq)
            if wanted == "flick":
                async with live.flicking:
                    return await self._try(live, command)
            return await self._try(live, command)
        except Exception as error:
            log.error("command_failed", table=live.id, error=repr(error), exc_info=True)
            return Refused(No.RETRY, live.durable.seq)

    async def _try(self, live: LiveTable, command: Command) -> Reply:
        """Decide and store, again if others were first."""
        asked: Need | None = None
        answer: Answer | None = None
        for _ in range(MAX_TRIES):
            known = live.answer_to(command.id)
            if known:
                return known
            facts = self._facts(live, command)
            decided = decide(live.pending.table, command, facts)
            if isinstance(decided, NeedDice | NeedFlick):
                if decided != asked:  # an answer to another question is none: the table has moved on
                    asked, answer = decided, self._thrown(live.pending.table, decided)
                    if answer is None:
                        try:
                            answer = await self._ask(live.pending.table, decided)
                        except JobFailed as error:
                            log.warning("no_answer", table=live.id, error=str(error))
                            return Refused(No.PHYSICS_FAILED, live.durable.seq)
                        continue  # others may have acted while the dice rolled
                decided = decide(live.pending.table, command, facts, answer)
            if isinstance(decided, tuple):
                outcome = await self.store(live, command.id, decided)
                if outcome:
                    return outcome
            elif not live.is_calm:
                await live.calm()  # nobody is refused for something that may yet turn out never to have been
            else:
                assert isinstance(decided, Refusal)
                refused = Refused(decided, live.durable.seq)
                return refused if command.id.startswith(BOT) else live.remember(command.id, refused)
        return Refused(No.RETRY, live.durable.seq)

    def _thrown(self, table: Table, need: Need) -> DiceAnswer | None:
        """Dice of chance, which come at once; None where somebody else must be asked."""
        if isinstance(need, NeedFlick) or table.setup.options.get(DAILY):
            return None
        return DiceAnswer(self._chance.roll(need.count))

    async def _ask(self, table: Table, need: Need) -> Answer:
        """Ask the day or physics."""
        if isinstance(need, NeedDice):
            return DiceAnswer(await self._days.faces(table, need))
        return await self._players.settle(need)

    def _facts(self, live: LiveTable, command: Command) -> Facts:
        """What the host knows about bots and people; moves of the game never ask for it."""
        if command.action.get("do") not in ABOUT_PEOPLE:
            return NO_FACTS
        game = live.pending.table.setup.game
        away = live.away(time.monotonic() - self._away_after)
        return Facts(self._players.levels(game), self._players.stand_in(game), away)

    async def change_key(
        self, live: LiveTable, seat: int, old_hash: str, given: Collection[int], new_hash: str
    ) -> Reply:
        """Let a new secret open a seat instead of an old one, which was `given` these seats with the table.

        Of two who change one key at once, the second no longer holds it and is refused.
        """
        if live.pending.seq >= MAX_EVENTS:
            return Refused(No.LOG_FULL, live.durable.seq)
        name = key_command(seat, new_hash)
        for _ in range(MAX_TRIES):
            while not live.is_calm:
                await live.calm()
            if seat in live.opened_by(new_hash, ()):
                return Accepted(live.durable.seq)
            if live.answer_to(name) or seat not in live.opened_by(old_hash, given):
                return Refused(No.NOT_YOUR_SEAT, live.durable.seq)
            stored = await self.store(live, name, ({"kind": "rekeyed", "seat": seat},))
            if stored:
                return stored
        return Refused(No.RETRY, live.durable.seq)

    async def append(self, live: LiveTable, name: str, body: Body) -> None:
        """Store an event of the host's own, once."""
        for _ in range(MAX_TRIES):
            if isinstance(live.answer_to(name), Accepted):
                return
            stored = await self.store(live, name, (body,))
            if isinstance(stored, Refused):
                raise StoreDown(stored.reason.value)

    async def store(self, live: LiveTable, name: str, bodies: Bodies) -> Reply | None:
        """Make events durable, then show them; None if somebody else was first and we must decide again."""
        before = live.durable.table.status
        pushed = live.push(bodies, name, now_ms())
        try:
            result = await self._writer.append(pushed.append)
            if result is Appended.CONFLICT:
                if live.holds(pushed.branch):
                    await self._neighbours.catch_up(live)
                    live.give_up(pushed.branch)
                return None
            if not live.settle(pushed):
                await self._neighbours.catch_up(live)
        except StoreDown as error:
            log.warning("store_down", table=live.id, error=str(error))
            live.give_up(pushed.branch)
            return Refused(No.RETRY, live.durable.seq)
        finally:
            live.landed()
        if live.durable.table.status is not before:
            self._background.spawn(self.note_status(live.id, live.durable.table.status))
            self._background.spawn(self._note_result(live))
        self._changed(live)
        return Accepted(pushed.append.events[0].seq)

    async def _note_result(self, live: LiveTable) -> None:
        with contextlib.suppress(StoreDown):  # whoever played is asked again when they look at the day
            await self._days.note_result(live.id, live.durable.table)

    async def note_status(self, table_id: str, status: Status) -> None:
        """Write down what a table is doing, for lists; the log is the truth."""
        with contextlib.suppress(StoreDown):
            await self._store.set_status(table_id, status)
