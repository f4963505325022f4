"""The daily challenge over HTTP: today's, one's own table, and past days to be checked by anybody."""

from typing import Literal

from fastapi import APIRouter, Request

from tumbletrip.answers.secrecy import hash_of, secret_from
from tumbletrip.answers.tables import DEVICE
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.sheet import LAST_ROUND
from tumbletrip.fairness.days import commitment, day_after, end_of, face, is_day
from tumbletrip.games.dicetrip.kit import edition_of
from tumbletrip.games.tumblin.play import rest_json
from tumbletrip.host.daily.challenges import Challenges, Ghost, Standing, table_of, today
from tumbletrip.host.daily.guest import DailyGuest
from tumbletrip.host.pace import now_ms
from tumbletrip.server.http.problems import CONFLICT, NOT_FOUND, UNAVAILABLE, Refuse, documented
from tumbletrip.server.http.schemas import Daily, DailyStart, DailyTable, DayRevealed, GhostTable, SeatSecret
from tumbletrip.server.http.tables import Device
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import clean_name

router = APIRouter(prefix="/api")


@router.get("/daily", responses=documented(UNAVAILABLE))
async def daily(request: Request, authorization: Device = None) -> Daily:
    """Today's challenge; a device that names itself learns how it stands."""
    challenges: Challenges = request.app.state.challenges
    device = DEVICE.fullmatch(authorization or "")
    try:
        standing = await challenges.standing(device[1] if device else None)
        own, next_ = [await challenges.commitment(day) for day in (standing.day, day_after(standing.day))]
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    return Daily(
        day=standing.day,
        ends_in_ms=max(0, end_of(standing.day) - now_ms()),
        edition=edition_of(standing.day),
        commitment=own,
        tomorrow=next_,
        state=_state(standing),
        table=standing.table.id if standing.table else None,
        total=standing.total,
        par=standing.par,
        relaxed_par=standing.relaxed_par,
        players=standing.players,
        place=standing.place,
        better_than=standing.better_than,
        best=_ghost(standing.best),
        champion=_ghost(standing.champion),
    )


def _state(standing: Standing) -> Literal["new", "playing", "done"]:
    if standing.table is None:
        return "new"
    return "playing" if standing.total is None else "done"


def _ghost(ghost: Ghost | None) -> GhostTable | None:
    return GhostTable(table=ghost.table, total=ghost.total) if ghost else None


@router.post("/daily", status_code=201, responses=documented(CONFLICT, UNAVAILABLE))
async def sit_down(request: Request, start: DailyStart) -> DailyTable:
    """Sit down at today's challenge, or come back to it: a device has one table a day."""
    challenges: Challenges = request.app.state.challenges
    name = clean_name(start.name) if start.name else ""
    if name is None:
        raise Refuse(CONFLICT, No.BAD_NAME)
    day = today()
    secret = secret_from(table_of(day, start.id), 0, start.id)
    try:
        live = await challenges.begin(day, start.id, name, hash_of(secret))
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    own = [SeatSecret(seat=0, secret=secret)]
    return DailyTable(day=day, edition=edition_of(day), table=live.id, code=live.code, seats=own)


@router.get("/daily/{day}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def past_day(request: Request, day: str) -> DayRevealed:
    """A day that is over, with the seed of its dice."""
    guest: DailyGuest = request.app.state.daily
    challenges: Challenges = request.app.state.challenges
    try:
        seed = await challenges.revealed(day) if is_day(day) else None
        if seed is None:
            raise Refuse(NOT_FOUND, "daily/not_over")
        results, solved = await guest.days.results.of(day), await guest.puzzles.results.of(day)
        laid = await guest.puzzles.laid(day)
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
