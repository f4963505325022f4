"""The days of the daily challenges: their seeds and dice, and the results of those who played them.

The secret and the results are notes in the store, where the first value for a name wins: so all processes
roll the same dice, and a table counts once even if its end is reported twice.
"""

import secrets
from collections.abc import Awaitable
from typing import Final

from tumbletrip.fairness.days import SEED_BYTES, end_of, face, seed_of
from tumbletrip.games.kit import DAILY
from tumbletrip.host.daily.results import ResultBook
from tumbletrip.host.pace import now_ms
from tumbletrip.host.ports import Chance
from tumbletrip.host.upkeep.clock import SteadyClock
from tumbletrip.tables.play import NeedDice
from tumbletrip.tables.ports import EventStore, Status
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import Table

SECRET: Final = "daily/secret"
# After midnight UTC, games of the day may be finished for this long; until then the seed stays secret.
GRACE_MS: Final = 60 * 60 * 1000


class Days:
    """Seeds and results of days, the same for all processes on one store."""

    def __init__(self, store: EventStore, clock: SteadyClock) -> None:
        """The secret is read, or made, when it is first needed; `clock` says when a day's may be told."""
        self._store = store
        self._clock = clock
        self._secret: bytes | None = None
        self.results = ResultBook(store, "daily/result")  # of challenges, by the ids of their tables

    async def seed(self, day: str) -> bytes:
        """The seed of a day, secret until `may_be_told`; raises StoreDown."""
        if self._secret is None:
            fresh = secrets.token_hex(SEED_BYTES)
            self._secret = bytes.fromhex(await self._store.note(SECRET, fresh))
        return seed_of(self._secret, day)

    def may_be_told(self, day: str) -> bool:
        """Whether a day has certainly ended: a clock that jumped just now does not tell its seed (F54)."""
        sure = self._clock.sure_ms()
        return sure is not None and sure >= end_of(day) + GRACE_MS

    def is_sealed(self, table: Table) -> bool:
        """Whether a table shows dice of a day that others may still play."""
        day = table.setup.options.get(DAILY)
        return day is not None and not self.may_be_told(day)

    async def faces(self, table: Table, need: NeedDice) -> tuple[int, ...]:
        """The faces that a table's day determines for its next throw; raises StoreDown."""
        seed = await self.seed(table.setup.options[DAILY])
        return tuple(face(seed, table.round, die, need.throw) for die in need.dice)

    async def note_result(self, table_id: str, table: Table) -> None:
        """Store a finished challenge's result if a person played it in time; raises StoreDown."""
        day = table.setup.options.get(DAILY)
        seat = table.seats[0]
        is_own = seat.occupant is Occupant.PERSON and not seat.stand_in
        if not day or table.status is not Status.OVER or not is_own:
            return
        if has_closed(day) or self.may_be_told(day):
            return
        if table_id not in await self.results.of(day):
            await self.results.note(day, table_id, total_of(table))


class DailyChance:
    """The dice of the day at tables with the option `daily`, and another source's at all others."""

    def __init__(self, days: Days, others: Chance) -> None:
        """`others` rolls for tables without a day."""
        self._days = days
        self._others = others

    def roll(
        self, table_id: str, table: Table, need: NeedDice
    ) -> tuple[int, ...] | Awaitable[tuple[int, ...]]:
        """The faces that a table asks for."""
        if table.setup.options.get(DAILY):
            return self._days.faces(table, need)
        return self._others.roll(table_id, table, need)


def total_of(table: Table) -> int:
    """The points of a solo game."""
    assert table.play is not None
    return table.play.totals[0]


def has_closed(day: str) -> bool:
    """Whether a day's games and decisions no longer count, by the clock of now."""
    return now_ms() >= end_of(day) + GRACE_MS
