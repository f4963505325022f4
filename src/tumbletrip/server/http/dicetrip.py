"""Dice Trip over HTTP beside its tables: boards to draw, tables of points, what a solo result is worth."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from tumbletrip.analysis.dicetrip.solo_ranks import solo_rank
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.scoring import SERIES_RATES, ZONE_RATES
from tumbletrip.server.http.problems import NOT_FOUND, Refuse, documented
from tumbletrip.server.http.schemas import PointTables, Rate, SoloRank

router = APIRouter(prefix="/api")

POINTS = PointTables(
    series=[Rate(**asdict(rate)) for rate in SERIES_RATES],
    zones=[Rate(**asdict(rate)) for rate in ZONE_RATES],
)


def found_edition(request: Request, name: str) -> Edition:
    """An edition by name, the operator's own included; refuses unknown names with 404."""
    try:
        found: Edition = request.app.state.find_edition(name)
    except InputError:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    return found


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
    found = solo_rank(name, total, tens=tens)
    if found is None:
        raise Refuse(NOT_FOUND, "table/not_found")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return SoloRank(level=found.level, beaten=found.beaten, games=found.games)


@router.get("/dicetrip/points")
async def points(response: Response) -> PointTables:
    """What numbers in a row and clean zones pay, for the app to explain a score (DT12, DT13)."""
    response.headers["Cache-Control"] = "public, max-age=3600"
    return POINTS
