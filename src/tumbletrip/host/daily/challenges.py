"""The daily challenge: one board and the same dice for everybody, the champion's result as par.

A challenge is an ordinary table whose option `daily` names the day.
"""

import hashlib
from dataclasses import dataclass

from tumbletrip.fairness.days import commitment, day_at, name_from
from tumbletrip.games.kit import DAILY, DailyKit, GameKit
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.daily.days import Days, total_of
from tumbletrip.host.host import Host, TableGone
from tumbletrip.host.pace import now_ms
from tumbletrip.tables.bot_names import bot_name
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tables.table import Table, TableSetup


@dataclass(frozen=True, slots=True)
class Ghost:
    """A finished game of the day that those who have finished may look at."""

    table: str
    total: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A day as one device sees it: what it played, and how that compares."""

    day: str
    table: LiveTable | None
    total: int | None  # once finished
    par: int | None  # the champion's result, once it is known
    relaxed_par: int | None  # what a relaxed player makes on this board
    players: int
    place: int | None  # among all results, for those who have one
    better_than: int | None  # per cent of the others' results; None while there are none
    best: Ghost | None  # only for those who have finished
    champion: Ghost | None  # likewise


def today() -> str:
    """The current day in UTC."""
    return day_at(now_ms())


def table_of(day: str, device: str) -> str:
    """The id of a device's only table on a day; as hard to guess as the device's own id."""
    return hashlib.sha256(f"tumbletrip-daily|{day}|{device}".encode()).hexdigest()[:24]


class Challenges:
    """The daily challenges of one game, at the tables of a host."""

    def __init__(self, host: Host, days: Days, kit: GameKit, daily: DailyKit) -> None:
        """For a game whose kit has a daily challenge."""
        self._host = host
        self._days = days
        self._kit = kit
        self._daily = daily

    async def commitment(self, day: str) -> str:
        """The published commitment to a day's seed; raises StoreDown."""
        return commitment(await self._days.seed(day))

    async def revealed(self, day: str) -> bytes | None:
        """The seed of a day that is over; None before."""
        return await self._days.seed(day) if self._days.may_be_told(day) else None

    async def begin(self, day: str, device: str, name: str, secret_hash: str) -> LiveTable:
        """A device's table for the challenge of a day, opened if need be; raises StoreDown."""
        setup = self._setup(day, Seat(Occupant.PERSON, name))
        return await self._host.open(setup, {0: secret_hash}, table_id=table_of(day, device))

    async def standing(self, device: str | None) -> Standing:
        """Today's challenge as a device sees it; None is a device that never played."""
        day = today()
        champion = await self._champion(day)
        par = total_of(champion.durable.table) if _is_over(champion) else None
        own = await self._own(day, device) if device else None
        if own is not None:
            # In case a crash prevented the note when the table ended.
            await self._days.note_result(own.id, own.durable.table)
        results = await self._days.results.of(day)
        best = results.best
        total = total_of(own.durable.table) if own and _is_over(own) else None
        has_finished = total is not None
        return Standing(
            day=day,
            table=own,
            total=total,
            par=par,
            relaxed_par=self._daily.relaxed_par(day),
            players=len(results),
            place=results.place(own.id) if own else None,
            better_than=results.better_than(total, own.id) if own and total is not None else None,
            best=Ghost(best.name, best.total) if has_finished and best else None,
            champion=Ghost(champion.id, par) if has_finished and par is not None else None,
        )

    async def may_see(self, table: Table, device: str | None) -> bool:
        """Whether a device without a seat at a table may see it: not before it has played that day.

        Raises StoreDown.
        """
        if not self._days.is_sealed(table):
            return True
        own = await self._own(table.setup.options[DAILY], device) if device else None
        return own is not None and _is_over(own)

    async def _own(self, day: str, device: str) -> LiveTable | None:
        try:
            return await self._host.live(table_of(day, device))
        except TableGone:
            return None

    async def _champion(self, day: str) -> LiveTable:
        """The champion's table, opened by the first request; its id reveals nothing about the dice."""
        level = self._daily.par_level
        name = name_from(await self._days.seed(day), level)
        try:
            live = await self._host.live(name)
        except TableGone:
            seat = Seat(Occupant.BOT, bot_name(level, ()), level)
            return await self._host.open(self._setup(day, seat), {}, table_id=name)
        self._host.wake(live)  # a stopped server may have left the champion's game unfinished
        return live

    def _setup(self, day: str, seat: Seat) -> TableSetup:
        return TableSetup(self._kit.key, self._daily.options(day), (seat,), None)


def _is_over(live: LiveTable) -> bool:
    return live.durable.table.status is Status.OVER
