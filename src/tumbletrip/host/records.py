"""Finished tables as record files, and record files as tables."""

from typing import Any, Final

from tumbletrip.core.errors import InputError
from tumbletrip.fairness.days import day_at
from tumbletrip.games.kit import GameKit, Recorded, RecordFormat
from tumbletrip.games.registry import GameRegistry
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host
from tumbletrip.host.ports import RunJob, Ticket, Urgency
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant, Seat, required_name
from tumbletrip.tables.table import TableSetup

READ_SECONDS: Final = 20.0  # far more than a record of the largest size takes


class Unrecordable(Exception):
    """The game began from a given position; a record can hold only whole games."""


class NotOver(Exception):
    """The game is not finished; before its end parts of it are hidden."""


def record_of(games: GameRegistry, live: LiveTable) -> tuple[GameKit, Any]:
    """The kit of a finished table's game and its record; raises NotOver or Unrecordable."""
    table = live.durable.table
    if table.status is not Status.OVER or table.play is None:
        raise NotOver
    kit = games.kit(table.setup.game)
    if kit.from_middle & table.setup.options.keys():
        raise Unrecordable
    bodies = [shown.body["play"] for shown in live.events if shown.body["kind"] == "played"]
    names = [table.seats[seat].called(seat) for seat in table.players]
    return kit, kit.records.of_play(table.play, names, bodies, _day_of(live))


def _day_of(live: LiveTable) -> str:
    """The day on which a game began, in UTC; unknown, and empty, for a game brought in from a record."""
    begun, ended = live.events[0].at_ms, live.events[-1].at_ms
    return "" if begun == ended else day_at(begun)


def record_text(games: GameRegistry, live: LiveTable) -> tuple[str, str]:
    """A finished table's record as text, and its file extension; raises NotOver or Unrecordable."""
    kit, record = record_of(games, live)
    return kit.records.format(record), kit.records.ending


def get_ready_to_read() -> None:
    """The first call in a process that reads records: with this module come the readers of all games."""


def read_record(records: RecordFormat, text: str) -> Recorded | InputError:
    """A stranger's record, or what is wrong with it; a job of a worker process."""
    try:
        return records.replay(records.parse(text))
    except InputError as error:
        return error


def _recorded_table(kit: GameKit, played: Recorded) -> tuple[TableSetup, list[Body]]:
    """The setup and the events of a finished game; raises InputError or NotOver."""
    if not played.is_over:
        raise NotOver
    seats = tuple(Seat(Occupant.PERSON, required_name(name)) for name in played.names)
    setup = TableSetup(kit.key, played.options, seats)
    return setup, [{"kind": "played", "play": body} for body in played.bodies]


async def import_record(host: Host, read: RunJob, text: str, address: str = "") -> str:
    """The id of a new table with a finished game; raises InputError, NotOver, JobFailed or StoreDown.

    The record is read by `read`, away from the event loop and with a time limit (F43).
    """
    kit = host.games.of_record(text)
    ticket = Ticket(Urgency.READING, address)
    found: Recorded | InputError = await read(
        read_record, kit.records, text, seconds=READ_SECONDS, ticket=ticket
    )
    if isinstance(found, InputError):
        raise found
    setup, played = _recorded_table(kit, found)
    live = await host.open(setup, {}, played)
    return live.id
