"""The daily challenge: one board and the same dice for everybody, the champion's result as par.

A challenge is an ordinary table whose option `daily` names the day, so that it survives whatever tables do.
"""

import hashlib
from dataclasses import dataclass
from datetime import date
from typing import Final

from tumbletrip.dicetrip.editions import EDITION_NAMES
from tumbletrip.fairness.days import commitment, day_at, name_from
from tumbletrip.host.days import is_revealed, total_of
from tumbletrip.host.host import Host, TableGone
from tumbletrip.host.live import LiveTable
from tumbletrip.host.pace import now_ms
from tumbletrip.tables.games import DAILY, DICETRIP
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tables.table import TableSetup

CHAMPION: Final = "champion"


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
    players: int
    better_than: int | None  # per cent of the others' results; None while there are none
    best: Ghost | None  # only for those who have finished
    champion: Ghost | None  # likewise


def today() -> str:
    """The day it is now, by the clock of Greenwich, everywhere in the world."""
    return day_at(now_ms())


def edition_of(day: str) -> str:
    """The board of a day: they take turns."""
    return EDITION_NAMES[date.fromisoformat(day).toordinal() % len(EDITION_NAMES)]


def table_of(day: str, device: str) -> str:
    """The id of a device's table on a day: one each, however often it asks, and as secret as the device's."""
    return hashlib.sha256(f"tumbletrip-daily|{day}|{device}".encode()).hexdigest()[:24]


async def commitment_of(host: Host, day: str) -> str:
    """What may be known of a day's dice in advance."""
    return commitment(await host.days.seed(day))


async def revealed(host: Host, day: str) -> bytes | None:
    """The seed of a day that is over; None before."""
    return await host.days.seed(day) if is_revealed(day) else None


async def begin(host: Host, day: str, device: str, name: str, secret_hash: str) -> LiveTable:
    """Sit down at the challenge of a day, or come back to it."""
    setup = _setup(day, Seat(Occupant.PERSON, name))
    return await host.open(setup, {0: secret_hash}, table_id=table_of(day, device))


async def standing(host: Host, device: str | None) -> Standing:
    """Today's challenge as a device sees it; None is a device that never played."""
    day = today()
    champion = await _champion(host, day)
    par = total_of(champion.durable.table) if _is_over(champion) else None
    own = await _own(host, day, device) if device else None
    if own is not None:
        await host.days.note_result(own.id, own.durable.table)  # should a crash have come before the note
    results = await host.days.results.of(day)
    best = results.best
    total = total_of(own.durable.table) if own and _is_over(own) else None
    has_finished = total is not None
    return Standing(
        day=day,
        table=own,
        total=total,
        par=par,
        players=len(results),
        better_than=results.better_than(total, own.id) if own and total is not None else None,
        best=Ghost(best.name, best.total) if has_finished and best else None,
        champion=Ghost(champion.id, par) if has_finished and par is not None else None,
    )


async def _own(host: Host, day: str, device: str) -> LiveTable | None:
    try:
        return await host.live(table_of(day, device))
    except TableGone:
        return None


async def _champion(host: Host, day: str) -> LiveTable:
    """The champion's table, opened by whoever asks first; its name would tell nobody the dice to come."""
    name = name_from(await host.days.seed(day), CHAMPION)
    try:
        live = await host.live(name)
    except TableGone:
        seat = Seat(Occupant.BOT, CHAMPION, level=CHAMPION)
        return await host.open(_setup(day, seat), {}, table_id=name)
    host.wake(live)  # a server that was stopped may have left the champion in the middle
    return live


def _setup(day: str, seat: Seat) -> TableSetup:
    return TableSetup(DICETRIP, {"edition": edition_of(day), DAILY: day}, (seat,), None)


def _is_over(live: LiveTable) -> bool:
    return live.durable.table.status is Status.OVER
