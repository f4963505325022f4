"""Requests about analyses of finished games: ask for one, see how far it is, change one's mind."""

from tumbletrip.analysis.analysis_jobs import Order
from tumbletrip.answers.analysis_desk import DeskFull, ShareUsed
from tumbletrip.answers.desk import Desk
from tumbletrip.answers.refusing import CONFLICT, NOT_FOUND, TOO_MANY, UNAVAILABLE, Refuse
from tumbletrip.answers.tables import DEVICE, finished_record, live_table, own_seats, public_table
from tumbletrip.host.core.live import LiveTable
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import Status
from tumbletrip.tables.refusals import No


async def ask(desk: Desk, table: str, authorization: str | None, address: str) -> Body:
    """Have a finished game analysed; asking again for one that is on its way changes nothing."""
    live = _finished(await public_table(desk, table, authorization))
    try:
        desk.analyses.ask(_key(live), address, lambda: _order(desk, live))
    except ShareUsed:
        raise Refuse(TOO_MANY, "analysis/yours_full") from None
    except DeskFull:
        raise Refuse(UNAVAILABLE, "analysis/full") from None
    return _state(desk, live)


async def see(desk: Desk, table: str, authorization: str | None) -> Body:
    """How far the analysis of a finished game is, with what it found once it is there."""
    return _state(desk, _finished(await public_table(desk, table, authorization)))


async def cancel(desk: Desk, table: str, authorization: str | None, address: str) -> Body:
    """Stop an analysis that is on its way, for a player or whoever asked; one that is there stays.

    Nobody holds a seat of an imported game: there only the address that asked may stop it.
    """
    is_device = DEVICE.fullmatch(authorization or "") is not None
    seats = () if is_device else await own_seats(desk, table, authorization)
    shown = live_table(desk, table) if seats else public_table(desk, table, authorization)
    live = _finished(await shown)
    found = desk.analyses.find(_key(live))
    has_asked = found is not None and found.address == address
    if not has_asked and not seats:
        raise Refuse(NOT_FOUND, "table/not_found")
    desk.analyses.cancel(_key(live))
    return _state(desk, live)


def _finished(live: LiveTable) -> LiveTable:
    """A finished table; refuses with 409 before the end, when an analysis would be a hint."""
    if live.durable.table.status is not Status.OVER:
        raise Refuse(CONFLICT, No.NOT_OVER)
    return live


def _key(live: LiveTable) -> str:
    """The key of a table's analysis: its id, and the hash of its last event, which covers the whole log."""
    return f"{live.id}/{live.durable.hash}"


def _order(desk: Desk, live: LiveTable) -> Order:
    """The analysis to run for a finished game; refuses games without a record or an analysis."""
    kit, record = finished_record(desk.host.games, live)
    if kit.analyse is None:
        raise Refuse(NOT_FOUND, "table/not_found")
    return Order(kit.analyse, record, desk.analyses.limits.games)


def _state(desk: Desk, live: LiveTable) -> Body:
    key, table = _key(live), live.durable.table
    found = desk.analyses.find(key)
    if found is None:
        return {
            "state": "none",
            "ahead": 0,
            "done": 0,
            "total": 0,
            "result": None,
            "seats": [],
            "players": [],
        }
    return {
        "state": found.state.value,
        "ahead": desk.analyses.ahead_of(key),
        "done": found.done,
        "total": found.total,
        "result": found.result,
        "seats": [seat.as_json() for seat in table.seats],
        "players": list(table.players),
    }
