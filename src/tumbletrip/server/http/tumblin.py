"""Tumblin-Dice over HTTP beside its tables: boards to draw, and one flick to try on the practice board."""

from typing import Final, cast

from fastapi import APIRouter, Request, Response

from tumbletrip.answers.games import board_picture
from tumbletrip.answers.practice import PracticeWish, practise
from tumbletrip.server.guards.rates import Buckets, address_of
from tumbletrip.server.http.problems import CONFLICT, NOT_FOUND, TOO_MANY, UNAVAILABLE, Refuse, documented
from tumbletrip.server.http.schemas import BoardPicture, PracticeFlick, PracticeResult

router = APIRouter(prefix="/api")

PRACTICE_RATE: Final = 3.0  # flicks a second per address: more than a thumb can do
PRACTICE_BURST: Final = 20

practice_buckets = Buckets(PRACTICE_RATE, PRACTICE_BURST)


@router.get("/boards/{name}", responses=documented(NOT_FOUND))
async def board(name: str, response: Response) -> BoardPicture:
    """A board, or the `usual` one; the shapes of all dice, and the limits of a flick: to draw and to aim."""
    picture = BoardPicture.model_validate(board_picture(name))
    response.headers["Cache-Control"] = "public, max-age=3600"
    return picture


@router.post("/practice", responses=documented(CONFLICT, UNAVAILABLE))
async def practice(request: Request, body: PracticeFlick) -> PracticeResult:
    """Flick one die among some that lie on the board; nothing is kept."""
    address = address_of(request.scope)
    if not practice_buckets.take(address):
        raise Refuse(TOO_MANY, "http/too_many")
    wish = cast(PracticeWish, body.model_dump())  # the schema has checked it
    return PracticeResult.model_validate(await practise(request.app.state.host, wish, address))
