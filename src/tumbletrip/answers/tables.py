"""Requests about tables: opening, finding and joining them, commands, hints, records and replays."""

import re
from collections.abc import Awaitable, Iterator, Mapping
from typing import Any, NamedTuple, TypedDict

from tumbletrip.answers.desk import Desk
from tumbletrip.answers.refusing import CONFLICT, NOT_FOUND, UNAVAILABLE, Refuse
from tumbletrip.answers.secrecy import LONGEST_SECRET, hash_of, secret_from
from tumbletrip.answers.wire import events_json
from tumbletrip.games.kit import GameKit
from tumbletrip.games.registry import GameRegistry
from tumbletrip.host.core.effects import Refused, Reply
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import TableGone
from tumbletrip.host.ports import JobFailed
from tumbletrip.host.records import NotOver, Unrecordable, import_record, record_of
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.moments import moments
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import Status, StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.views import view

DEVICE = re.compile("Device ([A-Za-z0-9_-]{16,64})")


class Wanted(TypedDict):
    """Something a seat wants."""

    id: str
    seat: int
    round: int
    action: dict[str, Any]


class Replay(NamedTuple):
    """A finished game: who played, and its moments one after the other."""

    about: Body
    moments: Iterator[Body]


async def live_table(desk: Desk, table: str) -> LiveTable:
    """A table by id; refuses with 404 if there is none, 503 if the store is down."""
    try:
        return await desk.host.live(table)
    except TableGone:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None


async def public_table(desk: Desk, table: str, authorization: str | None = None) -> LiveTable:
    """A table that this request may see without a seat at it; refuses with 409 what would spoil today."""
    live = await live_table(desk, table)
    device = DEVICE.fullmatch(authorization or "")
    try:
        may_see = await desk.may_see(live.durable.table, device[1] if device else None)
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    if not may_see:
        raise Refuse(CONFLICT, "daily/sealed")
    return live


async def own_seats(desk: Desk, table: str, authorization: str | None) -> tuple[int, ...]:
    """The seats that a request's secret opens; a wrong secret is refused like a missing table (F12)."""
    if authorization is None:
        return ()
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "seat" or not 0 < len(secret) <= LONGEST_SECRET:
        raise Refuse(NOT_FOUND, "table/not_found")
    seats = await _seats_of(desk, await live_table(desk, table), secret)
    if not seats:
        raise Refuse(NOT_FOUND, "table/not_found")
    return seats


async def _seats_of(desk: Desk, live: LiveTable, secret: str) -> tuple[int, ...]:
    try:
        return await desk.host.seats_of(live, hash_of(secret))
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None


def choices(desk: Desk) -> Body:
    """The games, and what new tables can choose from in each of them."""
    return {
        "games": [
            {
                "key": kit.key,
                "players": kit.players,
                "levels": list(kit.bots.levels),
                "options": kit.choices(),
            }
            for kit in desk.host.games
        ]
    }


async def find_code(desk: Desk, code: str) -> Body:
    """The table with a short code."""
    try:
        table = await desk.host.store.find_code(code.strip().upper()[:16])
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    if table is None:
        raise Refuse(NOT_FOUND, "table/not_found")
    return {"table": table}


async def see_table(desk: Desk, table: str, authorization: str | None, since: int = 0) -> Body:
    """A table as one may see it, with the events after a sequence number."""
    seats = await own_seats(desk, table, authorization)
    live = await (live_table(desk, table) if seats else public_table(desk, table))
    moment = live.durable
    return {
        "table": live.id,
        "code": live.code,
        "seq": moment.seq,
        "seats": list(seats),
        "events": events_json(live.log.since(since), moment.table, seats),
        "view": view(moment.table, seats, live.thoughts()),
    }


async def sit_down(desk: Desk, table: str, seat: int, nonce: str, name: str) -> Body:
    """Take an open seat; the answer holds its secret, and asking again with the same nonce gets it again."""
    live = await live_table(desk, table)
    secret = secret_from(table, seat, nonce)
    await _accepted_seq(desk, desk.host.sit(live, seat, name, hash_of(secret)))
    return {"seat": seat, "secret": secret}


