"""Finished tables as record files, and record files as tables."""

from dataclasses import replace
from typing import Any

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.records import format_record, parse_record, record_of
from tumbletrip.dicetrip.replays import replay, with_result
from tumbletrip.dicetrip.rules import Phase
from tumbletrip.host.host import Host
from tumbletrip.host.live import LiveTable
from tumbletrip.tables.dicetrip_play import DiceTripPlay, event_from_json, event_json
from tumbletrip.tables.games import DICETRIP, TUMBLIN
from tumbletrip.tables.play import Body
from tumbletrip.tables.ports import Status
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant, Seat, clean_name
from tumbletrip.tables.table import Table, TableSetup
from tumbletrip.tables.tumblin_play import TumblinPlay
from tumbletrip.tables.tumblin_play import event_from_json as tumblin_event
from tumbletrip.tables.tumblin_play import event_json as tumblin_event_json
from tumbletrip.tumblin.record_reader import parse_record as parse_tumble
from tumbletrip.tumblin.records import Record
from tumbletrip.tumblin.records import format_record as format_tumble
from tumbletrip.tumblin.records import record_of as tumble_of
from tumbletrip.tumblin.replays import replay as replay_tumble
from tumbletrip.tumblin.rules import Phase as MatchPhase
from tumbletrip.tumblin.setup import Setup as MatchSetup


class Unrecordable(Exception):
    """A game that began in the middle has no record: a record tells a game from its first roll."""


class NotOver(Exception):
    """Only finished games leave as records: until then hands are hidden and nothing is final."""


def record_text(live: LiveTable) -> tuple[str, str]:
    """A finished table's record and the ending of its file name."""
    table = live.durable.table
    bodies = [shown.body["play"] for shown in live.log if shown.body["kind"] == "played"]
    if table.status is not Status.OVER:
        raise NotOver
    if "position" in table.setup.options:
        raise Unrecordable
    if isinstance(table.play, DiceTripPlay):
        return _trip(table, table.play, bodies), "trip"
    assert isinstance(table.play, TumblinPlay)
    setup = table.play.match.setup
    events = [tumblin_event(setup, body) for body in bodies]
    return format_tumble(tumble_of(setup, events)), "tumble"


def _trip(table: Table, play: DiceTripPlay, bodies: list[Body]) -> str:
    names = [table.seats[seat].name for seat in table.players]
    events = [event_from_json(body) for body in bodies if body["kind"] != "drafted"]
    tags = (("Dice", "own"),) if play.own_dice else ()
    return format_record(with_result(record_of(play.game, names, events, tags=tags), play.game))


async def import_record(host: Host, text: str) -> str:
    """A finished game brought in from its record, as a table anybody can look at; returns its id."""
    if '"tumblin"' in text[:400]:
        setup, bodies = _read_tumble(text)
    else:
        setup, bodies = _read_trip(host, text)
    plays: list[Body] = [{"kind": "played", "play": body} for body in bodies]
    live = await host.open(setup, {}, plays)
    return live.id


def _read_trip(host: Host, text: str) -> tuple[TableSetup, list[Body]]:
    record = parse_record(text, host.library.find_edition)
    played = replay(record)
    if played.error:
        raise InputError(played.error.as_problem())
    if played.final.phase is not Phase.OVER:
        raise NotOver
    own_dice = dict(record.tags).get("Dice") == "own"
    options = {"edition": record.edition.source, "tens": record.tens_variant, "own_dice": own_dice}
    return _imported(DICETRIP, options, record.names), [event_json(event) for event in played.events]


def _read_tumble(text: str) -> tuple[TableSetup, list[Body]]:
    record = parse_tumble(text)
    record = replace(record, setup=_with_clean_names(record.setup))
    played = replay_tumble(record)
    if played.error:
        raise InputError(played.error.as_problem())
    if played.final.phase is not MatchPhase.OVER:
        raise NotOver
    header = format_tumble(Record(record.setup))
    names = tuple(seat.name for seat in record.setup.seats)
    return _imported(TUMBLIN, {"header": header}, names), [
        tumblin_event_json(event) for event in played.events
    ]


def _with_clean_names(setup: MatchSetup) -> MatchSetup:
    seats = tuple(replace(seat, name=_clean(seat.name)) for seat in setup.seats)
    return replace(setup, seats=seats)


def _imported(game: str, options: dict[str, Any], names: tuple[str, ...]) -> TableSetup:
    return TableSetup(game, options, tuple(Seat(Occupant.PERSON, _clean(name)) for name in names))


def _clean(name: str) -> str:
    """A name from a file of a stranger, by the rules for names of those who sit down here."""
    cleaned = clean_name(name)
    if cleaned is None:
        raise InputError(problem(No.BAD_NAME))
    return cleaned
