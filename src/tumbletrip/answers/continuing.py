"""Games under way that move house: from a device to a server, from a server to a device."""

from collections.abc import Sequence

from tumbletrip.answers.desk import Desk
from tumbletrip.answers.opening import SeatWish, opened_table, seats_as_wished
from tumbletrip.answers.refusing import CONFLICT, NOT_FOUND, Refuse
from tumbletrip.answers.tables import live_table, own_seats
from tumbletrip.host.records import Unrecordable, read_record, record_so_far
from tumbletrip.tables.play import Body
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import TableSetup


async def so_far(desk: Desk, table: str, authorization: str | None) -> str:
    """The record of a game under way, for one who sits there: without what is hidden from them."""
    seats = await own_seats(desk, table, authorization)
    if not seats:
        raise Refuse(NOT_FOUND, "table/not_found")
    live = await live_table(desk, table)
    now = live.durable.table
    if now.play is None:
        raise Refuse(CONFLICT, No.NOT_STARTED)
    if now.play.is_over:
        raise Refuse(CONFLICT, No.OVER)
    if desk.host.games.kit(now.setup.game).reserved & now.setup.options.keys():
        raise Refuse(CONFLICT, "table/daily_stays")
    try:
        return record_so_far(desk.host.games, live, seats)
    except Unrecordable:
        raise Refuse(CONFLICT, "table/from_position") from None


async def continue_table(
    desk: Desk, game: str, record: str, wishes: Sequence[SeatWish], address: str
) -> Body:
    """Open a table where a game under way goes on; seats that are wished open can be taken meanwhile."""
    kit = desk.host.games.kit(game)
    found = await desk.read_beside(address, read_record, kit.records, record)
    if found.is_over:
        raise Refuse(CONFLICT, No.OVER)
    if len(wishes) != len(found.names):
        raise Refuse(CONFLICT, "table/other_seats")
    offered = tuple(number for number, wish in enumerate(wishes) if wish["occupant"] == "open")
    taken: list[SeatWish] = [
        {**wish, "occupant": "person"} if wish["occupant"] == "open" else wish for wish in wishes
    ]
    if all(wish["occupant"] != "person" for wish in wishes):
        raise Refuse(CONFLICT, "table/nobody")
    seats = seats_as_wished(kit.bots.levels, taken)
    options = {name: value for name, value in found.options.items() if name not in kit.reserved}
    setup = TableSetup(game, options, seats, is_imported=True, offered=offered)
    played: list[Body] = [{"kind": "played", "play": body} for body in found.bodies]
    return await opened_table(desk, setup, address, played)
