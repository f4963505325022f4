"""Analyses of finished games over HTTP: ask for one, see how far it is, change one's mind."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from tumbletrip.analysis.analysis_jobs import Order
from tumbletrip.answers.tables import DEVICE, finished_record
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host
from tumbletrip.server.guards.rates import address_of
from tumbletrip.server.http.analysis_desk import AnalysisDesk, DeskFull, ShareUsed
from tumbletrip.server.http.problems import CONFLICT, NOT_FOUND, TOO_MANY, UNAVAILABLE, Refuse, documented
from tumbletrip.server.http.schemas import AnalysisState
from tumbletrip.server.http.tables import (
    PublicTable,
    Secret,
    live_table,
    own_seats,
    public_table,
)
from tumbletrip.tables.ports import Status
from tumbletrip.tables.refusals import No

router = APIRouter(prefix="/api")
STATUSES = documented(NOT_FOUND, CONFLICT, UNAVAILABLE)


def _finished(live: PublicTable) -> LiveTable:
    """A finished table; refuses with 409 before the end, when an analysis would be a hint."""
    if live.durable.table.status is not Status.OVER:
        raise Refuse(CONFLICT, No.NOT_OVER)
    return live


FinishedTable = Annotated[LiveTable, Depends(_finished)]


@router.post("/tables/{table}/analysis", status_code=202, responses=STATUSES)
async def ask_for_analysis(request: Request, live: FinishedTable) -> AnalysisState:
    """Have a finished game analysed; asking again for one that is on its way changes nothing."""
    try:
        _desk(request).ask(_key(live), address_of(request.scope), lambda: _order(request, live))
    except ShareUsed:
        raise Refuse(TOO_MANY, "analysis/yours_full") from None
    except DeskFull:
        raise Refuse(UNAVAILABLE, "analysis/full") from None
    return _state(_desk(request), live)


@router.get("/tables/{table}/analysis", responses=STATUSES)
async def see_analysis(request: Request, live: FinishedTable) -> AnalysisState:
    """How far the analysis of a finished game is, with what it found once it is there."""
    return _state(_desk(request), live)


@router.delete("/tables/{table}/analysis", responses=STATUSES)
async def cancel_analysis(request: Request, table: str, authorization: Secret = None) -> AnalysisState:
    """Stop an analysis that is on its way, for a player or whoever asked; one that is there stays.

    Nobody holds a seat of an imported game: there only the address that asked may stop it.
    """
    is_device = DEVICE.fullmatch(authorization or "") is not None
    seats = () if is_device else await own_seats(request, table, authorization)
    shown = live_table(request, table) if seats else public_table(request, table, authorization)
    live = _finished(await shown)
    key = _key(live)
    found = _desk(request).find(key)
    has_asked = found is not None and found.address == address_of(request.scope)
    if not has_asked and not seats:
        raise Refuse(NOT_FOUND, "table/not_found")
    _desk(request).cancel(key)
    return _state(_desk(request), live)


def _desk(request: Request) -> AnalysisDesk:
    desk: AnalysisDesk = request.app.state.analyses
    return desk


def _key(live: LiveTable) -> str:
    """The key of a table's analysis: its id, and the hash of its last event, which covers the whole log."""
    return f"{live.id}/{live.durable.hash}"


def _order(request: Request, live: LiveTable) -> Order:
    """The analysis to run for a finished game; refuses games without a record or an analysis."""
    host: Host = request.app.state.host
    kit, record = finished_record(host.games, live)
    if kit.analyse is None:
        raise Refuse(NOT_FOUND, "table/not_found")
    return Order(kit.analyse, record, request.app.state.settings.limits.analysis_games)


def _state(desk: AnalysisDesk, live: LiveTable) -> AnalysisState:
    key, table = _key(live), live.durable.table
    found = desk.find(key)
    if found is None:
        return AnalysisState(state="none")
    return AnalysisState(
        state=found.state.value,
        ahead=desk.ahead_of(key),
        done=found.done,
        total=found.total,
        result=found.result,
        seats=[seat.as_json() for seat in table.seats],
        players=list(table.players),
    )
