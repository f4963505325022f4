"""The HTTP API: opening, finding and joining tables, commands for simple clients, and what can be chosen.

What is answered stands in `tumbletrip.answers`; here are the paths, their bodies and what HTTP adds.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Final

import segno
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from tumbletrip.answers import continuing, opening
from tumbletrip.answers import tables as answers
from tumbletrip.answers.desk import Desk
from tumbletrip.dicetrip.own.packing import is_own
from tumbletrip.host.codec import encode
from tumbletrip.host.core.live import LiveTable
from tumbletrip.server.guards.origins import is_allowed
from tumbletrip.server.guards.rates import Buckets, address_of
from tumbletrip.server.http.problems import (
    CONFLICT,
    NOT_FOUND,
    TOO_MANY,
    UNAVAILABLE,
    UNPROCESSABLE,
    Refuse,
    documented,
)
from tumbletrip.server.http.schemas import (
    MAX_SEATS,
    ChangeKey,
    Choices,
    CityFits,
    CommandAnswer,
    CommandBody,
    NewTable,
    OpenedTable,
    Placings,
    Replay,
    SeatSecret,
    Sit,
    TableId,
    TableView,
)
from tumbletrip.tables.play import Body

router = APIRouter(prefix="/api")

MAPS_RATE: Final = 0.5  # tables a second on maps of one's own, per address: each is drawn for its table (F76)
MAPS_BURST: Final = 30  # a class
maps_buckets = Buckets(MAPS_RATE, MAPS_BURST)
Secret = Annotated[str | None, Header(alias="Authorization", description="Seat <secret>")]
Device = Annotated[str | None, Header(alias="Authorization", description="Device <id>")]


def desk_of(request: Request) -> Desk:
    """What requests are answered with."""
    desk: Desk = request.app.state.desk
    return desk


async def live_table(request: Request, table: str) -> LiveTable:
    """A table by id; refuses with 404 if there is none, 503 if the store is down."""
    return await answers.live_table(desk_of(request), table)


async def public_table(request: Request, table: str, authorization: Device = None) -> LiveTable:
    """A table that this request may see without a seat at it; refuses with 409 what would spoil today."""
    return await answers.public_table(desk_of(request), table, authorization)


PublicTable = Annotated[LiveTable, Depends(public_table)]


async def own_seats(request: Request, table: str, authorization: str | None) -> tuple[int, ...]:
    """The seats that a request's secret opens; a wrong secret is refused like a missing table (F12)."""
    return await answers.own_seats(desk_of(request), table, authorization)


@router.get("/choices", responses=documented())
async def choices(request: Request) -> Choices:
    """The games, and what new tables can choose from in each of them."""
    return Choices.model_validate(answers.choices(desk_of(request)))


@router.post("/tables", status_code=201, responses=documented(CONFLICT, UNAVAILABLE))
async def open_table(request: Request, body: NewTable) -> OpenedTable:
    """Open a table, also for a game under way; this device gets a secret for each of its people's seats."""
    desk, address = desk_of(request), address_of(request.scope)
    seats: list[opening.SeatWish] = [
        {"occupant": seat.occupant, "name": seat.name, "level": seat.level} for seat in body.seats
    ]
    brings_map = any(isinstance(value, str) and is_own(value) for value in body.options.values())
    if brings_map and not maps_buckets.take(address):
        raise Refuse(TOO_MANY, "http/too_many")
    if body.record:
        opened = await continuing.continue_table(desk, body.game, body.record, seats, address)
        return OpenedTable.model_validate(opened)
    wish: opening.NewTable = {
        "game": body.game,
        "options": body.options,
        "seats": seats,
        "seconds_per_decision": body.seconds_per_decision,
    }
    opened = await opening.open_table(desk, wish, address)
    return OpenedTable.model_validate(opened)


@router.get("/codes/{code}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def find_code(request: Request, code: str) -> TableId:
    """The table with a short code."""
    return TableId.model_validate(await answers.find_code(desk_of(request), code))


@router.get("/tables/{table}", responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE))
async def see_table(
    request: Request, table: str, authorization: Secret = None, since: Annotated[int, Query(ge=0)] = 0
) -> TableView:
    """A table as one may see it, with the events after a sequence number."""
    return TableView.model_validate(await answers.see_table(desk_of(request), table, authorization, since))


@router.post("/tables/{table}/seats", status_code=201, responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE))
async def sit_down(request: Request, table: str, sit: Sit) -> SeatSecret:
    """Take an open seat; the answer holds its secret, and asking again with the same id gets it again."""
    own = await answers.sit_down(desk_of(request), table, sit.seat, sit.id, sit.name)
    return SeatSecret.model_validate(own)


