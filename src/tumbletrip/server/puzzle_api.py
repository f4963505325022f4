"""The Tumblin-Dice puzzle of the day over HTTP: the board of today, and one flick for every device."""

from fastapi import APIRouter, Request

from tumbletrip.core.refusals import Refusal
from tumbletrip.fairness.days import end_of
from tumbletrip.host.challenges import today
from tumbletrip.host.host import Host
from tumbletrip.host.pace import now_ms
from tumbletrip.host.puzzles import PuzzleStanding, Solved, die_in_hand, may_be_flicked
from tumbletrip.host.workers import JobFailed
from tumbletrip.server.daily_api import DEVICE, Device
from tumbletrip.server.problems import CONFLICT, TOO_MANY, UNAVAILABLE, Refuse, documented
from tumbletrip.server.schemas import Puzzle, PuzzleFlick, SolvedPuzzle
from tumbletrip.server.tumblin_api import practice_buckets
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.tumblin_play import die_json, rest_json, sheet_json
from tumbletrip.tumblin.puzzles import lead, sheet_now

router = APIRouter(prefix="/api")


@router.get("/puzzle", responses=documented(UNAVAILABLE))
async def puzzle(request: Request, authorization: Device = None) -> Puzzle:
    """Today's puzzle; a device that names itself learns how it stands."""
    host: Host = request.app.state.host
    known = DEVICE.fullmatch(authorization or "")
    try:
        return _shown(await host.puzzles.standing(today(), known[1] if known else None))
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None


@router.post("/puzzle", responses=documented(CONFLICT, UNAVAILABLE))
async def flick(request: Request, wish: PuzzleFlick) -> Puzzle:
    """Flick, once a day: whatever a device sends later, the answer tells of its first flick."""
    address = request.client.host if request.client else "?"
    if not practice_buckets.take(address):
        raise Refuse(TOO_MANY, "http/too_many")
    if not may_be_flicked(wish.day):
        raise Refuse(CONFLICT, "daily/closed")
    host: Host = request.app.state.host
    try:
        solved = await host.puzzles.flick(wish.day, wish.id, wish.launch.model_dump())
        if isinstance(solved, Refusal):
            raise Refuse(CONFLICT, solved.value)
        return _shown(await host.puzzles.standing(wish.day, wish.id))
    except (StoreDown, JobFailed):
        raise Refuse(UNAVAILABLE, "table/retry") from None


def _shown(stands: PuzzleStanding) -> Puzzle:
    match = stands.laid.match
    sheet = sheet_now(match)
    return Puzzle(
        day=stands.day,
        ends_in_ms=max(0, end_of(stands.day) - now_ms()),
        board=match.setup.board.id,
        dice=[die_json(die) for die in match.setup.dice.values()],
        rests=[rest_json(rest) for rest in match.rests],
        die=die_in_hand(stands.laid),
        sheet=sheet_json(sheet),
        lead=lead(sheet),
        own=_solved(stands.own),
        par=stands.par,
        players=stands.players,
        better_than=stands.better_than,
        best=_solved(stands.best),
        champion=_solved(stands.champion),
    )


def _solved(solved: Solved | None) -> SolvedPuzzle | None:
    if solved is None:
        return None
    told = {name: solved.flick[name] for name in ("launch", "rests", "trajectory", "contacts")}
    return SolvedPuzzle(**told, sheet=sheet_json(solved.sheet), total=solved.total)
