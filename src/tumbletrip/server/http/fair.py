"""Dice that can be checked, over HTTP: a finished game as a page to keep, and the counts of this server."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tumbletrip.answers import tables as answers
from tumbletrip.core.texts import language_of
from tumbletrip.fairness.check_page import check_page
from tumbletrip.fairness.counts_page import counts_page
from tumbletrip.server.http.problems import CONFLICT, NOT_FOUND, UNAVAILABLE, Refuse, documented
from tumbletrip.server.http.sheets import Language
from tumbletrip.server.http.tables import PublicTable, desk_of
from tumbletrip.tables.ports import StoreDown

# A page without a script, whose style stands in it.
PLAIN_PAGE = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

router = APIRouter(prefix="/api")
pages = APIRouter(include_in_schema=False)


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


@pages.get("/fair", response_class=HTMLResponse)
async def counts(request: Request, lang: Language | None = None) -> HTMLResponse:
    """How often each face fell at this server, whether that alarms, and who missed links."""
    try:
        found = await desk_of(request).host.fair_book.all()
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    language = lang or language_of(request.headers.get("Accept-Language", "")[:2])
    page = counts_page(
        language,
        found.faces,
        found.missing,
        found.seats,
        found.missers,
        tables=found.tables,
        draws=found.draws,
        given=found.given,
        voids=found.voids,
    )
    return HTMLResponse(page, headers={"Content-Security-Policy": PLAIN_PAGE})
