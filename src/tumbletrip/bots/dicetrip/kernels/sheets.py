"""Filling sheets and taking it back, the last round, and dice: what the bots' kernels need of the rules.

The fast rules keep a sheet as masks; here each city also says what stands in it, because weights are
looked up by that. Lengths and scores come from the fast rules themselves.
"""

import numpy as np

from tumbletrip.bots.dicetrip.kernels.memory import SheetArrays, board_at, copy_facts
from tumbletrip.bots.dicetrip.learning.value_weights import (
    CROSSED,
    CROSSES,
    DOUBLE,
    EMPTY,
    FACTS,
    OPEN,
    POINTS,
    REROLL,
    ROUND,
    TENS,
    USED,
)
from tumbletrip.dicetrip.dice import COLOURS, PAIRS
from tumbletrip.dicetrip.fast.addresses import Ints
from tumbletrip.dicetrip.fast.chance import Random, draw
from tumbletrip.dicetrip.fast.compiling import bit_count, kernel, lowest_bit
from tumbletrip.dicetrip.fast.fields import CITIES, COLOURED, NUMBERS
from tumbletrip.dicetrip.fast.kernels import (
    DOUBLES,
    SERIES_BY_LENGTH,
    TEN,
    ZONES_BY_COUNT,
    chain_lengths,
    clean_zones,
)

NO_NUMBER = -99  # the score of a number that is taken: lower than any sheet's
TENS_DIE = np.array([COLOURS.index(pair.tens) for pair in PAIRS], np.int64)
UNITS_DIE = np.array([COLOURS.index(pair.units) for pair in PAIRS], np.int64)
ALL_NUMBERS = (1 << NUMBERS) - 1


@kernel
def roll_dice(random: Random, dice: Ints) -> None:
    """Throw all four dice; faces are 0 to 5."""
    word = draw(random)
    for die in range(4):
        part = (word >> np.uint64(16 * die)) & np.uint64(0xFFFF)
        dice[die] = int((part * np.uint64(6)) >> np.uint64(16))


@kernel
def clear_sheet(sheet: SheetArrays, powers: int, tens: int) -> None:
    """An empty sheet, with both powers or none, and the tens bonus open or not."""
    for city in range(CITIES):
        sheet.cities[city] = EMPTY
    for number in range(NUMBERS):
        sheet.pos[number] = -1
    for fact in range(FACTS):
        sheet.facts[fact] = 0
    sheet.facts[OPEN] = (1 << CITIES) - 1
    sheet.facts[REROLL] = powers
    sheet.facts[DOUBLE] = powers
    sheet.facts[TENS] = tens
    sheet.facts[ROUND] = 1


@kernel
def number_of(dice: Ints, pair: int) -> int:
    """The number that a pair of dice makes."""
    return int(6 * dice[TENS_DIE[pair]] + dice[UNITS_DIE[pair]])


@kernel
def numbers_of(dice: Ints) -> int:
    """A mask of the numbers that two of the dice make."""
    numbers = 0
    for pair in range(12):
        numbers |= 1 << number_of(dice, pair)
    return numbers


@kernel
def tens_left(used: int) -> int:
    """How many of the six tens have no number yet (DT14)."""
    left = 0
    for ten in range(6):
        if not (used >> (6 * ten)) & TEN:
            left += 1
    return left


@kernel
def open_coloured(mind: int, facts: Ints) -> int:
    """How many coloured cities are still empty."""
    return bit_count(board_at(mind).masks[COLOURED] & facts[OPEN])


@kernel
def put(mind: int, sheet: SheetArrays, dice: Ints, pair: int, city: int) -> int:
    """Write the number of a pair of dice into a city, or cross it out (pair -1); tells the tens bonus won."""
    cities, pos, facts = sheet
    bit = 1 << city
    facts[OPEN] &= ~bit
    if pair < 0:
        cities[city] = CROSSED
        facts[CROSSES] |= bit
        facts[POINTS] -= 1  # DT10
        return 0
    number = number_of(dice, pair)
    cities[city] = number + 2
    pos[number] = city
    facts[USED] |= 1 << number
    colour = board_at(mind).colour[city]
    if (DOUBLES >> number) & 1 or colour == TENS_DIE[pair] or colour == UNITS_DIE[pair]:
        facts[POINTS] += 1  # DT09
    if facts[TENS] and tens_left(facts[USED]) == 0:
        bonus = open_coloured(mind, facts)  # DT14
        facts[TENS] = 0
        facts[POINTS] += bonus
        return bonus
    return 0


@kernel
def play(mind: int, sheet: SheetArrays, dice: Ints, move: Ints) -> int:
    """Fill the cities of a round in the order of the play; tells the tens bonus won."""
    bonus = put(mind, sheet, dice, move[0], move[1])
    if move[3] >= 0:
        bonus += put(mind, sheet, dice, move[2], move[3])
    if move[4]:
        sheet.facts[DOUBLE] = 0
    sheet.facts[ROUND] += 1
    return bonus


@kernel
def take_back(sheet: SheetArrays, facts_before: Ints, dice: Ints, move: Ints) -> None:
    """Undo a play, given the facts from before it."""
    for slot in range(0, 4, 2):
        pair, city = move[slot], move[slot + 1]
        if city >= 0:
            sheet.cities[city] = EMPTY
            if pair >= 0:
                sheet.pos[number_of(dice, pair)] = -1
    copy_facts(facts_before, sheet.facts)


@kernel
def last_scores(mind: int, sheet: SheetArrays, scores: Ints) -> int:
    """Round 13: the final score for each number in the last open city, then for a cross; tells that city.

    The bonus of a coloured city is left out: it depends on the dice.
    """
    _, pos, facts = sheet
    city = lowest_bit(facts[OPEN])
    used, crosses = facts[USED], facts[CROSSES]
    zones = ZONES_BY_COUNT[clean_zones(board_at(mind).masks, crosses)]
    zones_if_crossed = ZONES_BY_COUNT[clean_zones(board_at(mind).masks, crosses | 1 << city)]
    road, series = chain_lengths(board_at(mind).masks, pos, used)
    scores[NUMBERS] = facts[POINTS] - 1 + road + SERIES_BY_LENGTH[series] + zones_if_crossed
    for number in range(NUMBERS):
        scores[number] = NO_NUMBER
        if (used >> number) & 1:
            continue
        pos[number] = city
        road, series = chain_lengths(board_at(mind).masks, pos, used | 1 << number)
        pos[number] = -1
        scores[number] = facts[POINTS] + ((DOUBLES >> number) & 1) + road + SERIES_BY_LENGTH[series] + zones
        if facts[TENS] and tens_left(used | 1 << number) == 0:
            scores[number] += open_coloured(mind, facts) - (
                1 if board_at(mind).colour[city] >= 0 else 0
            )  # DT14
    return city


@kernel
def best_last_pair(mind: int, city: int, scores: Ints, dice: Ints) -> tuple[int, int]:
    """Round 13 with a roll: the best pair of dice (-1 for a cross) and the score it brings."""
    best, score = -1, scores[NUMBERS]
    colour = board_at(mind).colour[city]
    for pair in range(12):
        number = number_of(dice, pair)
        value = scores[number]
        if value == NO_NUMBER:
            continue
        if (colour == TENS_DIE[pair] or colour == UNITS_DIE[pair]) and not (DOUBLES >> number) & 1:
            value += 1
        if value > score:
            best, score = pair, value
    return best, score
