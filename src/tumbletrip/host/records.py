"""Finished tables as record files, and record files as tables."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from tumbletrip.core.errors import InputError
from tumbletrip.core.lines import IMPORTED
from tumbletrip.fairness.days import day_at
from tumbletrip.fairness.proofs import proof_tags
from tumbletrip.games.kit import GameKit, Recorded, RecordFormat
from tumbletrip.games.registry import GameRegistry
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host
from tumbletrip.host.ports import RunJob, Ticket, Urgency
from tumbletrip.tables.play import Body, Options, Play
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant, Seat, required_name
from tumbletrip.tables.table import TableSetup
from tumbletrip.tables.views import shown_event

READ_SECONDS: Final = 20.0  # far more than a record of the largest size takes


class Unrecordable(Exception):
    """The game began from a given position; a record can hold only whole games."""


class NotOver(Exception):
    """The game is not finished; before its end parts of it are hidden."""


def record_of(games: GameRegistry, live: LiveTable) -> tuple[GameKit, Any]:
    """The kit of a finished table's game and its record; raises NotOver or Unrecordable."""
    if live.durable.table.status is not Status.OVER:
        raise NotOver
    kit, record = _recorded(games, live, [shown.body for shown in live.events])
    for name, value in _tags(live):
        record = kit.records.tagged(record, name, value)
    return kit, record


def record_so_far(games: GameRegistry, live: LiveTable, seats: Collection[int]) -> str:
    """A game under way as text, of which these seats may know all that it says; raises Unrecordable.

    What others have decided in secret is left out: they decide again wherever the game goes on.
    """
    table = live.durable.table
    seen = [shown.body for shown in live.events if shown_event(table, shown.body, seats) is shown.body]
    kit, record = _recorded(games, live, seen)
    return kit.records.format(record)


def _recorded(games: GameRegistry, live: LiveTable, events: Sequence[Body]) -> tuple[GameKit, Any]:
    """A table's game with these events as a record; raises Unrecordable."""
    table = live.durable.table
    kit = games.kit(table.setup.game)
    if kit.from_middle & table.setup.options.keys():
        raise Unrecordable
    bodies = [body["play"] for body in events if body["kind"] == "played"]
    names = [table.seats[seat].called(seat) for seat in table.players]
    return kit, kit.records.of_play(table.play, names, bodies)


def _tags(live: LiveTable) -> list[tuple[str, str]]:
    """What a record says beside its game: that it was brought in, or its day (UTC) and its draws."""
    if live.durable.table.setup.is_imported:
        tags = [IMPORTED]
    else:
        begun, ended = live.events[0].at_ms, live.events[-1].at_ms
        # All at once: brought in before this was noted, and nobody knows the day.
        tags = [] if begun == ended else [("Date", day_at(begun))]
    proof = live.fair.proof(live.id, live.durable.table.players)
    return [*tags, *proof_tags(proof)] if proof else tags


def get_ready_to_read() -> None:
    """The first call in a process that reads records: with this module come the readers of all games."""


async def read_beside(read: RunJob, address: str, job: Callable[..., Any], *values: Any) -> Any:
    """What a job makes of a stranger's words; raises InputError, or JobFailed if it takes too long.

    The job runs in the process behind `read`, away from the event loop and with a time limit (F43, F65).
    """
    ticket = Ticket(Urgency.READING, address)
    found = await read(_outcome_of, job, *values, seconds=READ_SECONDS, ticket=ticket)
    if isinstance(found, InputError):
        raise found
    return found


def _outcome_of(job: Callable[..., Any], *values: Any) -> Any:
    """A job's result, or the InputError it raised: of other errors a worker process tells only that."""
    try:
        return job(*values)
    except InputError as error:
        return error


def begun_options(
    begin: Callable[[Options, Sequence[str]], Play],
    understood: Callable[[Options], Options],
    options: Options,
    names: Sequence[str],
) -> Options:
    """The options of a table that can begin, as they were understood; raises InputError for another."""
    begin(options, names)
    return understood(options)


def read_record(records: RecordFormat, text: str) -> Recorded:
    """A record played again by the rules; raises InputError."""
    return records.replay(records.parse(text))


def _recorded_table(kit: GameKit, played: Recorded) -> tuple[TableSetup, list[Body]]:
    """The setup and the events of a finished game; raises InputError or NotOver."""
    if not played.is_over:
        raise NotOver
    seats = tuple(Seat(Occupant.PERSON, required_name(name)) for name in played.names)
    options = {name: value for name, value in played.options.items() if name not in kit.reserved}
    setup = TableSetup(kit.key, options, seats, is_imported=True)
    return setup, [{"kind": "played", "play": body} for body in played.bodies]


async def import_record(host: Host, read: RunJob, text: str, address: str = "") -> str:
    """The id of a new table with a finished game; raises InputError, NotOver, JobFailed or StoreDown."""
    kit = host.games.of_record(text)
    found: Recorded = await read_beside(read, address, read_record, kit.records, text)
    setup, played = _recorded_table(kit, found)
    live = await host.open(setup, {}, played)
    return live.id
