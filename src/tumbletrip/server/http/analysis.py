"""Analyses of finished games over HTTP: ask for one, see how far it is, change one's mind."""

from fastapi import APIRouter, Request

from tumbletrip.answers import analyses
from tumbletrip.server.guards.rates import address_of
from tumbletrip.server.http.problems import CONFLICT, NOT_FOUND, UNAVAILABLE, documented
from tumbletrip.server.http.schemas import AnalysisState
from tumbletrip.server.http.tables import Device, Secret, desk_of

router = APIRouter(prefix="/api")
STATUSES = documented(NOT_FOUND, CONFLICT, UNAVAILABLE)


@router.post("/tables/{table}/analysis", status_code=202, responses=STATUSES)
async def ask_for_analysis(request: Request, table: str, authorization: Device = None) -> AnalysisState:
    """Have a finished game analysed; asking again for one that is on its way changes nothing."""
    found = await analyses.ask(desk_of(request), table, authorization, address_of(request.scope))
    return AnalysisState.model_validate(found)


@router.get("/tables/{table}/analysis", responses=STATUSES)
async def see_analysis(request: Request, table: str, authorization: Device = None) -> AnalysisState:
    """How far the analysis of a finished game is, with what it found once it is there."""
    return AnalysisState.model_validate(await analyses.see(desk_of(request), table, authorization))


@router.delete("/tables/{table}/analysis", responses=STATUSES)
async def cancel_analysis(request: Request, table: str, authorization: Secret = None) -> AnalysisState:
    """Stop an analysis that is on its way, for a player or whoever asked; one that is there stays.

    Nobody holds a seat of an imported game: there only the address that asked may stop it.
    """
    found = await analyses.cancel(desk_of(request), table, authorization, address_of(request.scope))
    return AnalysisState.model_validate(found)
