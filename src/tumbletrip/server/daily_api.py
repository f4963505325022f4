"""The daily challenge over HTTP: today's, one's own table, and past days to be checked by anybody."""

import re
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Request

from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.sheet import LAST_ROUND
from tumbletrip.fairness.days import commitment, day_after, end_of, face, is_day
from tumbletrip.host.challenges import (
    Ghost,
    Standing,
    begin,
    commitment_of,
    edition_of,
    revealed,
    standing,
    table_of,
    today,
)
from tumbletrip.host.host import Host
from tumbletrip.host.pace import now_ms
from tumbletrip.server.problems import CONFLICT, NOT_FOUND, UNAVAILABLE, Refuse, documented
from tumbletrip.server.schemas import Daily, DailyStart, DailyTable, DayRevealed, GhostTable, SeatSecret
from tumbletrip.server.secrecy import hash_of, secret_from
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import clean_name
from tumbletrip.tables.tumblin_play import rest_json

router = APIRouter(prefix="/api")
Device = Annotated[str | None, Header(alias="Authorization", description="Device <id>")]
DEVICE = re.compile("Device ([A-Za-z0-9_-]{16,64})")


@router.get("/daily", responses=documented(UNAVAILABLE))
async def daily(request: Request, authorization: Device = None) -> Daily:
    """Today's challenge; a device that names itself learns how it stands."""
    host: Host = request.app.state.host
    known = DEVICE.fullmatch(authorization or "")
    try:
        stands = await standing(host, known[1] if known else None)
        own, next_ = [await commitment_of(host, day) for day in (stands.day, day_after(stands.day))]
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    return Daily(
        day=stands.day,
        ends_in_ms=max(0, end_of(stands.day) - now_ms()),
        edition=edition_of(stands.day),
        commitment=own,
        tomorrow=next_,
        state=_state(stands),
        table=stands.table.id if stands.table else None,
        total=stands.total,
        par=stands.par,
        players=stands.players,
        better_than=stands.better_than,
        best=_ghost(stands.best),
        champion=_ghost(stands.champion),
    )


def _state(stands: Standing) -> Literal["new", "playing", "done"]:
    if stands.table is None:
        return "new"
    return "playing" if stands.total is None else "done"


def _ghost(ghost: Ghost | None) -> GhostTable | None:
    return GhostTable(table=ghost.table, total=ghost.total) if ghost else None


@router.post("/daily", status_code=201, responses=documented(CONFLICT, UNAVAILABLE))
async def sit_down(request: Request, start: DailyStart) -> DailyTable:
    """Sit down at today's challenge, or come back to it: a device has one table a day."""
    host: Host = request.app.state.host
    name = clean_name(start.name)
    if name is None:
        raise Refuse(CONFLICT, No.BAD_NAME)
    day = today()
    secret = secret_from(table_of(day, start.id), 0, start.id)
    try:
        live = await begin(host, day, start.id, name, hash_of(secret))
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    own = [SeatSecret(seat=0, secret=secret)]
    return DailyTable(day=day, edition=edition_of(day), table=live.id, code=live.code, seats=own)


@router.get("/daily/{day}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def past_day(request: Request, day: str) -> DayRevealed:
    """A day that is over, with the seed of its dice."""
    host: Host = request.app.state.host
    try:
        seed = await revealed(host, day) if is_day(day) else None
        if seed is None:
            raise Refuse(NOT_FOUND, "daily/not_over")
        results, solved = await host.days.results.of(day), await host.puzzles.results.of(day)
        laid = await host.puzzles.laid(day)
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    return DayRevealed(
        day=day,
        edition=edition_of(day),
        seed=seed.hex(),
        commitment=commitment(seed),
        dice=[[face(seed, number, die) for die in COLOURS] for number in range(1, LAST_ROUND + 1)],
        results=results.totals(),
        puzzle=[rest_json(rest) for rest in laid.match.rests],
        puzzle_results=solved.totals(),
    )
