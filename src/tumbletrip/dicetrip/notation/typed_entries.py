"""From what people say at the table ("42 in Lyon, cross out Brest") to entries with dice.

A number can often be made in several ways. The one that pays most bonus points is meant; a die is used
twice only if there is no other way. If two ways are equally good but differ, we must ask.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tumbletrip.core.errors import Ambiguous, problem
from tumbletrip.dicetrip.dice import PAIRS, Pair, Roll
from tumbletrip.dicetrip.editions import CityId
from tumbletrip.dicetrip.numbers import Number
from tumbletrip.dicetrip.rules import Entries, Entry, No, doubled_die, fill, refuse_entries
from tumbletrip.dicetrip.scoring import bonus_cities
from tumbletrip.dicetrip.sheet import Sheet, Written


@dataclass(frozen=True, slots=True)
class Draft:
    """A city and the number meant for it; without one the city is crossed out. The dice may be named."""

    city: CityId
    number: Number | None = None
    pair: Pair | None = None


def entries_meant(sheet: Sheet, roll: Roll, drafts: tuple[Draft, ...]) -> Entries | No:
    """The entries that drafts stand for, or the rule against them; raises Ambiguous if it cannot tell."""
    readings = list(_readings(roll, drafts))
    if not readings:
        return No.DICE_OVERUSED
    refusals = [refuse_entries(sheet, roll, entries) for entries in readings]
    legal = [entries for entries, no in zip(readings, refusals, strict=True) if no is None]
    if not legal:
        return next(no for no in refusals if no is not None)
    return _best(sheet, roll, legal)


def makes_number(roll: Roll, number: Number) -> bool:
    """Whether two of the dice make this number."""
    return any(pair.number(roll) == number for pair in PAIRS)


def _readings(roll: Roll, drafts: tuple[Draft, ...]) -> Iterator[Entries]:
    """Every way to make the numbers, legal or not; plain ways come first."""
    ways = [_ways(roll, draft) for draft in drafts]
    yield from sorted(product(*ways), key=lambda entries: doubled_die(entries) is not None)


def _ways(roll: Roll, draft: Draft) -> list[Entry]:
    if draft.number is None:
        return [Entry(draft.city)]
    pairs = [draft.pair] if draft.pair else [pair for pair in PAIRS if pair.number(roll) == draft.number]
    return [Entry(draft.city, pair) for pair in pairs]


def _best(sheet: Sheet, roll: Roll, legal: list[Entries]) -> Entries:
    """The reading that spends least and earns most; equal sheets are the same reading."""

    def worth(entries: Entries) -> tuple[bool, int, int]:
        filled = fill(sheet, roll, entries)
        coloured = sum(isinstance(mark, Written) and mark.in_colour for mark in filled.marks.values())
        paid = len(bonus_cities(filled))  # DT09: a double needs no colour
        return doubled_die(entries) is None, paid, coloured

    most = max(map(worth, legal))
    best = {fill(sheet, roll, entries): entries for entries in legal if worth(entries) == most}
    if len(best) > 1:
        numbers = ", ".join(str(entry.pair.number(roll)) for entry in next(iter(best.values())) if entry.pair)
        raise Ambiguous(problem("play.which_dice", numbers=numbers))
    return next(iter(best.values()))
