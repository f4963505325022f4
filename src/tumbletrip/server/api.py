"""The HTTP API: opening, finding and joining tables, commands for simple clients, and what can be chosen."""

import io
from collections.abc import Awaitable
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from tumbletrip.bots.dicetrip.known_boards import is_trained
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.editions import EDITION_NAMES
from tumbletrip.host.host import Host, TableGone
from tumbletrip.host.live import Accepted, LiveTable, Refused
from tumbletrip.host.records import NotOver, Unrecordable, import_record, record_text
from tumbletrip.server.metrics import count_answer
from tumbletrip.server.origins import is_allowed
from tumbletrip.server.problems import CONFLICT, NOT_FOUND, UNAVAILABLE, UNPROCESSABLE, Refuse, documented
from tumbletrip.server.schemas import (
    MAX_SEATS,
    ChangeKey,
    Choices,
    CityFit,
    CityFits,
    CommandAnswer,
    CommandBody,
    EditionChoice,
    NewTable,
    OpenedTable,
    PresetChoice,
    Replay,
    SeatSecret,
    SeatWish,
    Sit,
    TableId,
    TableView,
    VariantChoice,
)
from tumbletrip.server.secrecy import LONGEST_SECRET, hash_of, new_secret, secret_from
from tumbletrip.server.wire import events_json
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.dicetrip_play import DiceTripPlay
from tumbletrip.tables.games import DAILY, begin
from tumbletrip.tables.moments import moments
from tumbletrip.tables.ports import Status, StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant, Seat, clean_name
from tumbletrip.tables.table import TableSetup
from tumbletrip.tables.views import view
from tumbletrip.tumblin.dice import KINDS
from tumbletrip.tumblin.house_rules import VARIANTS
from tumbletrip.tumblin.setup import PRESETS

router = APIRouter(prefix="/api")
Secret = Annotated[str | None, Header(alias="Authorization", description="Seat <secret>")]


def _host(request: Request) -> Host:
    host: Host = request.app.state.host
    return host


async def live_table(request: Request, table: str) -> LiveTable:
    """A table, or the refusal that there is none."""
    try:
        return await _host(request).live(table)
    except TableGone:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None


async def _own_seats(request: Request, table: str, authorization: str | None) -> tuple[int, ...]:
    """The seats a request's secret opens; a wrong one looks like a missing table (F12)."""
    if authorization is None:
        return ()
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "seat" or not 0 < len(secret) <= LONGEST_SECRET:
        raise Refuse(NOT_FOUND, "table/not_found")
    seats = await _seats_of(_host(request), await live_table(request, table), secret)
    if not seats:
        raise Refuse(NOT_FOUND, "table/not_found")
    return seats


async def _seats_of(host: Host, live: LiveTable, secret: str) -> tuple[int, ...]:
    try:
        return await host.seats_of(live, hash_of(secret))
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None


@router.get("/choices", responses=documented())
async def choices(request: Request) -> Choices:
    """The editions, boards, presets, variants and bots that new tables can choose from."""
    host = _host(request)
    names = (*EDITION_NAMES, *request.app.state.own_editions)
    editions = [host.library.find_edition(name) for name in names]
    return Choices(
        editions=[
            EditionChoice(id=edition.source, name=dict(edition.names), trained=is_trained(edition))
            for edition in editions
        ],
        boards=["classic"],
        presets=[
            PresetChoice(
                key=preset.key,
                rule=preset.rule,
                players=preset.players,
                dice=preset.dice,
                teams=preset.teams,
                bonus=preset.has_bonus,
            )
            for preset in PRESETS.values()
        ],
        variants=[
            VariantChoice(key=variant.key, rule=variant.rule, example=variant.example) for variant in VARIANTS
        ],
        kinds=list(KINDS),
        levels={game: list(host.levels(game)) for game in ("dicetrip", "tumblin")},
    )


@router.get("/editions/{name}", responses=documented(NOT_FOUND))
async def edition(request: Request, name: str, response: Response) -> dict[str, Any]:
    """An edition's whole file, to draw its map."""
    try:
        found = _host(request).library.find_edition(name)
    except InputError:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    response.headers["Cache-Control"] = "public, max-age=3600"
    return dict(found.document)


