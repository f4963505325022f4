"""Analyses of finished games over HTTP: ask for one, see how far it is, change one's mind."""

from hashlib import sha256

from fastapi import APIRouter, Request

from tumbletrip.analysis.in_parts import Record
from tumbletrip.dicetrip.records import parse_record
from tumbletrip.host.host import Host
from tumbletrip.server.analysing import AnalysisDesk, DeskFull
from tumbletrip.server.api import finished_record, live_table
from tumbletrip.server.problems import CONFLICT, NOT_FOUND, UNAVAILABLE, Refuse, documented
from tumbletrip.server.schemas import AnalysisState
from tumbletrip.tumblin.record_reader import parse_record as parse_tumble

router = APIRouter(prefix="/api")
STATUSES = documented(NOT_FOUND, CONFLICT, UNAVAILABLE)


@router.post("/tables/{table}/analysis", status_code=202, responses=STATUSES)
async def ask_for_analysis(request: Request, table: str) -> AnalysisState:
    """Have a finished game analysed; asking again for one that is on its way changes nothing."""
    key, record = await _finished(request, table)
    try:
        _desk(request).ask(key, record)
    except DeskFull:
        raise Refuse(UNAVAILABLE, "analysis/full") from None
    return _state(_desk(request), key)


@router.get("/tables/{table}/analysis", responses=STATUSES)
async def see_analysis(request: Request, table: str) -> AnalysisState:
    """How far the analysis of a finished game is, with what it found once it is there."""
    key, _ = await _finished(request, table)
    return _state(_desk(request), key)


@router.delete("/tables/{table}/analysis", responses=STATUSES)
async def cancel_analysis(request: Request, table: str) -> AnalysisState:
    """Stop an analysis that is on its way; one that is there stays."""
    key, _ = await _finished(request, table)
    _desk(request).cancel(key)
    return _state(_desk(request), key)


def _desk(request: Request) -> AnalysisDesk:
    desk: AnalysisDesk = request.app.state.analyses
    return desk


async def _finished(request: Request, table: str) -> tuple[str, Record]:
    """A finished game's record with its key; until a game is over, an analysis would be a hint."""
    live = await live_table(request, table)
    host: Host = request.app.state.host
    text, ending = finished_record(live)
    record = parse_tumble(text) if ending == "tumble" else parse_record(text, host.library.find_edition)
    return sha256(text.encode()).hexdigest(), record


def _state(desk: AnalysisDesk, key: str) -> AnalysisState:
    asked = desk.look(key)
    if asked is None:
        return AnalysisState(state="none")
    return AnalysisState(
        state=asked.state.value,
        ahead=desk.ahead_of(key),
        done=asked.done,
        total=asked.total,
        result=asked.result,
    )
