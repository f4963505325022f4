"""What a learner may do in Dice Trip, counted from 0 to 340: one entry at a time, then which dice to throw.

A whole round has up to 14,700 answers; asked for one entry after the other there are 325 at a time, a city
and a pair of dice or a cross, and every way to fill a round is still there, its order of writing included:

  city * 13 + pair   write the number of a pair (0 to 11, as `dice.PAIRS` lists them) in a city
  city * 13 + 12     cross the city out
  325 + dice         throw these dice again (a mask: red 1, blue 2, green 4, yellow 8); 325 keeps all four
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Colour
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.fast.fields import CITIES
from tumbletrip.dicetrip.rules import Entry

CROSSING: Final = len(PAIRS)
WAYS: Final = len(PAIRS) + 1  # to fill a city
KEEP: Final = CITIES * WAYS
ACTIONS: Final = KEEP + 2 ** len(COLOURS)

Mask = NDArray[np.int8]  # 1 for each action that is legal; what `Discrete.sample` takes


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice that are thrown again; none: the roll is kept."""

    dice: frozenset[Colour]


def action_of(edition: Edition, answer: Entry | Throw) -> int:
    """The number of an answer."""
    if isinstance(answer, Throw):
        return KEEP + sum(1 << COLOURS.index(colour) for colour in answer.dice)
    way = CROSSING if answer.pair is None else PAIRS.index(answer.pair)
    return edition.city_ids.index(answer.city) * WAYS + way


def answer_of(edition: Edition, action: int) -> Entry | Throw:
    """The answer that a number stands for."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"actions are 0 to {ACTIONS - 1}, not {action}")
    if action >= KEEP:
        return Throw(frozenset(colour for die, colour in enumerate(COLOURS) if action - KEEP >> die & 1))
    city, way = divmod(action, WAYS)
    return Entry(edition.city_ids[city], None if way == CROSSING else PAIRS[way])