async def change_key(desk: Desk, table: str, seat: int, nonce: str, authorization: str | None) -> Body:
    """A new secret for one's own seat: the old one opens nothing any more, wherever it has got to (F13)."""
    live = await live_table(desk, table)
    secret = secret_from(table, seat, nonce)
    if seat not in await _seats_of(desk, live, secret):  # otherwise it is a repeated request
        if seat not in await own_seats(desk, table, authorization):
            raise Refuse(NOT_FOUND, "table/not_found")
        setup = live.durable.table.setup
        if desk.host.games.kit(setup.game).reserved & setup.options.keys():
            raise Refuse(CONFLICT, "table/daily_key")
        old = (authorization or "").partition(" ")[2]
        await _accepted_seq(desk, desk.host.change_key(live, seat, hash_of(old), hash_of(secret)))
    return {"seat": seat, "secret": secret}


async def command(desk: Desk, table: str, body: Wanted, authorization: str | None, address: str) -> Body:
    """Run a command that came without a socket."""
    seat = body["seat"]
    if seat not in await own_seats(desk, table, authorization):
        raise Refuse(NOT_FOUND, "table/not_found")
    live = await live_table(desk, table)
    live.last_address = address
    wanted = Command(f"{seat}:{body['id']}", seat, body["round"], body["action"])
    return {"seq": await _accepted_seq(desk, desk.host.command(live.id, wanted))}


async def _accepted_seq(desk: Desk, command: Awaitable[Reply]) -> int:
    """The sequence number of an accepted command; refuses with the status that fits its refusal."""
    try:
        answer = await command
    except TableGone:
        raise Refuse(NOT_FOUND, "table/not_found") from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    desk.on_answer(answer)
    if isinstance(answer, Refused):
        if answer.reason is No.NOT_YOUR_SEAT:
            raise Refuse(NOT_FOUND, "table/not_found")
        status = UNAVAILABLE if answer.reason is No.RETRY else CONFLICT
        raise Refuse(status, answer.reason.value, seq=answer.head)
    return answer.seq


async def hint(desk: Desk, table: str, seat: int, about: str, authorization: str | None) -> Body:
    """What the game tells a seat about something, for the one who sits there."""
    if seat not in await own_seats(desk, table, authorization):
        raise Refuse(NOT_FOUND, "table/not_found")
    live = await live_table(desk, table)
    now = live.durable.table
    player = now.player_at(seat)
    if now.play is None or player is None:
        return {}
    return now.play.hint(player, live.thoughts().get(seat), about)


async def rematch(desk: Desk, table: str, authorization: str | None) -> Body:
    """Play again with the same people: the secrets of this table open the same seats there."""
    seats = await own_seats(desk, table, authorization)
    if not seats:
        raise Refuse(NOT_FOUND, "table/not_found")
    live = await live_table(desk, table)
    try:
        again = await desk.host.rematch(live, seats[0])
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    if again is None:
        raise Refuse(CONFLICT, No.NOT_OVER)
    return {"table": again}


def finished_record(games: GameRegistry, live: LiveTable) -> tuple[GameKit, Any]:
    """A finished table's record and its game's kit; refuses with 409 if there is no record."""
    try:
        return record_of(games, live)
    except NotOver:
        raise Refuse(CONFLICT, No.NOT_OVER) from None
    except Unrecordable:
        raise Refuse(CONFLICT, "table/from_position") from None


def record(desk: Desk, live: LiveTable) -> tuple[str, str]:
    """A finished game as its record, and the name of its file."""
    kit, found = finished_record(desk.host.games, live)
    return kit.records.format(found), f"{live.id[:5]}.{kit.records.extension}"


def replay(live: LiveTable) -> Replay:
    """A finished game moment by moment, every sheet counted."""
    ended = live.durable.table
    if ended.status is not Status.OVER:
        raise Refuse(CONFLICT, No.NOT_OVER)
    about: Body = {
        "table": live.id,
        "code": live.code,
        "seats": [seat.as_json() for seat in ended.seats],
        "players": list(ended.players),
        "imported": ended.setup.is_imported,
    }
    return Replay(about, iter(moments((shown.body for shown in live.events), ended)))


async def import_table(desk: Desk, text: str, address: str) -> Mapping[str, Any]:
    """Bring in a finished game from its record."""
    try:
        return {"table": await import_record(desk.host, desk.read, text, address)}
    except NotOver:
        raise Refuse(CONFLICT, No.NOT_OVER) from None
    except JobFailed:
        raise Refuse(UNAVAILABLE, "http/busy") from None
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
