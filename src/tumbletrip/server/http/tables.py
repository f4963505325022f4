"""The HTTP API: opening, finding and joining tables, commands for simple clients, and what can be chosen."""

import asyncio
import io
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from tumbletrip.games.kit import GameKit
from tumbletrip.games.registry import GameRegistry
from tumbletrip.host.core.effects import Refused, Reply
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.daily.challenges import Challenges
from tumbletrip.host.host import Host, TableGone
from tumbletrip.host.ports import JobFailed
from tumbletrip.host.records import (
    NotOver,
    Unrecordable,
    begun_options,
    import_record,
    read_beside,
    record_of,
)
from tumbletrip.server.guards.origins import is_allowed
from tumbletrip.server.guards.rates import address_of
from tumbletrip.server.guards.secrecy import LONGEST_SECRET, hash_of, new_secret, secret_from
from tumbletrip.server.http.problems import (
    CONFLICT,
    NOT_FOUND,
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
    GameChoices,
    NewTable,
    OpenedTable,
    Placings,
    Replay,
    SeatSecret,
    SeatWish,
    Sit,
    TableId,
    TableView,
)
from tumbletrip.server.metrics import count_answer
from tumbletrip.server.transport.wire import encode, events_json
from tumbletrip.tables.bot_names import bot_name
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.moments import moments
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import Status, StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant, Seat, clean_name, names_taken
from tumbletrip.tables.table import TableSetup
from tumbletrip.tables.views import view

router = APIRouter(prefix="/api")
Secret = Annotated[str | None, Header(alias="Authorization", description="Seat <secret>")]
Device = Annotated[str | None, Header(alias="Authorization", description="Device <id>")]
SHORT_OPTIONS = 400  # signs of JSON that are read at once
DEVICE = re.compile("Device ([A-Za-z0-9_-]{16,64})")


def _host(request: Request) -> Host:
    host: Host = request.app.state.host
    return host


async def live_table(request: Request, table: str) -> LiveTable:
    """A table by id; refuses with 404 if there is none, 503 if the store is down."""
    try:
        return await _host(request).live(table)
    except TableGone:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None


async def public_table(request: Request, table: str, authorization: Device = None) -> LiveTable:
    """A table that this request may see without a seat at it; refuses with 409 what would spoil today."""
    live = await live_table(request, table)
    challenges: Challenges = request.app.state.challenges
    device = DEVICE.fullmatch(authorization or "")
    try:
        may_see = await challenges.may_see(live.durable.table, device[1] if device else None)
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    if not may_see:
        raise Refuse(CONFLICT, "daily/sealed")
    return live


PublicTable = Annotated[LiveTable, Depends(public_table)]


async def read_beside_loop(request: Request, job: Callable[..., Any], *values: Any) -> Any:
    """What a job makes of a stranger's words; raises InputError, refuses with 503 what takes too long."""
    try:
        return await read_beside(request.app.state.reader.run, address_of(request.scope), job, *values)
    except JobFailed:
        raise Refuse(UNAVAILABLE, "http/busy") from None


async def own_seats(request: Request, table: str, authorization: str | None) -> tuple[int, ...]:
    """The seats that a request's secret opens; a wrong secret is refused like a missing table (F12)."""
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
    """The games, and what new tables can choose from in each of them."""
    return Choices(
        games=[
            GameChoices(key=kit.key, players=kit.players, levels=list(kit.bots.levels), options=kit.choices())
            for kit in _host(request).games
        ]
    )


