"""Dice Trip over HTTP beside its tables: boards to draw, tables of points, what a solo result is worth."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from tumbletrip.answers import games as answers
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.server.http.problems import NOT_FOUND, documented
from tumbletrip.server.http.schemas import PointTables, SoloRank
from tumbletrip.server.http.tables import desk_of

router = APIRouter(prefix="/api")


def found_edition(request: Request, name: str) -> Edition:
    """An edition by name, the operator's own included; refuses unknown names with 404."""
    return answers.found_edition(desk_of(request).find_edition, name)


@router.get("/editions/{name}", responses=documented(NOT_FOUND))
async def edition(request: Request, name: str, response: Response) -> dict[str, Any]:
    """An edition's whole file, to draw its map."""
    found = found_edition(request, name)
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