@router.post(
    "/tables/{table}/seats/{seat}/secret",
    status_code=201,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE),
)
async def change_key(
    request: Request,
    table: str,
    seat: Annotated[int, Path(ge=0, lt=MAX_SEATS)],
    change: ChangeKey,
    authorization: Secret = None,
) -> SeatSecret:
    """A new secret for one's own seat: the old one opens nothing any more, wherever it has got to (F13)."""
    own = await answers.change_key(desk_of(request), table, seat, change.id, authorization)
    return SeatSecret.model_validate(own)


@router.post("/tables/{table}/commands", responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE))
async def command(
    request: Request, table: str, body: CommandBody, authorization: Secret = None
) -> CommandAnswer:
    """Send a command without a socket."""
    wanted: answers.Wanted = {
        "id": body.id,
        "seat": body.seat,
        "round": body.round,
        "action": body.action,
    }
    answer = await answers.command(desk_of(request), table, wanted, authorization, address_of(request.scope))
    return CommandAnswer.model_validate(answer)


@router.get("/tables/{table}/fits/{seat}/{city}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def city_fits(
    request: Request, table: str, seat: int, city: str, authorization: Secret = None
) -> CityFits:
    """Dice Trip: which numbers fit into a city of one's own sheet, with what one is thinking of."""
    return CityFits.model_validate(await answers.hint(desk_of(request), table, seat, city, authorization))


@router.get("/tables/{table}/placings/{seat}/{dice}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def placings(
    request: Request, table: str, seat: int, dice: str, authorization: Secret = None
) -> Placings:
    """Dice Trip: what two dice (`red+blue`, tens first) would bring in each empty city of one's own sheet."""
    return Placings.model_validate(await answers.hint(desk_of(request), table, seat, dice, authorization))


@router.post(
    "/tables/{table}/rematch", status_code=201, responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE)
)
async def rematch(request: Request, table: str, authorization: Secret = None) -> TableId:
    """Play again with the same people: the secrets of this table open the same seats there."""
    return TableId.model_validate(await answers.rematch(desk_of(request), table, authorization))


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE),
)
async def record(request: Request, live: PublicTable) -> PlainTextResponse:
    """A finished game as its record: .trip or .tumble."""
    text, name = answers.record(desk_of(request), live)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get(
    "/tables/{table}/so-far",
    response_class=PlainTextResponse,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE),
)
async def so_far(request: Request, table: str, authorization: Secret = None) -> PlainTextResponse:
    """A game under way as a record, for a player: to go on with it elsewhere. What is hidden is left out."""
    return PlainTextResponse(await continuing.so_far(desk_of(request), table, authorization))


@router.get(
    "/tables/{table}/replay",
    response_model=Replay,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE),
)
async def replay(live: PublicTable) -> StreamingResponse:
    """A finished game moment by moment, every sheet counted."""
    told = answers.replay(live)
    return StreamingResponse(replay_parts(encode(told.about), told.moments), media_type="application/json")


async def replay_parts(opening: bytes, told: Iterable[Body]) -> AsyncIterator[bytes]:
    """A Replay as JSON, one moment after the other: none waits for all, and others get their turn (F39)."""
    before = opening[:-1] + b',"moments":['
    for moment in told:
        yield before + encode(moment)
        before = b","
        await asyncio.sleep(0)
    yield (b"" if before == b"," else before) + b"]}"


@router.get("/tables/{table}/qr", response_class=Response, responses=documented(NOT_FOUND, UNAVAILABLE))
async def qr_code(
    request: Request, table: str, site: Annotated[str, Query(max_length=200, description="our own address")]
) -> Response:
    """The link to a table as a picture that phones read; the site is the one this page came from."""
    if not is_allowed(site, request.headers.get("host"), request.app.state.settings.origins):
        raise Refuse(UNPROCESSABLE, "http/foreign_origin")
    live = await live_table(request, table)
    picture = io.BytesIO()
    segno.make(f"{site}/t/{live.id}", micro=False, error="m").save(
        picture, kind="svg", border=2, scale=4, light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


@router.post(
    "/records",
    status_code=201,
    responses=documented(CONFLICT, UNAVAILABLE),
    openapi_extra={
        "requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
    },
)
async def import_table(request: Request) -> TableId:
    """Bring in a finished game from its record (text/plain)."""
    text = (await request.body()).decode("utf-8", errors="replace")
    return TableId.model_validate(
        await answers.import_table(desk_of(request), text, address_of(request.scope))
    )
