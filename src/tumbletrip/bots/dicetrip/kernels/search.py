"""Thinking ahead: what the next roll may bring, whether to throw dice again, and the last round exactly."""

from math import inf

from tumbletrip.bots.dicetrip.kernels.memory import SheetArrays, copy_facts
from tumbletrip.bots.dicetrip.kernels.plays import best_plays, ranked_plays
from tumbletrip.bots.dicetrip.kernels.sheets import (
    ALL_NUMBERS,
    best_last_pair,
    last_scores,
    numbers_of,
    play,
    roll_dice,
    take_back,
)
from tumbletrip.bots.dicetrip.kernels.values import FEATURES, GAINS, TOPS, Desk, sheet_gains, sheet_value
from tumbletrip.bots.dicetrip.learning.value_weights import EMPTY, FACTS, REROLL
from tumbletrip.bots.dicetrip.machine.places import MOST_THROWS, PLAY_SLOTS
from tumbletrip.dicetrip.fast.addresses import Floats, Ints, row, stack_floats, stack_ints
from tumbletrip.dicetrip.fast.chance import Random
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS, ROLLS

WIDTH = 3  # plays valued in full for an imagined roll
WIDTH_SLOTS = WIDTH * PLAY_SLOTS
SETS = 16  # of dice that may be thrown again, the empty one included
SCORES = NUMBERS + 1
THROWN = MOST_THROWS * 4


@kernel
def candidates(mind: int, sheet: SheetArrays, dice: Ints, count: int, values: Floats, plays: Ints) -> None:
    """The best plays for a roll with their values, best first; so many of them."""
    desk = Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))
    best_plays(mind, sheet, desk, dice, numbers_of(dice), count, values, plays)
    if plays[0] < 0 and plays[2] < 0:
        _best_crosses(mind, sheet, dice, values, plays)


@kernel
def _best_crosses(mind: int, sheet: SheetArrays, dice: Ints, values: Floats, plays: Ints) -> None:
    """Put the best two crosses first: a second one in the same zone costs less than gains can tell (DT13)."""
    move, before = stack_ints(PLAY_SLOTS), stack_ints(FACTS)
    for slot in range(PLAY_SLOTS):
        move[slot] = plays[slot]
    copy_facts(sheet.facts, before)
    for one in range(CITIES):
        for other in range(one):
            if sheet.cities[one] != EMPTY or sheet.cities[other] != EMPTY:
                continue
            move[1], move[3] = one, other
            play(mind, sheet, dice, move)
            value = sheet_value(mind, sheet)
            take_back(sheet, before, dice, move)
            if value > values[0]:
                values[0] = value
                plays[1], plays[3] = one, other


@kernel
def next_round_values(
    mind: int, sheet: SheetArrays, dice: Ints, count: int, plays: Ints, futures: int, rolls: Ints,
    values: Floats,
) -> None:  # fmt: skip
    """For each play (row) and roll of the next round (column), the value of the best answer.

    All plays see the same rolls, so that luck falls out of their comparison.
    """
    desk = Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))
    best, answers, before = stack_floats(WIDTH), stack_ints(WIDTH_SLOTS), stack_ints(FACTS)
    copy_facts(sheet.facts, before)
    for k in range(count):
        move = row(plays, k * PLAY_SLOTS)
        play(mind, sheet, dice, move)
        sheet_gains(mind, sheet, ALL_NUMBERS, desk)
        for column in range(futures):
            ranked_plays(mind, sheet, desk, row(rolls, 4 * column), WIDTH, best, answers)
            values[k * futures + column] = best[0]
        take_back(sheet, before, dice, move)


@kernel
def dice_of(roll: int, dice: Ints) -> None:
    """The faces of roll number 0 to 1295; the first die is its highest digit in base six."""
    for die in range(3, -1, -1):
        dice[die] = roll % 6
        roll //= 6


@kernel
def thrown_again(values: Floats, again: int, means: Floats) -> None:
    """For every roll, the mean of the values when the dice of a mask are thrown again."""
    for roll in range(ROLLS):
        means[roll] = values[roll]
    step = ROLLS
    for die in range(4):
        step //= 6
        if not (again >> die) & 1:
            continue
        for first in range(0, ROLLS, 6 * step):
            for roll in range(first, first + step):
                total = 0.0
                for face in range(6):
                    total += means[roll + face * step]
                for face in range(6):
                    means[roll + face * step] = total / 6.0


