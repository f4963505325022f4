"""The companion over HTTP: paper sheets and evenings on a real board, counted. Nothing is kept here."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from tumbletrip.core.errors import InputError, problem
from tumbletrip.server.http.companion.counting import counted_pad, counted_paper, exported_pad
from tumbletrip.server.http.companion.schemas import (
    CompanionBody,
    CompanionCounted,
    ScorePadBody,
    ScorePadCounted,
    ScorePadExport,
)
from tumbletrip.server.http.problems import CONFLICT, UNAVAILABLE, Refuse, documented, language_of_request
from tumbletrip.server.http.tables import read_beside_loop
from tumbletrip.tumblin.dice import D6, KINDS
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.setup import PRESETS, Setup, from_preset, refuse_setup, table

router = APIRouter(prefix="/api")


@router.post("/companion/sheets/count", responses=documented(UNAVAILABLE))
async def count_paper(request: Request, body: CompanionBody) -> CompanionCounted:
    """Count the paper sheets of a game; mistakes are named with their cities."""
    edition = request.app.state.find_edition(body.edition)
    language = language_of_request(request)
    counted: CompanionCounted = await read_beside_loop(request, counted_paper, edition, body, language)
    return counted


@router.post("/companion/score-pad/count", responses=documented(CONFLICT, UNAVAILABLE))
async def count_pad(request: Request, body: ScorePadBody) -> ScorePadCounted:
    """Count an evening on a real board: every die, every round, who starts, who has won."""
    language = language_of_request(request)
    counted: ScorePadCounted = await read_beside_loop(request, counted_pad, _setup(body), body, language)
    return counted


@router.post(
    "/companion/score-pad/export",
    response_class=PlainTextResponse,
    responses=documented(CONFLICT, UNAVAILABLE),
)
async def export_pad(request: Request, body: ScorePadExport) -> PlainTextResponse:
    """An evening as `tumbletrip tumblin-score` reads it, or as a table for spreadsheets."""
    return PlainTextResponse(await read_beside_loop(request, exported_pad, _setup(body.pad), body))


def _setup(body: ScorePadBody) -> Setup:
    """Who plays by which rules; refuses with 409 what contradicts itself."""
    setup = _unchecked_setup(body)
    refusal = refuse_setup(setup)
    if refusal:
        raise Refuse(CONFLICT, refusal.value)
    return setup


def _unchecked_setup(body: ScorePadBody) -> Setup:
    names = [name.strip() for name in body.players]
    kinds = [KINDS[kind] for kind in body.kinds] or [D6]
    house = house_rules(body.house)
    if body.preset is None:
        return table(names, body.dice, body.teams, has_bonus=body.bonus, kinds=kinds, house=house)
    if body.preset not in PRESETS:
        known = ", ".join(PRESETS)
        raise InputError(problem("table.option", field="preset", value=body.preset, right=known))
    return from_preset(PRESETS[body.preset], names, kinds=kinds, house=house)
