"""What of a record of Dice Trip was drawn: every roll, and every roll again."""

import json
from collections.abc import Iterator
from operator import attrgetter
from typing import Final

from tumbletrip.dicetrip.notation.records import Record
from tumbletrip.dicetrip.rules import Rerolled, Rolled
from tumbletrip.fairness.checking import Claim
from tumbletrip.games.kit import FairRecords
from tumbletrip.tables.play import NeedDice

LINKS: Final = 64  # thirteen rolls, and at most four again


def setup_text(record: Record) -> str:
    """What was agreed on, without names: those may be forgotten."""
    agreed = {"edition": record.edition.source, "players": len(record.names), "tens": record.tens_variant}
    return json.dumps(agreed, separators=(",", ":"), sort_keys=True)


def claims(record: Record) -> tuple[Claim, ...]:
    """The rolls of a record."""
    return tuple(_claims(record))


def _claims(record: Record) -> Iterator[Claim]:
    for recorded in record.events:
        event = recorded.event
        if isinstance(event, Rolled):
            yield Claim(NeedDice(4).kind, 4, tuple(event.roll).__eq__)
        elif isinstance(event, Rerolled):
            faces = tuple(event.roll.shows(die) for die in event.dice)
            need = NeedDice(len(event.dice), event.dice, throw=1)
            yield Claim(need.kind, len(faces), faces.__eq__)


FAIR: Final = FairRecords(tags=attrgetter("tags"), setup=setup_text, claims=claims, links=LINKS)
