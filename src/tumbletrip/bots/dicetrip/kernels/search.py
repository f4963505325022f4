"""Thinking ahead: what the next roll may bring, whether to throw dice again, and the last round exactly."""

import numpy as np

from tumbletrip.bots.dicetrip.kernels.board_arrays import BoardArrays
from tumbletrip.bots.dicetrip.kernels.plays import best_plays, ranked_plays
from tumbletrip.bots.dicetrip.kernels.sheets import (
    ALL_NUMBERS,
    PLAY_SLOTS,
    Floats,
    best_last_pair,
    last_scores,
    numbers_of,
    play,
    roll_dice,
    take_back,
)
from tumbletrip.bots.dicetrip.kernels.values import Desk, new_desk, sheet_gains, sheet_value
from tumbletrip.bots.dicetrip.learning.value_weights import EMPTY, REROLL, Mind, SheetArrays
from tumbletrip.dicetrip.fast.chance import Random
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.kernels import CITIES, NUMBERS, ROLLS, Ints

WIDTH = 3  # plays valued in full for an imagined roll
DISAPPOINTMENT = 2.0  # points a roll must fall short before a rule of thumb throws it again


@kernel
def candidates(mind: Mind, sheet: SheetArrays, dice: Ints, values: Floats, plays: Ints) -> None:
    """The best plays for a roll with their values, best first; as many as `values` has room for."""
    best_plays(mind, sheet, new_desk(), dice, numbers_of(dice), values, plays)
    if plays[0, 0] < 0 and plays[0, 2] < 0:
        _best_crosses(mind, sheet, dice, values, plays)


@kernel
def _best_crosses(mind: Mind, sheet: SheetArrays, dice: Ints, values: Floats, plays: Ints) -> None:
    """Put the best two crosses first: a second one in the same zone costs less than gains can tell (DT13)."""
    move, before = plays[0].copy(), sheet.facts.copy()
    for one in range(CITIES):
        for other in range(one):
            if sheet.cities[one] != EMPTY or sheet.cities[other] != EMPTY:
                continue
            move[1], move[3] = one, other
            play(mind.board, sheet, dice, move)
            value = sheet_value(mind, sheet)
            take_back(sheet, before, dice, move)
            if value > values[0]:
                values[0] = value
                plays[0] = move


@kernel
def next_round_values(
    mind: Mind, sheet: SheetArrays, dice: Ints, plays: Ints, rolls: Ints, values: Floats
) -> None:
    """For each play (row) and roll of the next round (column), the value of the best answer.

    All plays see the same rolls, so that luck falls out of their comparison.
    """
    desk = new_desk()
    best = np.empty(WIDTH)
    answers = np.empty((WIDTH, PLAY_SLOTS), np.int64)
    before = sheet.facts.copy()
    for k in range(plays.shape[0]):
        play(mind.board, sheet, dice, plays[k])
        sheet_gains(mind, sheet, ALL_NUMBERS, desk)
        for column in range(rolls.shape[0]):
            ranked_plays(mind, sheet, desk, rolls[column], best, answers)
            values[k, column] = best[0]
        take_back(sheet, before, dice, plays[k])


@kernel
def dice_of(roll: int, dice: Ints) -> None:
    """The faces of roll number 0 to 1295; the first die is its highest digit in base six."""
    for die in range(3, -1, -1):
        dice[die] = roll % 6
        roll //= 6


@kernel
def thrown_again(values: Floats, again: int) -> Floats:
    """For every roll, the mean of the values when the dice of a mask are thrown again."""
    means = values.copy()
    for die in range(4):
        if not (again >> die) & 1:
            continue
        step = 6 ** (3 - die)
        for roll in range(ROLLS):
            if (roll // step) % 6:
                continue
            total = 0.0
            for face in range(6):
                total += means[roll + face * step]
            for face in range(6):
                means[roll + face * step] = total / 6.0
    return means


@kernel
def last_round_values(board: BoardArrays, sheet: SheetArrays, may_reroll: int, values: Floats) -> None:
    """Round 13: the final score for each of the 1296 rolls; with a re-roll, the best mean it can have."""
    scores = np.empty(NUMBERS + 1, np.int64)
    dice = np.empty(4, np.int64)
    city = last_scores(board, sheet, scores)
    for roll in range(ROLLS):
        dice_of(roll, dice)
        _, values[roll] = best_last_pair(board, city, scores, dice)
    if may_reroll:
        best = values.copy()
        for again in range(1, 16):
            best = np.maximum(best, thrown_again(values, again))
        values[:] = best


@kernel
def reroll_means(
    mind: Mind,
    sheet: SheetArrays,
    dice: Ints,
    quick: int,
    careful: int,
    finalists: int,
    random: Random,
    means: Floats,
) -> None:
    """For each set of dice (a mask), the mean value of throwing them again; mask 0 is keeping them.

    All sets get a quick look; only the best of these are then valued with care, afresh, so that a set is not
    chosen for its luck. The others are left at minus infinity.
    """
    desk = new_desk()
    best = np.empty(WIDTH)
    plays = np.empty((WIDTH, PLAY_SLOTS), np.int64)
    best_plays(mind, sheet, desk, dice, ALL_NUMBERS, best, plays)
    means[:] = -np.inf
    means[0] = best[0]
    sheet.facts[REROLL] = 0
    throws = np.empty((careful, 4), np.int64)
    _throw(random, throws)
    first = np.full(16, -np.inf)
    for again in range(1, 16):
        first[again] = _mean_again(mind, sheet, desk, dice, again, throws[:quick], best, plays)
    _throw(random, throws)
    for _ in range(finalists):
        again = int(np.argmax(first))
        first[again] = -np.inf
        means[again] = _mean_again(mind, sheet, desk, dice, again, throws, best, plays)
    sheet.facts[REROLL] = 1


@kernel
def _throw(random: Random, throws: Ints) -> None:
    for k in range(throws.shape[0]):
        roll_dice(random, throws[k])


@kernel
def _mean_again(
    mind: Mind, sheet: SheetArrays, desk: Desk, dice: Ints, again: int, throws: Ints,
    best: Floats, plays: Ints,
) -> float:  # fmt: skip
    """The mean value of throwing some dice again: over all outcomes if they are few, else over `throws`."""
    trial = np.empty(4, np.int64)
    outcomes = 1
    for die in range(4):
        if (again >> die) & 1:
            outcomes *= 6
    count = min(outcomes, throws.shape[0])
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
                trial[die] = throws[sample, die]
        ranked_plays(mind, sheet, desk, trial, best, plays)
        total += best[0]
    return float(total / count)


@kernel
def last_reroll_means(board: BoardArrays, sheet: SheetArrays, dice: Ints, means: Floats) -> None:
    """Round 13: the exact mean of throwing each set of dice again; mask 0 is keeping them."""
    values = np.empty(ROLLS)
    last_round_values(board, sheet, 0, values)
    at = ((dice[0] * 6 + dice[1]) * 6 + dice[2]) * 6 + dice[3]
    for again in range(16):
        means[again] = thrown_again(values, again)[at]