@router.post("/tables", status_code=201, responses=documented(CONFLICT, UNAVAILABLE))
async def open_table(request: Request, wish: NewTable) -> OpenedTable:
    """Open a table; this device gets a secret for each of its people's seats."""
    host = _host(request)
    if DAILY in wish.options:  # else anybody could have tomorrow's dice today
        raise Refuse(CONFLICT, "table/daily")
    seats = _seats(host, wish)
    setup = TableSetup(wish.game, wish.options, seats, wish.seconds_per_decision)
    # A table that could never begin is refused now, whoever sits down later.
    names = [seat.name or f"seat {number}" for number, seat in enumerate(seats)]
    begin(wish.game, wish.options, names, host.library)
    secrets = {number: new_secret() for number, seat in enumerate(seats) if seat.occupant is Occupant.PERSON}
    try:
        live = await host.open(setup, {seat: hash_of(secret) for seat, secret in secrets.items()})
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    own = [SeatSecret(seat=seat, secret=secret) for seat, secret in secrets.items()]
    return OpenedTable(table=live.id, code=live.code, seats=own)


def _seats(host: Host, wish: NewTable) -> tuple[Seat, ...]:
    if not any(seat.occupant == "person" for seat in wish.seats):
        raise Refuse(CONFLICT, "table/nobody")
    seats: list[Seat] = []
    for seat in wish.seats:
        seats.append(_seat(host, wish.game, seat, {other.name.casefold() for other in seats}))
    return tuple(seats)


def _seat(host: Host, game: str, wish: SeatWish, taken: set[str]) -> Seat:
    if wish.occupant == "open":
        return Seat(Occupant.OPEN)
    if wish.occupant == "bot":
        if wish.level not in host.levels(game):
            raise Refuse(CONFLICT, No.UNKNOWN_LEVEL)
        names = (wish.level, *(f"{wish.level} {number}" for number in range(2, 20)))
        return Seat(Occupant.BOT, next(name for name in names if name not in taken), wish.level)
    name = clean_name(wish.name)
    if name is None:
        raise Refuse(CONFLICT, No.BAD_NAME)
    if name.casefold() in taken:
        raise Refuse(CONFLICT, No.NAME_TAKEN)
    return Seat(Occupant.PERSON, name)


@router.get("/codes/{code}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def find_code(request: Request, code: str) -> TableId:
    """The table with a short code."""
    try:
        table = await _host(request).store.find_code(code.strip().upper()[:16])
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    if table is None:
        raise Refuse(NOT_FOUND, "table/not_found")
    return TableId(table=table)


@router.get("/tables/{table}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def see_table(
    request: Request, table: str, authorization: Secret = None, since: Annotated[int, Query(ge=0)] = 0
) -> TableView:
    """A table as one may see it, with the events after a sequence number."""
    seats = await _own_seats(request, table, authorization)
    live = await live_table(request, table)
    moment = live.durable
    return TableView(
        table=live.id,
        code=live.code,
        seq=moment.seq,
        seats=list(seats),
        events=events_json(live.since(since), moment.table, seats),
        view=view(moment.table, seats),
    )


@router.post("/tables/{table}/seats", status_code=201, responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE))
async def sit_down(request: Request, table: str, sit: Sit) -> SeatSecret:
    """Take an open seat; the answer holds its secret, and asking again with the same id gets it again."""
    host = _host(request)
    live = await live_table(request, table)
    secret = secret_from(table, sit.seat, sit.id)
    await _obeyed(host.sit(live, sit.seat, sit.name, hash_of(secret)))
    return SeatSecret(seat=sit.seat, secret=secret)


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
    host = _host(request)
    live = await live_table(request, table)
    secret = secret_from(table, seat, change.id)
    if seat not in await _seats_of(host, live, secret):  # else the first answer was lost
        if seat not in await _own_seats(request, table, authorization):
            raise Refuse(NOT_FOUND, "table/not_found")
        if live.durable.table.setup.options.get(DAILY):
            raise Refuse(CONFLICT, "table/daily_key")
        old = (authorization or "").partition(" ")[2]
        await _obeyed(host.change_key(live, seat, hash_of(old), hash_of(secret)))
    return SeatSecret(seat=seat, secret=secret)


