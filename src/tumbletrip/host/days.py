"""The days of the daily challenge: their dice, and the results of those who played them.

The secret and the results are notes in the store, where the first one said holds: so all processes roll the
same dice, and a table counts once however often its end is told.
"""

import secrets
from typing import Final

from tumbletrip.dicetrip.rules import Phase
from tumbletrip.dicetrip.scoring import score
from tumbletrip.fairness.days import SEED_BYTES, end_of, face, seed_of
from tumbletrip.host.pace import now_ms
from tumbletrip.host.results import ResultBook
from tumbletrip.tables.dicetrip_play import DiceTripPlay
from tumbletrip.tables.games import DAILY
from tumbletrip.tables.play import NeedDice
from tumbletrip.tables.ports import EventStore, Status
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import Table

SECRET: Final = "daily/secret"
# Who began before midnight may finish: results count, and the seed stays secret, until this much later.
GRACE_MS: Final = 60 * 60 * 1000


class Days:
    """Dice and results of days, the same for all processes on one store."""

    def __init__(self, store: EventStore) -> None:
        """The secret is read, or made, when it is first needed."""
        self._store = store
        self._secret: bytes | None = None
        self.results = ResultBook(store, "daily/result")  # of Dice Trip, by the ids of the tables

    async def seed(self, day: str) -> bytes:
        """The seed of a day; not to leave the server before the day is over."""
        if self._secret is None:
            fresh = secrets.token_hex(SEED_BYTES)
            self._secret = bytes.fromhex(await self._store.note(SECRET, fresh))
        return seed_of(self._secret, day)

    async def faces(self, table: Table, need: NeedDice) -> tuple[int, ...]:
        """The dice that a table's day has for it now."""
        day = table.setup.options[DAILY]
        assert isinstance(table.play, DiceTripPlay)
        throw = 1 if table.play.game.phase is Phase.REROLL else 0
        seed = await self.seed(day)
        return tuple(face(seed, table.round, die, throw) for die in need.dice)

    async def note_result(self, table_id: str, table: Table) -> None:
        """Keep the result of a table that has come to its end, if it counts: played by a person, in time."""
        day = table.setup.options.get(DAILY)
        seat = table.seats[0]
        is_own = seat.occupant is Occupant.PERSON and not seat.stand_in
        if not day or table.status is not Status.OVER or not is_own or is_revealed(day):
            return
        if table_id not in await self.results.of(day):
            await self.results.note(day, table_id, total_of(table))


def total_of(table: Table) -> int:
    """The points of a solo game."""
    assert isinstance(table.play, DiceTripPlay)
    return score(table.play.game.sheets[0]).total


def is_revealed(day: str) -> bool:
    """Whether the seed of a day may be shown by now."""
    return now_ms() >= end_of(day) + GRACE_MS
