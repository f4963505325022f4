"""The Tumblin-Dice puzzle of the day over HTTP: the board of today, and one flick for every device."""

from fastapi import APIRouter, Request

from tumbletrip.answers.tables import DEVICE
from tumbletrip.core.refusals import Refusal
from tumbletrip.fairness.days import end_of
from tumbletrip.games.tumblin.play import die_json, rest_json, sheet_json
from tumbletrip.games.tumblin.puzzle import die_in_hand
from tumbletrip.host.daily.challenges import today
from tumbletrip.host.daily.guest import DailyGuest
from tumbletrip.host.daily.puzzles import PuzzleStanding, Solved, may_be_solved
from tumbletrip.host.pace import now_ms
from tumbletrip.host.ports import JobFailed
from tumbletrip.server.guards.rates import address_of
from tumbletrip.server.http.problems import CONFLICT, TOO_MANY, UNAVAILABLE, Refuse, documented
from tumbletrip.server.http.schemas import Puzzle, PuzzleFlick, SolvedPuzzle
from tumbletrip.server.http.tables import Device
from tumbletrip.server.http.tumblin import practice_buckets
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tumblin.puzzles import lead, sheet_now

router = APIRouter(prefix="/api")


@router.get("/puzzle", responses=documented(UNAVAILABLE))
async def puzzle(request: Request, authorization: Device = None) -> Puzzle:
    """Today's puzzle; a device that names itself learns how it stands."""
    guest: DailyGuest = request.app.state.daily
    device = DEVICE.fullmatch(authorization or "")
    try:
        return _puzzle_json(await guest.puzzles.standing(today(), device[1] if device else None))
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None


@router.post("/puzzle", responses=documented(CONFLICT, UNAVAILABLE))
async def flick(request: Request, body: PuzzleFlick) -> Puzzle:
    """Flick, once a day: whatever a device sends later, the answer tells of its first flick."""
    address = address_of(request.scope)
    if not practice_buckets.take(address):
        raise Refuse(TOO_MANY, "http/too_many")
    if not may_be_solved(body.day):
        raise Refuse(CONFLICT, "daily/closed")
    guest: DailyGuest = request.app.state.daily
    try:
        wanted = {**body.launch.model_dump(), "by": body.by}
        solved = await guest.puzzles.solve(body.day, body.id, wanted, address)
        if isinstance(solved, Refusal):
            raise Refuse(CONFLICT, solved.value)
        return _puzzle_json(await guest.puzzles.standing(body.day, body.id))
    except JobFailed:
        raise Refuse(UNAVAILABLE, "http/busy") from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None


def _puzzle_json(standing: PuzzleStanding) -> Puzzle:
    match = standing.laid.match
    sheet = sheet_now(match)
    return Puzzle(
        day=standing.day,
        ends_in_ms=max(0, end_of(standing.day) - now_ms()),
        board=match.setup.board.id,
        dice=[die_json(die) for die in match.setup.dice.values()],
        rests=[rest_json(rest) for rest in match.rests],
        die=die_in_hand(standing.laid),
        sheet=sheet_json(sheet),
        lead=lead(sheet),
        own=_solved_json(standing.own),
        par=standing.par,
        players=standing.players,
        place=standing.place,
        better_than=standing.better_than,
        best=_solved_json(standing.best),
        champion=_solved_json(standing.champion),
    )


def _solved_json(solved: Solved | None) -> SolvedPuzzle | None:
    if solved is None:
        return None
    fields = {name: solved.event[name] for name in ("launch", "rests", "trajectory", "contacts")}
    return SolvedPuzzle(**fields, sheet=sheet_json(sheet_now(solved.after.match)), total=solved.total)
