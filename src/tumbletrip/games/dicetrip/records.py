"""Dice Trip games as records (`.trip`), between a table's events and the notation."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip.notation.records import Record, format_record, parse_record, record_of
from tumbletrip.dicetrip.notation.replays import replay, with_result
from tumbletrip.dicetrip.rules import Phase
from tumbletrip.games.dicetrip.beginning import FindEdition
from tumbletrip.games.dicetrip.drawn import FAIR
from tumbletrip.games.dicetrip.play import DRAFTED, DiceTripPlay, event_from_json, event_json
from tumbletrip.games.kit import Recorded, RecordFormat
from tumbletrip.tables.play import Body

OWN_DICE = ("Dice", "own")  # the tag of a game played with dice on a real table


def record_format(find_edition: FindEdition) -> RecordFormat:
    """The record format of Dice Trip, for the boards that `find_edition` knows."""
    return RecordFormat(
        extension="trip",
        parse=partial(_parse, find_edition),
        format=format_record,
        of_play=_of_play,
        tagged=_tagged,
        replay=_replay,
        fair=FAIR,
    )


def _parse(find_edition: FindEdition, text: str) -> Record:
    return parse_record(text, find_edition)


def _tagged(record: Record, name: str, value: str) -> Record:
    return replace(record, tags=(*record.tags, (name, value)))


def _of_play(play: DiceTripPlay, names: Sequence[str], bodies: Sequence[Body]) -> Record:
    events = [event_from_json(body) for body in bodies if body["kind"] != DRAFTED]
    tags = (OWN_DICE,) if play.own_dice else ()
    return with_result(record_of(play.game, names, events, tags=tags), play.game)


def _replay(record: Record) -> Recorded:
    played = replay(record)
    if played.error:
        raise InputError(played.error.as_problem())
    options = {
        "edition": record.edition.source,
        "tens": record.tens_variant,
        "own_dice": OWN_DICE in record.tags,
    }
    bodies = tuple(event_json(event) for event in played.events)
    return Recorded(options, record.names, bodies, played.final.phase is Phase.OVER)
