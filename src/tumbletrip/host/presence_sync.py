"""Presence across server processes: each announces which seats are connected to it."""

import asyncio
import contextlib
import json
import time
from collections.abc import Iterable, Sequence

from tumbletrip.core.logs import get_logger
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.loaded_tables import LoadedTables
from tumbletrip.host.pace import Pace
from tumbletrip.tables.ports import EventStore, StoreDown

log = get_logger(__name__)

GATHER_SECONDS = 0.05  # changes within this time share one message
TABLES_PER_MESSAGE = 100  # of at most 8,000 bytes; a table of 16 seats needs about 60


class PresenceSync:
    """Tells watchers and other processes which seats are connected."""

    def __init__(self, store: EventStore, tables: LoadedTables, pace: Pace) -> None:
        """The host runs `announce` and `receive` until it stops."""
        self._store = store
        self._tables = tables
        self._pace = pace
        self._changed: set[str] = set()
        self._has_work = asyncio.Event()

    def changed(self, live: LiveTable) -> None:
        """A seat was connected to this process, or disconnected."""
        self._notify_watchers(live)
        self.queue(live)

    def queue(self, live: LiveTable) -> None:
        """Announce a table's connected seats soon; the first time, also ask other processes for theirs."""
        self._changed.add(live.id)
        self._has_work.set()

    async def announce(self) -> None:
        """Announce tables that changed, and all tables at every renewal, until cancelled."""
        renewal = time.monotonic() + self._pace.renew_presence
        while True:
            # Not `wait_for`: in Python 3.11 it loses a cancellation that comes together with the event.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, renewal - time.monotonic())):
                    await self._has_work.wait()
                await asyncio.sleep(GATHER_SECONDS)
            if time.monotonic() >= renewal:
                renewal = time.monotonic() + self._pace.renew_presence
                self._expire()
                self._changed.update(live.id for live in self._tables.all() if live.presence.here())
            self._has_work.clear()
            await self._announce_changed()

    async def _announce_changed(self) -> None:
        changed, self._changed = self._changed, set()
        try:
            await self._store.tell(self._messages(changed))
        except StoreDown as error:
            log.warning("store_down", error=str(error))

    def _messages(self, changed: Iterable[str]) -> list[str]:
        known = [live for live in map(self._tables.get, changed) if live]
        announced = [(live.id, live.presence.here(), live.presence.asks_others()) for live in known]
        return [
            json.dumps(announced[start : start + TABLES_PER_MESSAGE])
            for start in range(0, len(announced), TABLES_PER_MESSAGE)
        ]

    async def receive(self) -> None:
        """Take in what other processes announce, and answer their questions, until cancelled."""
        async for process, message in self._store.hear():
            for table, seats, is_question in json.loads(message):
                live = self._tables.get(table)
                if live is None:
                    continue
                self._take_in(live, process, seats)
                if is_question and live.presence.here():
                    self.queue(live)

    def _take_in(self, live: LiveTable, process: str, seats: Sequence[int]) -> None:
        before, now = live.connected(), time.monotonic()
        live.presence.heard_from(process, seats, now + 3 * self._pace.renew_presence, now)
        if live.connected() != before:
            self._notify_watchers(live)

    def _expire(self) -> None:
        """Drop the seats of processes that have not renewed them."""
        for live in self._tables.all():
            before = live.connected()
            live.presence.expire(time.monotonic())
            if live.connected() != before:
                self._notify_watchers(live)

    def _notify_watchers(self, live: LiveTable) -> None:
        seats = live.connected()
        waits = live.until_stand_in_ms(time.monotonic(), self._pace.away_after)
        for watcher in tuple(live.watchers):
            watcher.presence_changed(seats, waits)
