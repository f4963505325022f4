"""The companion over HTTP: paper sheets and evenings on a real board, counted. Nothing is kept here."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from tumbletrip.answers.counting import PadWish, counted_pad, counted_paper, exported_pad, pad_setup
from tumbletrip.server.guards.rates import address_of
from tumbletrip.server.http.companion.schemas import (
    CompanionBody,
    CompanionCounted,
    ScorePadBody,
    ScorePadCounted,
    ScorePadExport,
)
from tumbletrip.server.http.problems import CONFLICT, UNAVAILABLE, documented, language_of_request
from tumbletrip.server.http.tables import desk_of

router = APIRouter(prefix="/api")


@router.post("/companion/sheets/count", responses=documented(UNAVAILABLE))
async def count_paper(request: Request, body: CompanionBody) -> CompanionCounted:
    """Count the paper sheets of a game; mistakes are named with their cities."""
    desk = desk_of(request)
    edition, language = desk.find_edition(body.edition), language_of_request(request)
    counted = await desk.read_beside(
        address_of(request.scope), counted_paper, edition, body.model_dump(), language
    )
    return CompanionCounted.model_validate(counted)


@router.post("/companion/score-pad/count", responses=documented(CONFLICT, UNAVAILABLE))
async def count_pad(request: Request, body: ScorePadBody) -> ScorePadCounted:
    """Count an evening on a real board: every die, every round, who starts, who has won."""
    pad, language = _pad(body), language_of_request(request)
    counted = await desk_of(request).read_beside(
        address_of(request.scope), counted_pad, pad_setup(pad), pad, language
    )
    return ScorePadCounted.model_validate(counted)


@router.post(
    "/companion/score-pad/export",
    response_class=PlainTextResponse,
    responses=documented(CONFLICT, UNAVAILABLE),
)
async def export_pad(request: Request, body: ScorePadExport) -> PlainTextResponse:
    """An evening as `tumbletrip tumblin-score` reads it, or as a table for spreadsheets."""
    pad = _pad(body.pad)
    text = await desk_of(request).read_beside(
        address_of(request.scope), exported_pad, pad_setup(pad), pad, body.form
    )
    return PlainTextResponse(text)


def _pad(body: ScorePadBody) -> PadWish:
    pad: PadWish = body.model_dump()  # type: ignore[assignment]  # the same fields, checked
    return pad