@router.post("/tables", status_code=201, responses=documented(CONFLICT, UNAVAILABLE))
async def open_table(request: Request, body: NewTable) -> OpenedTable:
    """Open a table; this device gets a secret for each of its people's seats."""
    host = _host(request)
    kit = host.games.kit(body.game)
    if kit.reserved & body.options.keys():  # otherwise anybody could see tomorrow's dice today
        raise Refuse(CONFLICT, "table/daily")
    seats = _seats(kit.bots.levels, body)
    options = kit.agreed(body.options)
    # Begin the game once on trial: a table that could never begin is refused now.
    names = [seat.called(number) for number, seat in enumerate(seats)]
    if len(encode(options)) <= SHORT_OPTIONS:
        kit.begin(options, names)
    else:  # a position, or a header of a record: a stranger's text (F65)
        options = await read_beside_loop(request, begun_options, kit.begin, kit.understood, options, names)
    setup = TableSetup(body.game, options, seats, body.seconds_per_decision)
    secrets = {number: new_secret() for number, seat in enumerate(seats) if seat.occupant is Occupant.PERSON}
    try:
        hashes = {seat: hash_of(secret) for seat, secret in secrets.items()}
        live = await host.open(setup, hashes, address=address_of(request.scope))
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    own = [SeatSecret(seat=seat, secret=secret) for seat, secret in secrets.items()]
    return OpenedTable(table=live.id, code=live.code, seats=own)


def _seats(levels: Collection[str], body: NewTable) -> tuple[Seat, ...]:
    """The seats of a new table; refuses with 409 if no person sits there, or a seat cannot be as asked."""
    if not any(seat.occupant == "person" for seat in body.seats):
        raise Refuse(CONFLICT, "table/nobody")
    seats: list[Seat] = []
    for seat in body.seats:
        seats.append(_seat(levels, seat, names_taken(seats)))
    return tuple(seats)


def _seat(levels: Collection[str], asked: SeatWish, taken: set[str]) -> Seat:
    if asked.occupant == "open":
        return Seat(Occupant.OPEN)
    if asked.occupant == "bot":
        if asked.level not in levels:
            raise Refuse(CONFLICT, No.UNKNOWN_LEVEL)
        return Seat(Occupant.BOT, bot_name(asked.level, taken), asked.level)
    if not asked.name:
        return Seat(Occupant.PERSON)
    name = clean_name(asked.name)
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


@router.get("/tables/{table}", responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE))
async def see_table(
    request: Request, table: str, authorization: Secret = None, since: Annotated[int, Query(ge=0)] = 0
) -> TableView:
    """A table as one may see it, with the events after a sequence number."""
    seats = await own_seats(request, table, authorization)
    live = await (live_table(request, table) if seats else public_table(request, table))
    moment = live.durable
    return TableView(
        table=live.id,
        code=live.code,
        seq=moment.seq,
        seats=list(seats),
        events=events_json(live.log.since(since), moment.table, seats),
        view=view(moment.table, seats, live.thoughts()),
    )


@router.post("/tables/{table}/seats", status_code=201, responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE))
async def sit_down(request: Request, table: str, sit: Sit) -> SeatSecret:
    """Take an open seat; the answer holds its secret, and asking again with the same id gets it again."""
    host = _host(request)
    live = await live_table(request, table)
    secret = secret_from(table, sit.seat, sit.id)
    await _accepted_seq(host.sit(live, sit.seat, sit.name, hash_of(secret)))
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
    if seat not in await _seats_of(host, live, secret):  # otherwise it is a repeated request
        if seat not in await own_seats(request, table, authorization):
            raise Refuse(NOT_FOUND, "table/not_found")
        setup = live.durable.table.setup
        if host.games.kit(setup.game).reserved & setup.options.keys():
            raise Refuse(CONFLICT, "table/daily_key")
        old = (authorization or "").partition(" ")[2]
        await _accepted_seq(host.change_key(live, seat, hash_of(old), hash_of(secret)))
    return SeatSecret(seat=seat, secret=secret)


