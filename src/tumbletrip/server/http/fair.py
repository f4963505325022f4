"""Dice that can be checked, over HTTP: a finished game as a page to keep."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tumbletrip.answers import tables as answers
from tumbletrip.fairness.check_page import check_page
from tumbletrip.server.http.problems import CONFLICT, NOT_FOUND, UNAVAILABLE, documented
from tumbletrip.server.http.sheets import Language
from tumbletrip.server.http.tables import PublicTable, desk_of

router = APIRouter(prefix="/api")


@router.get(
    "/tables/{table}/check",
    response_class=HTMLResponse,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE),
)
async def check(request: Request, live: PublicTable, lang: Language = "en") -> HTMLResponse:
    """A finished game as a page to keep, which works its dice out again without any server."""
    text, name = answers.record(desk_of(request), live)
    saved = f'attachment; filename="{name.partition(".")[0]}.html"'
    return HTMLResponse(check_page(text, lang), headers={"Content-Disposition": saved})