@router.post("/tables/{table}/commands", responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE))
async def command(
    request: Request, table: str, body: CommandBody, authorization: Secret = None
) -> CommandAnswer:
    """Send a command without a socket."""
    seats = await _own_seats(request, table, authorization)
    if body.seat not in seats:
        raise Refuse(NOT_FOUND, "table/not_found")
    live = await live_table(request, table)
    wanted = Command(f"{body.seat}:{body.id}", body.seat, body.round, body.action)
    return CommandAnswer(seq=await _obeyed(_host(request).command(live.id, wanted)))


async def _obeyed(command: Awaitable[Accepted | Refused]) -> int:
    try:
        answer = await command
    except TableGone:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    count_answer(answer)
    if isinstance(answer, Refused):
        if answer.reason is No.NOT_YOUR_SEAT:
            raise Refuse(NOT_FOUND, "table/not_found")
        status = UNAVAILABLE if answer.reason is No.RETRY else CONFLICT
        raise Refuse(status, answer.reason.value, seq=answer.head)
    return answer.seq


@router.get("/tables/{table}/fits/{seat}/{city}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def city_fits(
    request: Request, table: str, seat: int, city: str, authorization: Secret = None
) -> CityFits:
    """Dice Trip: which numbers fit into a city of one's own sheet, with what one is thinking of."""
    if seat not in await _own_seats(request, table, authorization):
        raise Refuse(NOT_FOUND, "table/not_found")
    now = (await live_table(request, table)).durable.table
    player = now.player_at(seat)
    if not isinstance(now.play, DiceTripPlay) or player is None:
        return CityFits(fits=[])
    found = now.play.fits(player, city)
    return CityFits(fits=[CityFit(lowest=fit.lowest, highest=fit.highest, road=fit.road) for fit in found])


@router.post(
    "/tables/{table}/rematch", status_code=201, responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE)
)
async def rematch(request: Request, table: str, authorization: Secret = None) -> TableId:
    """Play again with the same people: the secrets of this table open the same seats there."""
    if not await _own_seats(request, table, authorization):
        raise Refuse(NOT_FOUND, "table/not_found")
    live = await live_table(request, table)
    try:
        again = await _host(request).rematch(live)
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    if again is None:
        raise Refuse(CONFLICT, No.NOT_OVER)
    return TableId(table=again)


def finished_record(live: LiveTable) -> tuple[str, str]:
    """A finished table's record and its ending, or the refusal that there is none."""
    try:
        return record_text(live)
    except NotOver:
        raise Refuse(CONFLICT, No.NOT_OVER) from None
    except Unrecordable:
        raise Refuse(CONFLICT, "table/from_position") from None


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE),
)
async def record(request: Request, table: str) -> PlainTextResponse:
    """A finished game as its record: .trip or .tumble."""
    live = await live_table(request, table)
    text, ending = finished_record(live)
    disposition = f'attachment; filename="{live.code}.{ending}"'
    return PlainTextResponse(text, headers={"Content-Disposition": disposition})


@router.get("/tables/{table}/replay", responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE))
async def replay(request: Request, table: str) -> Replay:
    """A finished game moment by moment, every sheet counted."""
    live = await live_table(request, table)
    ended = live.durable.table
    if ended.status is not Status.OVER:
        raise Refuse(CONFLICT, No.NOT_OVER)
    return Replay(
        table=live.id,
        code=live.code,
        seats=[seat.as_json() for seat in ended.seats],
        players=list(ended.players),
        moments=[dict(moment) for moment in moments((shown.body for shown in live.log), ended)],
    )


@router.get("/tables/{table}/qr", response_class=Response, responses=documented(NOT_FOUND, UNAVAILABLE))
async def qr_code(
    request: Request, table: str, site: Annotated[str, Query(max_length=200, description="our own address")]
) -> Response:
    """The link to a table as a picture that phones read; the site is the one this page came from."""
    if not is_allowed(site, request.headers.get("host"), request.app.state.origins):
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
    host = _host(request)
    try:
        return TableId(table=await import_record(host, text))
    except NotOver:
        raise Refuse(CONFLICT, No.NOT_OVER) from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
