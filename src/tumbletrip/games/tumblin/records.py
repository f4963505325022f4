"""Matches of Tumblin-Dice as records (`.tumble`), between a table's events and the notation."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tumbletrip.core.errors import InputError
from tumbletrip.games.kit import Recorded, RecordFormat
from tumbletrip.games.tumblin.drawn import FAIR
from tumbletrip.games.tumblin.play import TumblinPlay, event_from_json, event_json
from tumbletrip.tables.play import Body
from tumbletrip.tables.seats import required_name
from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.records import Record, format_record, record_of
from tumbletrip.tumblin.notation.replays import replay
from tumbletrip.tumblin.rules import Phase
from tumbletrip.tumblin.setup import Setup


def _tagged(record: Record, name: str, value: str) -> Record:
    return replace(record, tags=(*record.tags, (name, value)))


def _of_play(play: TumblinPlay, names: Sequence[str], bodies: Sequence[Body]) -> Record:
    del names  # the match knows them
    setup = play.match.setup
    return record_of(setup, [event_from_json(setup, body) for body in bodies])


def _replay(record: Record) -> Recorded:
    record = replace(record, setup=_with_clean_names(record.setup))
    played = replay(record)
    if played.error:
        raise InputError(played.error.as_problem())
    names = tuple(seat.name for seat in record.setup.seats)
    header = format_record(Record(record.setup))
    bodies = tuple(event_json(event) for event in played.events)
    return Recorded({"header": header}, names, bodies, played.final.phase is Phase.OVER)


def _with_clean_names(setup: Setup) -> Setup:
    """The names stand in the header, so they are cleaned before it is written again."""
    seats = tuple(replace(seat, name=required_name(seat.name)) for seat in setup.seats)
    return replace(setup, seats=seats)


RECORDS: Final = RecordFormat(
    extension="tumble",
    parse=parse_record,
    format=format_record,
    of_play=_of_play,
    tagged=_tagged,
    replay=_replay,
    fair=FAIR,
)
