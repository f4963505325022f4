"""Printed sheets over HTTP: pads, score sheets and keepsakes as PDF, and their first page as a picture."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response

from tumbletrip.answers.tables import finished_record
from tumbletrip.dicetrip.own.packing import LONGEST_WORD
from tumbletrip.host.host import Host
from tumbletrip.host.ports import JobFailed
from tumbletrip.server.guards.rates import Buckets, address_of
from tumbletrip.server.http.dicetrip import found_edition
from tumbletrip.server.http.printing import Printer
from tumbletrip.server.http.problems import CONFLICT, NOT_FOUND, TOO_MANY, UNAVAILABLE, Refuse, documented
from tumbletrip.server.http.tables import PublicTable
from tumbletrip.sheets.pads import MOST_COPIES, pad
from tumbletrip.sheets.press import Job
from tumbletrip.sheets.tumblin_pads import MOST_PLAYERS, MOST_ROUNDS, tumblin_pad

router = APIRouter(prefix="/api")

SHEETS_RATE: Final = 2.0  # a second per address
SHEETS_BURST: Final = 30  # enough to try every option
CACHE_AN_HOUR: Final = "public, max-age=3600"
CACHE_PRIVATELY: Final = "private, max-age=3600"  # names of people stand in it
sheets_buckets = Buckets(SHEETS_RATE, SHEETS_BURST)

Paper = Literal["a4", "letter"]
Language = Literal["en", "fr", "de", "nl"]
PerPage = Annotated[int, Query(ge=1, le=4, description="1, 2 or 4")]
Copies = Annotated[int, Query(ge=1, le=MOST_COPIES)]
Form = Annotated[Literal["pdf", "svg"], Query(alias="form", description="svg: the first page, to look at")]
OK_RESPONSE: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/pdf": {}, "image/svg+xml": {}}, "description": "The sheets"}
}


@router.get(
    "/sheets/dicetrip",
    response_class=Response,
    responses=documented(NOT_FOUND, UNAVAILABLE) | OK_RESPONSE,
)
async def dicetrip_sheets(
    request: Request,
    edition: Annotated[str, Query(max_length=LONGEST_WORD)] = "france",
    paper: Paper = "a4",
    per_page: PerPage = 1,
    copies: Copies = 1,
    lang: Language = "en",
    form: Form = "pdf",
) -> Response:
    """Empty sheets of a board."""
    board = await found_edition(request, edition)
    shown = copies if form == "pdf" else min(copies, per_page)  # a picture shows only the first page
    job = pad(board, paper=paper, per_page=per_page, copies=shown, language=lang)
    return await _printed_response(request, job, form, f"dice-trip-{board.id}.pdf")


@router.get(
    "/sheets/tumblin",
    response_class=Response,
    responses=documented(UNAVAILABLE) | OK_RESPONSE,
)
async def tumblin_sheets(
    request: Request,
    players: Annotated[int, Query(ge=2, le=MOST_PLAYERS)] = 4,
    rounds: Annotated[int, Query(ge=1, le=MOST_ROUNDS)] = 12,
    paper: Paper = "a4",
    per_page: PerPage = 1,
    copies: Copies = 1,
    lang: Language = "en",
    form: Form = "pdf",
) -> Response:
    """Score sheets for a real board."""
    shown = copies if form == "pdf" else min(copies, per_page)
    job = tumblin_pad(
        [""] * players, rounds=rounds, paper=paper, per_page=per_page, copies=shown, language=lang
    )
    return await _printed_response(request, job, form, "tumblin-dice.pdf")


@router.get(
    "/tables/{table}/keepsake",
    response_class=Response,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE) | OK_RESPONSE,
)
async def table_keepsake(
    request: Request, live: PublicTable, paper: Paper = "a4", lang: Language = "en"
) -> Response:
    """A finished game to keep, where its game can be printed: result, all rolls, every sheet."""
    host: Host = request.app.state.host
    kit = host.games.kit(live.durable.table.setup.game)
    if kit.keepsake is None:
        raise Refuse(NOT_FOUND, "table/not_found")
    _, record = finished_record(host.games, live)
    return await _printed_response(
        request, kit.keepsake(record, paper, lang), "pdf", f"{kit.key}-{live.id[:5]}.pdf", CACHE_PRIVATELY
    )


async def _printed_response(
    request: Request, job: Job, form: str, name: str, caching: str = CACHE_AN_HOUR
) -> Response:
    """Print a job as `form`; refuses with 503 without a printer or in time, with 429 beyond the rate."""
    printer: Printer = request.app.state.printer
    if not printer.is_installed:
        raise Refuse(UNAVAILABLE, "sheets.no_press")
    address = address_of(request.scope)
    if not sheets_buckets.take(address):
        raise Refuse(TOO_MANY, "http/too_many")
    try:
        if form == "svg":
            picture = await printer.preview(job, address)
            return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": caching})
        document = await printer.pdf(job, address)
    except JobFailed:
        raise Refuse(UNAVAILABLE, "sheets.busy") from None
    headers = {"Cache-Control": caching, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(document, media_type="application/pdf", headers=headers)