@router.post("/tables/{table}/commands", responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE))
async def command(
    request: Request, table: str, body: CommandBody, authorization: Secret = None
) -> CommandAnswer:
    """Send a command without a socket."""
    seats = await own_seats(request, table, authorization)
    if body.seat not in seats:
        raise Refuse(NOT_FOUND, "table/not_found")
    live = await live_table(request, table)
    live.last_address = address_of(request.scope)
    wanted = Command(f"{body.seat}:{body.id}", body.seat, body.round, body.action)
    return CommandAnswer(seq=await _accepted_seq(_host(request).command(live.id, wanted)))


async def _accepted_seq(command: Awaitable[Reply]) -> int:
    """The sequence number of an accepted command; refuses with the status that fits its refusal."""
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
    return CityFits.model_validate(await _hint(request, table, seat, authorization, city))


@router.get("/tables/{table}/placings/{seat}/{dice}", responses=documented(NOT_FOUND, UNAVAILABLE))
async def placings(
    request: Request, table: str, seat: int, dice: str, authorization: Secret = None
) -> Placings:
    """Dice Trip: what two dice (`red+blue`, tens first) would bring in each empty city of one's own sheet."""
    return Placings.model_validate(await _hint(request, table, seat, authorization, dice))


async def _hint(request: Request, table: str, seat: int, secret: str | None, about: str) -> Body:
    """What the game tells a seat about something, for the one who sits there."""
    if seat not in await own_seats(request, table, secret):
        raise Refuse(NOT_FOUND, "table/not_found")
    live = await live_table(request, table)
    now = live.durable.table
    player = now.player_at(seat)
    if now.play is None or player is None:
        return {}
    return now.play.hint(player, live.thoughts().get(seat), about)


@router.post(
    "/tables/{table}/rematch", status_code=201, responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE)
)
async def rematch(request: Request, table: str, authorization: Secret = None) -> TableId:
    """Play again with the same people: the secrets of this table open the same seats there."""
    seats = await own_seats(request, table, authorization)
    if not seats:
        raise Refuse(NOT_FOUND, "table/not_found")
    live = await live_table(request, table)
    try:
        again = await _host(request).rematch(live, seats[0])
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    if again is None:
        raise Refuse(CONFLICT, No.NOT_OVER)
    return TableId(table=again)


def finished_record(games: GameRegistry, live: LiveTable) -> tuple[GameKit, Any]:
    """A finished table's record and its game's kit; refuses with 409 if there is no record."""
    try:
        return record_of(games, live)
    except NotOver:
        raise Refuse(CONFLICT, No.NOT_OVER) from None
    except Unrecordable:
        raise Refuse(CONFLICT, "table/from_position") from None


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE),
)
async def record(request: Request, live: PublicTable) -> PlainTextResponse:
    """A finished game as its record: .trip or .tumble."""
    kit, found = finished_record(_host(request).games, live)
    disposition = f'attachment; filename="{live.id[:5]}.{kit.records.ending}"'
    return PlainTextResponse(kit.records.format(found), headers={"Content-Disposition": disposition})


@router.get(
    "/tables/{table}/replay",
    response_model=Replay,
    responses=documented(NOT_FOUND, CONFLICT, UNAVAILABLE),
)
async def replay(live: PublicTable) -> StreamingResponse:
    """A finished game moment by moment, every sheet counted."""
    ended = live.durable.table
    if ended.status is not Status.OVER:
        raise Refuse(CONFLICT, No.NOT_OVER)
    seats, players = [seat.as_json() for seat in ended.seats], list(ended.players)
    about = {"table": live.id, "code": live.code, "seats": seats, "players": players}
    opening = encode({**about, "imported": ended.setup.is_imported})
    told = moments((shown.body for shown in live.events), ended)
    return StreamingResponse(replay_parts(opening, told), media_type="application/json")


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
    host = _host(request)
    try:
        address = address_of(request.scope)
        return TableId(table=await import_record(host, request.app.state.reader.run, text, address))
    except NotOver:
        raise Refuse(CONFLICT, No.NOT_OVER) from None
    except JobFailed:
        raise Refuse(UNAVAILABLE, "http/busy") from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
