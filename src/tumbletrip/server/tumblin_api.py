"""Tumblin-Dice over HTTP beside its tables: boards to draw, and one flick to try on the practice board."""

import math
from dataclasses import asdict
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from tumbletrip.core.errors import InputError
from tumbletrip.host.host import Host
from tumbletrip.host.workers import JobFailed
from tumbletrip.server.problems import CONFLICT, NOT_FOUND, TOO_MANY, UNAVAILABLE, Refuse, documented
from tumbletrip.server.rates import Buckets
from tumbletrip.server.schemas import BoardPicture, PracticeDie, PracticeFlick, PracticeResult
from tumbletrip.tables.play import NeedFlick
from tumbletrip.tables.tumblin_play import contact_json, read_launch, rest_json, trajectory_text
from tumbletrip.tumblin.board import Board, builtin_board, named_board
from tumbletrip.tumblin.dice import COLOURS, KINDS, DieKind
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.ports import Die, Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.setup import Seat, Setup

router = APIRouter(prefix="/api")

PRACTICE_RATE: Final = 3.0  # flicks a second and address: more than a thumb can do
PRACTICE_BURST: Final = 20
FARTHEST_M: Final = 2.0  # from the board's origin; dice that fell lie well within

practice_buckets = Buckets(PRACTICE_RATE, PRACTICE_BURST)


@router.get("/boards/{name}", responses=documented(NOT_FOUND))
async def board(name: str, response: Response) -> BoardPicture:
    """A board and the shapes of all dice, to draw them."""
    try:
        found = named_board(name)
    except InputError:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    response.headers["Cache-Control"] = "public, max-age=3600"
    shape = asdict(found)
    del shape["source"]
    return BoardPicture(board=shape, kinds={kind.name: _kind_json(kind) for kind in KINDS.values()})


def _kind_json(kind: DieKind) -> dict[str, Any]:
    """A die's faces by number: the way each looks, and its corners going round it."""
    faces = {str(number): [list(corner) for corner in kind.outline(number)] for number in kind.faces}
    normals = {str(number): list(kind.normals[number]) for number in kind.faces}
    return {"inradius": kind.inradius, "circumradius": kind.circumradius, "normals": normals, "faces": faces}


@router.post("/practice", responses=documented(CONFLICT, UNAVAILABLE))
async def practice(request: Request, wish: PracticeFlick) -> PracticeResult:
    """Flick one die among some that lie on the board; nothing is kept."""
    address = request.client.host if request.client else "?"
    if not practice_buckets.take(address):
        raise Refuse(TOO_MANY, "http/too_many")
    need = _need(builtin_board("classic"), wish)
    if isinstance(need, No):
        raise Refuse(CONFLICT, need.value)
    host: Host = request.app.state.host
    try:
        answer = await host.settle(need)
    except JobFailed:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    return PracticeResult(
        rests=[rest_json(rest) for rest in answer.settled.rests],
        trajectory=trajectory_text(answer.settled.trajectory),
        contacts=[contact_json(contact) for contact in answer.settled.contacts],
    )


def _need(found: Board, wish: PracticeFlick) -> NeedFlick | No:
    """What physics is to answer, or why the flick is impossible; the same bounds hold as at a table."""
    resting = [_rest(found, number, lying) for number, lying in enumerate(wish.dice)]
    if not all(_is_near(rest.pose) for rest in resting):
        return No.IMPOSSIBLE_POSE
    flicked = _die(len(resting), wish.kind)
    dice = (*(rest.die for rest in resting), flicked)
    setup = Setup((Seat("practice", dice),), ((0,),), board=found)
    launch = read_launch(setup, {**wish.launch.model_dump(), "die": flicked.key})
    if launch is None:
        return No.NOT_A_NUMBER
    return refuse_launch(found, launch, resting) or NeedFlick(setup, tuple(resting), launch)


def _rest(found: Board, number: int, lying: PracticeDie) -> Rest:
    return read(found, _die(number, lying.kind), Pose(*lying.pose))


def _die(number: int, kind: str) -> Die:
    return Die(f"a{number + 1}", 0, COLOURS[number % len(COLOURS)], KINDS[kind])


def _is_near(pose: Pose) -> bool:
    """Whether a die could lie there; comparisons with numbers that are none are false."""
    norm = math.sqrt(sum(part * part for part in pose.orientation))
    return all(abs(value) <= FARTHEST_M for value in (pose.x, pose.y, pose.z)) and abs(norm - 1) < 1e-3
