"""Printed sheets over HTTP: pads, score sheets and keepsakes as PDF, and their first page as a picture."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response

from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.records import parse_record
from tumbletrip.host.host import Host, TableGone
from tumbletrip.host.live import LiveTable
from tumbletrip.host.records import NotOver, record_text
from tumbletrip.host.workers import JobFailed
from tumbletrip.server.printing import Printer
from tumbletrip.server.problems import CONFLICT, NOT_FOUND, TOO_MANY, UNAVAILABLE, Refuse, documented
from tumbletrip.server.rates import Buckets
from tumbletrip.sheets.keepsakes import keepsake
from tumbletrip.sheets.pads import MOST_COPIES, pad
from tumbletrip.sheets.press import Job
from tumbletrip.sheets.tumblin_pads import MOST_PLAYERS, MOST_ROUNDS, tumblin_pad
from tumbletrip.tables.games import DICETRIP
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.refusals import No

router = APIRouter(prefix="/api")

SHEETS_RATE: Final = 2.0  # a second and address
SHEETS_BURST: Final = 30  # somebody who tries all the choices
KEEP: Final = "public, max-age=3600"
sheets_buckets = Buckets(SHEETS_RATE, SHEETS_BURST)

Paper = Literal["a4", "letter"]
Language = Literal["en", "fr", "de", "nl"]
PerPage = Annotated[int, Query(ge=1, le=4, description="1, 2 or 4")]
Copies = Annotated[int, Query(ge=1, le=MOST_COPIES)]
Form = Annotated[Literal["pdf", "svg"], Query(alias="form", description="svg: the first page, to look at")]
ANSWERS: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/pdf": {}, "image/svg+xml": {}}, "description": "The sheets"}
}


@router.get(
    "/sheets/dicetrip",
    response_class=Response,
    responses=documented(NOT_FOUND, UNAVAILABLE) | ANSWERS,
)
async def dicetrip_sheets(
    request: Request,
    edition: Annotated[str, Query(max_length=100)] = "france",
    paper: Paper = "a4",
    per_page: PerPage = 1,
    copies: Copies = 1,
    lang: Language = "en",
    form: Form = "pdf",
) -> Response:
    """Empty sheets of a board."""
    host: Host = request.app.state.host
    try:
        board = host.library.find_edition(edition)
    except InputError:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    shown = copies if form == "pdf" else min(copies, per_page)  # of a picture only the first page is seen
    job = pad(board, paper=paper, per_page=per_page, copies=shown, language=lang)
    return await _answer(request, job, form, f"dice-trip-{board.id}.pdf")


@router.get(
    "/sheets/tumblin",
    response_class=Response,
    responses=documented(UNAVAILABLE) | ANSWERS,
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
    return await _answer(request, job, form, "tumblin-dice.pdf")


@router.get(
    "/tables/{table}/keepsake",
    response_class=Response,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE) | ANSWERS,
)
async def table_keepsake(
    request: Request, table: str, paper: Paper = "a4", lang: Language = "en"
) -> Response:
    """A finished game of Dice Trip to keep: result, all rolls, every sheet."""
    host: Host = request.app.state.host
    live = await _live(host, table)
    if live.durable.table.setup.game != DICETRIP:
        raise Refuse(NOT_FOUND, "table/not_found")
    try:
        text, _ = record_text(live)
    except NotOver:
        raise Refuse(CONFLICT, No.NOT_OVER) from None
    job = keepsake(parse_record(text, host.library.find_edition), paper=paper, language=lang)
    return await _answer(request, job, "pdf", f"dice-trip-{live.code}.pdf")


async def _live(host: Host, table: str) -> LiveTable:
    try:
        return await host.live(table)
    except TableGone:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None


async def _answer(request: Request, job: Job, form: str, name: str) -> Response:
    printer: Printer = request.app.state.printer
    if not printer.is_there:
        raise Refuse(UNAVAILABLE, "sheets.no_press")
    if not sheets_buckets.take(request.client.host if request.client else "?"):
        raise Refuse(TOO_MANY, "http/too_many")
    try:
        if form == "svg":
            picture = await printer.preview(job)
            return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": KEEP})
        made = await printer.pdf(job)
    except JobFailed:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    headers = {"Cache-Control": KEEP, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(made, media_type="application/pdf", headers=headers)
