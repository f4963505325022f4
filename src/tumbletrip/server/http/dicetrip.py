"""Dice Trip over HTTP beside its tables: boards to draw, tables of points, what a solo result is worth."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from tumbletrip.answers import games as answers
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.own.packing import is_own
from tumbletrip.server.guards.rates import address_of
from tumbletrip.server.http.problems import NOT_FOUND, UNAVAILABLE, Refuse, documented
from tumbletrip.server.http.schemas import PointTables, SoloRank
from tumbletrip.server.http.tables import desk_of

router = APIRouter(prefix="/api")


async def found_edition(request: Request, name: str) -> Edition:
    """An edition by name, the operator's own included; refuses unknown names with 404."""
    desk = desk_of(request)
    if not is_own(name):
        return answers.found_edition(desk.find_edition, name)
    try:  # a stranger's map is drawn where it holds up nobody (F76)
        found: Edition = await desk.read_beside(address_of(request.scope), desk.find_edition, name)
    except InputError:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    return found


@router.get("/editions/{name}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def edition(request: Request, name: str, response: Response) -> dict[str, Any]:
    """An edition's whole file, to draw its map."""
    found = await found_edition(request, name)
    response.headers["Cache-Control"] = "public, max-age=3600"
    return dict(found.document)


@router.get("/editions/{name}/solo-rank", responses=documented(NOT_FOUND))
async def rank(
    name: str, response: Response, total: Annotated[int, Query(ge=-1000, le=1000)], tens: bool = False
) -> SoloRank:
    """How many of our bots' solo games on a board a total beats; 404 where they have not played in bulk."""
    found = SoloRank.model_validate(answers.rank(name, total, tens=tens))
    response.headers["Cache-Control"] = "public, max-age=3600"
    return found


@router.get("/dicetrip/points")
async def points(response: Response) -> PointTables:
    """What numbers in a row and clean zones pay, for the app to explain a score (DT12, DT13)."""
    response.headers["Cache-Control"] = "public, max-age=3600"
    return PointTables.model_validate(answers.POINTS)
