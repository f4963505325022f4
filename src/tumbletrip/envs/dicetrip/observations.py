"""What a learner sees: 59 small numbers, 53 of them a sheet, and the way back to a readable sheet.

  0–24    each city: 0 open, 1 crossed out, 2 and more the number's place on the tracker (11 is 2, 66 is 37)
  25–49   each city: 1 if the die of its own colour helped to make its number (DT09)
  50, 51  1 while the power is left: re-roll (DT07), use a die twice (DT08)
  52      the tens (DT14): 0 not played, 1 incomplete, 2 and more the points plus 2
  53–56   what the dice show, red, blue, green, yellow: the digit less 1
  57      the question: which dice to throw, the first entry of a round, its second, none (`Question`)
  58      the first entry, while the second is asked: 0 none, 1 a cross, 2 and more its pair plus 2

It is a `MultiDiscrete` space: Gymnasium's `FlattenObservation` makes 1,057 zeros and ones of it for networks.
"""

from enum import IntEnum
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np
from gymnasium.spaces import MultiDiscrete
from numpy.typing import NDArray

from tumbletrip.dicetrip.dice import PAIRS, Roll
from tumbletrip.dicetrip.editions import CityId, Edition
from tumbletrip.dicetrip.fast.fields import CITIES
from tumbletrip.dicetrip.numbers import NUMBERS, place_on_tracker
from tumbletrip.dicetrip.rules import Phase
from tumbletrip.dicetrip.sheet import CROSSED, Mark, Sheet, Written
from tumbletrip.envs.dicetrip.seat import SeatTurn

Observation: TypeAlias = NDArray[np.int8]

IN_COLOUR: Final = CITIES
REROLL: Final = 2 * CITIES
DOUBLE: Final = REROLL + 1
TENS: Final = DOUBLE + 1
DICE: Final = TENS + 1
QUESTION: Final = DICE + 4
FIRST: Final = QUESTION + 1
SIZE: Final = FIRST + 1

OPEN, CROSS, LOWEST = 0, 1, 2  # what stands in a city; LOWEST is the number 11
NOTHING, A_CROSS, A_PAIR = 0, 1, 2  # the first entry
TENS_OFF, TENS_OPEN, TENS_PAID = 0, 1, 2
MOST_TENS = 8  # as many cities are coloured (DT01)


class Question(IntEnum):
    """What the learner is asked."""

    DICE = 0
    FIRST_ENTRY = 1  # the only one of round 13
    SECOND_ENTRY = 2
    NONE = 3


SHEET_KINDS: Final = (  # how many values each number of a sheet may have
    *(LOWEST + len(NUMBERS),) * CITIES,
    *(2,) * CITIES,
    *(2,) * 2,
    TENS_PAID + MOST_TENS + 1,
)
KINDS: Final = (*SHEET_KINDS, *(6,) * 4, len(Question), A_PAIR + len(PAIRS))


def observation_space() -> MultiDiscrete[np.int8]:
    """The space of observations."""
    return MultiDiscrete[np.int8](np.array(KINDS), dtype=np.int8)


def observe(turn: SeatTurn, roll: Roll) -> Observation:
    """What the seat sees; `roll` is what the dice show, also when the game is over and nobody asks."""
    seen: Observation = np.zeros(SIZE, dtype=np.int8)
    seen[:DICE] = sheet_numbers(turn.sheet)
    seen[DICE:QUESTION] = [face - 1 for face in roll]
    seen[QUESTION] = question(turn)
    if turn.draft:
        pair = turn.draft[0].pair
        seen[FIRST] = A_CROSS if pair is None else A_PAIR + PAIRS.index(pair)
    return seen


def sheet_numbers(sheet: Sheet) -> Observation:
    """A sheet as its 53 numbers."""
    marks = [_mark_seen(sheet.marks.get(city)) for city in sheet.edition.city_ids]
    powers = sheet.may_reroll, sheet.may_double
    filled, in_colour = zip(*marks, strict=True)
    return np.array([*filled, *in_colour, *powers, _tens_seen(sheet)], dtype=np.int8)


def question(turn: SeatTurn) -> Question:
    """What the seat is asked now."""
    if turn.game.phase is Phase.OVER or turn.game.done[turn.seat]:
        return Question.NONE
    if turn.game.phase is Phase.REROLL:
        return Question.DICE if turn.may_throw else Question.NONE
    return Question.SECOND_ENTRY if turn.draft else Question.FIRST_ENTRY


def sheet_seen(edition: Edition, seen: Observation) -> Sheet:
    """The sheet of an observation, a first entry of the round written on it."""
    marks: dict[CityId, Mark] = {}
    for place, city in enumerate(edition.city_ids):
        if seen[place] == CROSS:
            marks[city] = CROSSED
        elif seen[place] != OPEN:
            marks[city] = Written(NUMBERS[seen[place] - LOWEST], bool(seen[IN_COLOUR + place]))
    tens = int(seen[TENS])
    return Sheet(
        edition,
        MappingProxyType(marks),
        may_reroll=bool(seen[REROLL]),
        may_double=bool(seen[DOUBLE]),
        tens_variant=tens != TENS_OFF,
        tens_bonus=tens - TENS_PAID if tens >= TENS_PAID else None,
    )


def roll_seen(seen: Observation) -> Roll:
    """What the dice of an observation show."""
    return Roll(*(int(face) + 1 for face in seen[DICE:QUESTION]))


def _mark_seen(mark: Mark | None) -> tuple[int, bool]:
    if mark is None:
        return OPEN, False
    if isinstance(mark, Written):
        return LOWEST + place_on_tracker(mark.number), mark.in_colour
    return CROSS, False


def _tens_seen(sheet: Sheet) -> int:
    if not sheet.tens_variant:
        return TENS_OFF
    return TENS_OPEN if sheet.tens_bonus is None else TENS_PAID + sheet.tens_bonus
