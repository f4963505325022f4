"""What of a record of Tumblin-Dice was drawn: rolls for the order, and how people's hands shook."""

import json
from collections.abc import Iterator
from functools import partial
from operator import attrgetter
from typing import Final

from tumbletrip.core.errors import InputError
from tumbletrip.fairness.checking import Claim
from tumbletrip.games.kit import FairRecords
from tumbletrip.tables.play import NeedDice
from tumbletrip.tumblin.hands import DICE_TO_SHAKE, Hand, draw_from, hand_of
from tumbletrip.tumblin.notation.records import Record
from tumbletrip.tumblin.notation.replays import replay
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Flicked, Match

LINKS: Final = 4096  # sixteen players flick four dice each for sixty-four rounds


def setup_text(record: Record) -> str:
    """What was agreed on, without names: those may be forgotten."""
    setup = record.setup
    agreed = {
        "board": setup.board.hash,
        "dice": [[die.kind.name for die in seat.dice] for seat in setup.seats],
        "hand": setup.hand.value,
        "house": list(setup.house.words),
        "sides": [list(side) for side in setup.sides],
    }
    return json.dumps(agreed, separators=(",", ":"), sort_keys=True)


def claims(record: Record) -> tuple[Claim, ...]:
    """The rolls for the order and the shaken flicks of a record; raises InputError if the rules refuse it."""
    return tuple(_claims(record))


def _claims(record: Record) -> Iterator[Claim]:
    played = replay(record)
    if played.error:
        raise InputError(played.error.as_problem())
    for before, event in zip(played.matches, played.events, strict=False):
        if not isinstance(event, Flicked):
            yield Claim(NeedDice(1).kind, 1, (event.face,).__eq__)
            continue
        hand = hand_of(before.setup.hand, event.aim.made_by) if event.aim else None
        if event.aim and hand:  # bots shake their own hands, and exact ones do not shake
            fits = partial(_makes, hand, before, event.aim.launch, event.launch)
            yield Claim(NeedDice(DICE_TO_SHAKE, is_noise=True).kind, DICE_TO_SHAKE, fits)


def _makes(hand: Hand, match: Match, meant: Launch, made: Launch, faces: tuple[int, ...]) -> bool:
    """Whether a hand that shakes by these dice makes this launch of what was meant."""
    return hand.flick(match.setup.board, match.rests, meant, draw_from(faces)) == made


FAIR: Final = FairRecords(tags=attrgetter("tags"), setup=setup_text, claims=claims, links=LINKS)
