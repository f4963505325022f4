"""Opening a table: who shall sit where, and the secrets of those who are here."""

from collections.abc import Collection, Sequence
from typing import Any, NotRequired, TypedDict

from tumbletrip.answers.desk import Desk
from tumbletrip.answers.refusing import CONFLICT, UNAVAILABLE, Refuse
from tumbletrip.answers.secrecy import hash_of, new_secret
from tumbletrip.host.codec import encode
from tumbletrip.host.records import begun_options
from tumbletrip.tables.bot_names import bot_name
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant, Seat, clean_name, names_taken
from tumbletrip.tables.table import TableSetup

SHORT_OPTIONS = 400  # characters of JSON that are read at once


class SeatWish(TypedDict):
    """Who shall sit on a seat of a new table."""

    occupant: str  # person, bot or open
    name: NotRequired[str]
    level: NotRequired[str]


class NewTable(TypedDict):
    """A table to open."""

    game: str
    options: NotRequired[dict[str, Any]]
    seats: list[SeatWish]
    seconds_per_decision: NotRequired[int | None]


async def open_table(desk: Desk, wish: NewTable, address: str) -> Body:
    """Open a table; this device gets a secret for each of its people's seats."""
    kit = desk.host.games.kit(wish["game"])
    asked = wish.get("options", {})
    if kit.reserved & asked.keys():  # otherwise anybody could see tomorrow's dice today
        raise Refuse(CONFLICT, "table/daily")
    seats = seats_as_wished(kit.bots.levels, wish["seats"])
    options = kit.agreed(asked)
    # Begin the game once on trial: a table that could never begin is refused now.
    names = [seat.called(number) for number, seat in enumerate(seats)]
    if len(encode(options)) <= SHORT_OPTIONS:
        kit.begin(options, names)
    else:  # a position, or a header of a record: a stranger's text (F65)
        options = await desk.read_beside(address, begun_options, kit.begin, kit.understood, options, names)
    return await opened_table(
        desk, TableSetup(wish["game"], options, seats, wish.get("seconds_per_decision")), address
    )


async def opened_table(desk: Desk, setup: TableSetup, address: str, played: Sequence[Body] = ()) -> Body:
    """A new table, with what was played already; this device holds its people's seats but those offered."""
    secrets = {
        number: new_secret()
        for number, seat in enumerate(setup.seats)
        if seat.occupant is Occupant.PERSON and number not in setup.offered
    }
    try:
        hashes = {seat: hash_of(secret) for seat, secret in secrets.items()}
        live = await desk.host.open(setup, hashes, played, address=address)
    except StoreDown:
        raise Refuse(UNAVAILABLE, "table/retry") from None
    own = [{"seat": seat, "secret": secret} for seat, secret in secrets.items()]
    return {"table": live.id, "code": live.code, "seats": own}


def seats_as_wished(levels: Collection[str], wishes: Collection[SeatWish]) -> tuple[Seat, ...]:
    """The seats of a new table; refuses with 409 if no person sits there, or a seat cannot be as asked."""
    if not any(wish["occupant"] == "person" for wish in wishes):
        raise Refuse(CONFLICT, "table/nobody")
    seats: list[Seat] = []
    for wish in wishes:
        seats.append(_seat(levels, wish, names_taken(seats)))
    return tuple(seats)


def _seat(levels: Collection[str], asked: SeatWish, taken: set[str]) -> Seat:
    if asked["occupant"] == "open":
        return Seat(Occupant.OPEN)
    if asked["occupant"] == "bot":
        level = asked.get("level", "")
        if level not in levels:
            raise Refuse(CONFLICT, No.UNKNOWN_LEVEL)
        return Seat(Occupant.BOT, bot_name(level, taken), level)
    if not asked.get("name"):
        return Seat(Occupant.PERSON)
    name = clean_name(asked["name"])
    if name is None:
        raise Refuse(CONFLICT, No.BAD_NAME)
    if name.casefold() in taken:
        raise Refuse(CONFLICT, No.NAME_TAKEN)
    return Seat(Occupant.PERSON, name)
