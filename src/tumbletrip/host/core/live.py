"""A table in memory: log, seat keys, presence, turns, drafts, and how its dice are drawn."""

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

from tumbletrip.host.core.drafts import SeatDrafts
from tumbletrip.host.core.fair import FairTable
from tumbletrip.host.core.keys import SeatKeys
from tumbletrip.host.core.log import BrokenLog, Encode, Moment, Shown, TableLog, Update
from tumbletrip.host.core.presence import TablePresence
from tumbletrip.host.core.turns import Turns
from tumbletrip.tables.play import Draft, Games
from tumbletrip.tables.ports import StoredEvent
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import Drafts, is_move


class Watcher(Protocol):
    """Receives a table's updates: a connection, or a test. Its methods must not block."""

    seats: tuple[int, ...]  # empty for spectators
    brings_chains: bool  # whether its device takes part in drawing dice

    def show(self, update: Update) -> None:
        """Receive an update; called in order, without gaps."""

    def presence_changed(self, seats: Sequence[bool], until_stand_in_ms: Sequence[int]) -> None:
        """Which seats are connected now, and when a bot may stand in for those that are not."""

    def bots_warmed(self, percents: Sequence[int]) -> None:
        """How ready the bot of each seat is; 100 for bots that are, and for people."""

    def go_away(self, reason: str) -> None:
        """The table is dropped here: reconnect to see it again."""


class LiveTable:
    """A loaded table with all that the host knows about it; times are seconds of a monotonic clock."""

    def __init__(
        self,
        table_id: str,
        code: str,
        events: Sequence[StoredEvent],
        games: Games,
        *,
        encode: Encode,
        now: float,
        drafts: Mapping[int, tuple[int, Draft]] | None = None,
    ) -> None:
        """Read the whole log; raises BrokenLog or NewerLog. `drafts`: by seat, with their round."""
        if not events:
            raise BrokenLog("there is no event")
        self.id = table_id
        self.code = code
        self.log = TableLog(table_id, events[0], games, encode)
        self.keys = SeatKeys()
        self.presence = TablePresence(now)
        self.turns = Turns()
        self.drafts = SeatDrafts({})
        self.fair = FairTable()
        self.loaded_at = now
        self.watchers: set[Watcher] = set()
        self.used_at = now
        self.last_address = table_id  # of whoever acted here last: bots and flicks take that one's share
        self.take_in(self.log.read(events[1:]), now)
        self.drafts = SeatDrafts(drafts or {})
        self.drafts.follow(self.durable.table)

    @property
    def durable(self) -> Moment:
        """The table as it is stored and may be shown."""
        return self.log.durable

    @property
    def pending(self) -> Moment:
        """The table including events that are decided but not stored yet."""
        return self.log.pending

    @property
    def events(self) -> tuple[Shown, ...]:
        """All durable events."""
        return self.log.since(0)

    def thoughts(self) -> Drafts:
        """The drafts of all seats, by seat."""
        return self.drafts.now

    def connected(self) -> list[bool]:
        """For each seat, whether it is connected to any process."""
        return self.presence.connected(len(self.durable.table.seats))

    def seats_with_chains(self) -> set[int]:
        """The players' seats whose devices are connected here and take part in drawing dice."""
        table = self.durable.table
        here = {seat for watcher in self.watchers if watcher.brings_chains for seat in watcher.seats}
        return {seat for seat in here.intersection(table.players) if not table.seats[seat].bot_level}

    def away(self, before: float) -> set[int]:
        """The players' seats that are not connected and were last seen before a time."""
        return self.presence.away(self.durable.table.players, before)

    def until_stand_in_ms(self, now: float, away_after: float) -> list[int]:
        """For each seat, the time until a bot may stand in for it if nobody connects to it."""
        waits = self.presence.until_away(len(self.durable.table.seats), now, away_after)
        return [math.ceil(1000 * wait) for wait in waits]

    # Watchers

    def connect(self, watcher: Watcher) -> None:
        """Add a watcher: it is shown all updates from now on."""
        self.watchers.add(watcher)
        self.presence.connect(watcher.seats)

    def disconnect(self, watcher: Watcher, now: float) -> None:
        """Remove a watcher."""
        self.watchers.discard(watcher)
        self.presence.disconnect(watcher.seats, now)
        self.used_at = now

    def show(self, update: Update) -> None:
        """Show an update to all watchers; seats that changed hands are taken from those who held them."""
        for seat in _vacated(update):
            for watcher in self.watchers:
                watcher.seats = tuple(own for own in watcher.seats if own != seat)
            self.presence.vacate(seat)
        for watcher in tuple(self.watchers):
            watcher.show(update)

    # What has become durable

    def take_in(self, updates: Sequence[Update], now: float) -> None:
        """Update keys, turns, presence, draws and drafts from durable events, in order."""
        for update in updates:
            before = update.before
            for shown, after in zip(update.events, update.tables, strict=True):
                actor = _actor(shown, before, after)
                if not is_move(shown.body):
                    self.keys.note(shown, after)
                self.fair.note(shown.body, after.players)
                self.turns.note(shown.seq, actor, after.waiting_for)
                if actor is not None:
                    self.presence.acted(actor, now)
                before = after
            if self.drafts.now:
                update.drafts = self.drafts.follow(update.table)


def _actor(shown: Shown, before: Table, after: Table) -> int | None:
    """The seat that acted in an event; None for renames and for drafts in old logs."""
    body = shown.body
    if is_move(body):
        return None if after.play is before.play else after.players[body["play"]["seat"]]
    seat: int | None = body["seat"] if body["kind"] in ("sat", "left", "returned") else None
    return seat


def _vacated(update: Update) -> list[int]:
    """The seats that were left before the start, or whose key was replaced."""
    bodies = [shown.body for shown in update.events]
    left = [body["seat"] for body in bodies if body["kind"] == "left"]
    rekeyed = [body["seat"] for body in bodies if body["kind"] == "rekeyed"]
    return [seat for seat in left if update.table.seats[seat].occupant is Occupant.OPEN] + rekeyed