@kernel
def last_round_values(mind: int, sheet: SheetArrays, may_reroll: int, values: Floats) -> None:
    """Round 13: the final score for each of the 1296 rolls; with a re-roll, the best mean it can have."""
    scores, dice = stack_ints(SCORES), stack_ints(4)
    city = last_scores(mind, sheet, scores)
    for roll in range(ROLLS):
        dice_of(roll, dice)
        _, values[roll] = best_last_pair(mind, city, scores, dice)
    if may_reroll:
        best, then = stack_floats(ROLLS), stack_floats(ROLLS)
        for roll in range(ROLLS):
            best[roll] = values[roll]
        for again in range(1, SETS):
            thrown_again(values, again, then)
            for roll in range(ROLLS):
                best[roll] = max(best[roll], then[roll])
        for roll in range(ROLLS):
            values[roll] = best[roll]


@kernel
def highest(numbers: Floats, count: int) -> int:
    """The place of the highest of some numbers, the first of equals."""
    best = 0
    for k in range(1, count):
        if numbers[k] > numbers[best]:
            best = k
    return best


@kernel
def mean_of_rolls(values: Floats) -> float:
    """The mean over all rolls."""
    total = 0.0
    for roll in range(ROLLS):
        total += values[roll]
    return total / ROLLS


@kernel
def reroll_means(
    mind: int, sheet: SheetArrays, dice: Ints, quick: int, careful: int, finalists: int, random: Random,
    means: Floats,
) -> None:  # fmt: skip
    """For each set of dice (a mask), the mean value of throwing them again; mask 0 is keeping them.

    All sets get a quick look; only the best of these are then valued with care, afresh, so that a set is not
    chosen for its luck. The others are left at minus infinity.
    """
    desk = Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))
    best, plays = stack_floats(WIDTH), stack_ints(WIDTH_SLOTS)
    throws, first = stack_ints(THROWN), stack_floats(SETS)
    best_plays(mind, sheet, desk, dice, ALL_NUMBERS, WIDTH, best, plays)
    for again in range(SETS):
        means[again] = first[again] = -inf
    means[0] = best[0]
    sheet.facts[REROLL] = 0
    _throw(random, careful, throws)
    for again in range(1, SETS):
        first[again] = _mean_again(mind, sheet, desk, dice, again, quick, throws, best, plays)
    _throw(random, careful, throws)
    for _ in range(finalists):
        again = highest(first, SETS)
        first[again] = -inf
        means[again] = _mean_again(mind, sheet, desk, dice, again, careful, throws, best, plays)
    sheet.facts[REROLL] = 1


@kernel
def _throw(random: Random, count: int, throws: Ints) -> None:
    for k in range(count):
        roll_dice(random, row(throws, 4 * k))


@kernel
def _mean_again(
    mind: int, sheet: SheetArrays, desk: Desk, dice: Ints, again: int, most: int, throws: Ints,
    best: Floats, plays: Ints,
) -> float:  # fmt: skip
    """The mean value of throwing some dice again: over all outcomes if they are few, else over `throws`."""
    trial = stack_ints(4)
    outcomes = 1
    for die in range(4):
        if (again >> die) & 1:
            outcomes *= 6
    count = min(outcomes, most)
    total = 0.0
    for sample in range(count):
        left = sample
        for die in range(4):
            if not (again >> die) & 1:
                trial[die] = dice[die]
            elif count == outcomes:
                trial[die] = left % 6
                left //= 6
            else:
                trial[die] = throws[4 * sample + die]
        ranked_plays(mind, sheet, desk, trial, WIDTH, best, plays)
        total += best[0]
    return float(total / count)


@kernel
def last_reroll_means(mind: int, sheet: SheetArrays, dice: Ints, means: Floats) -> None:
    """Round 13: the exact mean of throwing each set of dice again; mask 0 is keeping them."""
    values = stack_floats(ROLLS)
    last_round_values(mind, sheet, 0, values)
    means_at(values, dice, means)


@kernel
def means_at(values: Floats, dice: Ints, means: Floats) -> None:
    """What a roll becomes when each set of its dice is thrown again."""
    then = stack_floats(ROLLS)
    at = ((dice[0] * 6 + dice[1]) * 6 + dice[2]) * 6 + dice[3]
    for again in range(SETS):
        thrown_again(values, again, then)
        means[again] = then[at]
