"""The one way by which a table moves: events are made durable, then folded in, shown and answered.

Persist, then show: nobody hears of an event that a power cut could still take away.
"""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import structlog

from tumbletrip.host.days import Days
from tumbletrip.host.live import Accepted, LiveTable, Pushed, Refused
from tumbletrip.host.neighbours import Neighbours
from tumbletrip.host.pace import now_ms
from tumbletrip.host.tasks import Tasks
from tumbletrip.host.writer import Writer
from tumbletrip.tables.deciding import Bodies
from tumbletrip.tables.ports import Appended, EventStore, Status, StoreDown
from tumbletrip.tables.refusals import No

log = structlog.get_logger(__name__)

Reply: TypeAlias = Accepted | Refused
Told: TypeAlias = Callable[[Reply | None], None]  # None: somebody else was first, decide again


class Ledger:
    """Stores what is decided at this process's tables."""

    def __init__(
        self,
        store: EventStore,
        days: Days,
        neighbours: Neighbours,
        tasks: Tasks,
        changed: Callable[[LiveTable], None],
    ) -> None:
        """Nothing to store yet; `changed` hears of every table that moved."""
        self._store = store
        self._days = days
        self._neighbours = neighbours
        self._background = tasks
        self._changed = changed
        self._writer = Writer(store)

    async def run(self) -> None:
        """Write for as long as the host runs."""
        await self._writer.run()

    def enter(self, live: LiveTable, name: str, bodies: Bodies, told: Told) -> None:
        """Make events durable, show them, and then tell how it went."""
        pushed = live.push(bodies, name, now_ms())
        self._writer.append(pushed.append, partial(self._answered, live, pushed, told))

    async def store(self, live: LiveTable, name: str, bodies: Bodies) -> Reply | None:
        """The same for whoever can wait; None if somebody else was first and we must decide again."""
        told: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()
        self.enter(live, name, bodies, lambda reply: None if told.done() else told.set_result(reply))
        return await told

    def _answered(self, live: LiveTable, pushed: Pushed, told: Told, result: Appended | StoreDown) -> None:
        """The store has answered: show what is durable now, at once if nobody else knows more than we do."""
        try:
            reply = self._settled(live, pushed, result)
        except Exception as error:  # an error of ours must not leave anybody waiting, nor stop the writer
            live.landed()
            told(_failed(live, error))
            return
        if reply is None:
            self._background.spawn(self._mend(live, pushed, told, result))
        else:
            live.landed()
            told(reply)

    def _settled(self, live: LiveTable, pushed: Pushed, result: Appended | StoreDown) -> Reply | None:
        """The reply to what was stored or could not be; None if the store has to be read first."""
        if isinstance(result, StoreDown):
            return _taken_back(live, pushed, result)
        before = live.durable.table.status
        if result is Appended.CONFLICT or not live.settle(pushed):
            return None
        self._moved(live, before)
        return Accepted(pushed.first_seq)

    async def _mend(self, live: LiveTable, pushed: Pushed, told: Told, result: Appended | StoreDown) -> None:
        """Others wrote to the table: take that in. Our events are among it, or must be decided again."""
        reply: Reply | None = Refused(No.RETRY, live.durable.seq)  # should we be stopped on the way
        before = live.durable.table.status
        try:
            if result is Appended.STORED:
                await self._neighbours.catch_up(live)
                self._moved(live, before)
                reply = Accepted(pushed.first_seq)
            else:
                if live.holds(pushed.branch):
                    await self._neighbours.catch_up(live)
                    live.give_up(pushed.branch)
                reply = None
        except StoreDown as error:
            reply = _taken_back(live, pushed, error)
        except Exception as error:  # see above
            reply = _failed(live, error)
        finally:
            live.landed()
            told(reply)

    def _moved(self, live: LiveTable, before: Status) -> None:
        """Write down what a table does now, if that is news, and let those act whose turn it is."""
        if live.durable.table.status is not before:
            self._background.spawn(self.note_status(live.id, live.durable.table.status))
            self._background.spawn(self._note_result(live))
        self._changed(live)

    async def _note_result(self, live: LiveTable) -> None:
        with contextlib.suppress(StoreDown):  # whoever played is asked again when they look at the day
            await self._days.note_result(live.id, live.durable.table)

    async def note_status(self, table_id: str, status: Status) -> None:
        """Write down what a table is doing, for lists; the log is the truth."""
        with contextlib.suppress(StoreDown):
            await self._store.set_status(table_id, status)


def _taken_back(live: LiveTable, pushed: Pushed, error: StoreDown) -> Refused:
    """What could not be stored never happened."""
    log.warning("store_down", table=live.id, error=str(error))
    live.give_up(pushed.branch)
    return Refused(No.RETRY, live.durable.seq)


def _failed(live: LiveTable, error: Exception) -> Refused:
    log.error("command_failed", table=live.id, error=repr(error), exc_info=error)
    return Refused(No.RETRY, live.durable.seq)
