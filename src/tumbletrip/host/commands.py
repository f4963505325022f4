"""Carrying out commands: decide, let it be stored and shown, answer."""

import asyncio
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import TypeAlias

import structlog

from tumbletrip.core.refusals import Refusal
from tumbletrip.host.chance import Chance
from tumbletrip.host.days import Days
from tumbletrip.host.ledger import Ledger, Reply
from tumbletrip.host.live import Accepted, LiveTable, Refused, key_command
from tumbletrip.host.players import Players
from tumbletrip.host.workers import JobFailed
from tumbletrip.tables.deciding import ABOUT_PEOPLE, Bodies, Command, Facts, decide
from tumbletrip.tables.games import DAILY
from tumbletrip.tables.play import Answer, Body, DiceAnswer, Need, NeedDice, NeedFlick
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import Table

log = structlog.get_logger(__name__)

BOT = "bot:"  # how the names of bots' commands begin; those of people begin with their seat
MAX_TRIES = 20  # at a command that others keep beating to its sequence number
MAX_EVENTS = 20_000  # of a table; beyond that only moves are taken, so that no log grows without end
ENDLESS = ("draft", "rename", "leave", "return")  # what can be done again and again
GOODBYE_SECONDS = 2.0  # for commands under way when the host stops
GOODBYE_LOOK_SECONDS = 0.01
NO_FACTS = Facts()

Tell: TypeAlias = Callable[[Reply], None]
_Key: TypeAlias = tuple[str, str]  # table and command


class Commands:
    """All commands of this process under way."""

    def __init__(
        self, ledger: Ledger, players: Players, chance: Chance, days: Days, away_after: float
    ) -> None:
        """Nothing under way yet; what is decided goes to the ledger."""
        self._ledger = ledger
        self._players = players
        self._chance = chance
        self._days = days
        self._away_after = away_after
        self._under_way: dict[_Key, list[Tell]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def end(self) -> None:
        """Let commands under way finish if they can, and tell the others to come back."""
        deadline = time.monotonic() + GOODBYE_SECONDS
        while self._under_way and time.monotonic() < deadline:
            await asyncio.sleep(GOODBYE_LOOK_SECONDS)
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for key in tuple(self._under_way):
            self._answer_all(key, Refused(No.RETRY, 0))

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
        if not self._take_at_once(live, command, key):
            self._take_time(live, command, key)

    def _answer_all(self, key: _Key, reply: Reply) -> None:
        """Tell all who asked for a command."""
        for tell in self._under_way.pop(key, ()):
            tell(reply)

    def _take_at_once(self, live: LiveTable, command: Command, key: _Key) -> bool:
        """Let a plain move be stored without further ado; False if anybody must be asked or refused.

        Most commands are of this kind, and a task of its own would cost each of them as much as its rules.
        """
        if live.pending.seq >= MAX_EVENTS:
            return False
        try:
            decided = self._decided_at_once(live.pending.table, command, self._facts(live, command))
            if not isinstance(decided, tuple):
                return False
            self._ledger.enter(live, command.id, decided, partial(self._entered, live, command, key))
        except Exception:  # nothing was entered, and whoever takes the time meets and names it again
            return False
        return True

    def _decided_at_once(self, table: Table, command: Command, facts: Facts) -> Bodies | Need | Refusal:
        """What a command does, with dice of chance if it needs some."""
        decided = decide(table, command, facts)
        if not isinstance(decided, NeedDice):
            return decided
        thrown = self._thrown(table, decided)
        return decide(table, command, facts, thrown) if thrown else decided

    def _entered(self, live: LiveTable, command: Command, key: _Key, reply: Reply | None) -> None:
        """Answer; a command that others beat to its place is looked at anew."""
        if reply is None:
            self._take_time(live, command, key)
        else:
            self._answer_all(key, reply)

    def _take_time(self, live: LiveTable, command: Command, key: _Key) -> None:
        task = asyncio.get_running_loop().create_task(self._take(live, command, key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take(self, live: LiveTable, command: Command, key: _Key) -> None:
        """Carry out a command, and tell all who asked for it."""
        reply: Reply = Refused(No.RETRY, live.durable.seq)  # should we be stopped on the way
        try:
            reply = await self._carry_out(live, command)
        finally:
            self._answer_all(key, reply)

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
                outcome = await self._ledger.store(live, command.id, decided)
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
            stored = await self._ledger.store(live, name, ({"kind": "rekeyed", "seat": seat},))
            if stored:
                return stored
        return Refused(No.RETRY, live.durable.seq)

    async def append(self, live: LiveTable, name: str, body: Body) -> None:
        """Store an event of the host's own, once."""
        for _ in range(MAX_TRIES):
            if isinstance(live.answer_to(name), Accepted):
                return
            stored = await self._ledger.store(live, name, (body,))
            if isinstance(stored, Refused):
                raise StoreDown(stored.reason.value)
