"""Thinking ahead: what the next roll may bring after a play, whether to throw dice again, and the last round exactly."""

import numpy as np
from numba import njit

from tumbletrip.bots.dicetrip.boardarrays import CITIES
from tumbletrip.bots.dicetrip.value_kernels import (
    ALL_NUMBERS,
    DOUBLE,
    MARKS,
    NUMBERS,
    PAIR_DICE,
    PLAY_SLOTS,
    REROLL,
    ROUND,
    TOP,
    best_last_pair,
    last_scores,
    place_value,
    play,
    ranked_plays,
    roll_dice,
    sheet_gains,
    take_back,
)

ROLLS = 6**4
FEATURES = 320  # more than the tables a sheet touches
LAST_ROUND = 13


@njit(cache=True)
def numbers_of(dice):
    """A bitmask of the numbers that two of the dice make."""
    numbers = np.int64(0)
    for pair in range(12):
        numbers |= 1 << (6 * dice[PAIR_DICE[pair, 0]] + dice[PAIR_DICE[pair, 1]])
    return numbers


@njit(cache=True)
def dice_of(roll, dice):
    """The faces of roll number 0 to 1295; the first die is its highest digit in base six."""
    for die in range(4):
        dice[3 - die] = roll % 6
        roll //= 6


@njit(cache=True)
def candidates(lay, board, weights, cities, pos, facts, dice, values, plays):
    """The best plays for a roll with their values, best first; as many as `values` has room for."""
    gains = np.zeros((CITIES, MARKS))
    top = np.empty((MARKS, TOP), np.int64)
    room = np.empty(FEATURES, np.int64)
    base = place_value(lay, board, weights, cities, facts, room)
    sheet_gains(lay, board, weights, cities, pos, facts, numbers_of(dice), gains, top)
    may_double = facts[DOUBLE] == 1
    ranked_plays(lay, board, weights, cities, pos, facts, gains, top, base, dice, may_double, values, plays, room)


@njit(cache=True)
def average_over(values, again):
    """For every roll, the mean of the values when the dice of the mask are thrown again."""
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


@njit(cache=True)
def last_round_values(board, pos, facts, cities, values):
    """Round 13: the final score for each of the 1296 rolls, without a re-roll."""
    scores = np.empty(NUMBERS + 1, np.int64)
    dice = np.empty(4, np.int64)
    city = last_scores(board, cities, pos, facts, scores)
    for roll in range(ROLLS):
        dice_of(roll, dice)
        _, score = best_last_pair(board, city, scores, dice)
        values[roll] = score


@njit(cache=True)
def last_round_value(board, cities, pos, facts):
    """The exact expectation of the final score when one city is left, with the re-roll if it is still there."""
    values = np.empty(ROLLS)
    last_round_values(board, pos, facts, cities, values)
    if facts[REROLL]:
        best = values.copy()
        for again in range(1, 16):
            best = np.maximum(best, average_over(values, again))
        values = best
    return values.mean()


@njit(cache=True)
def look_ahead(lay, board, weights, cities, pos, facts, dice, plays, rolls, width, means):
    """For each play the mean value of the best answer to the next roll, over the given rolls.

    All plays see the same rolls, so that luck falls out of their comparison. With one city left the mean is exact.
    """
    gains = np.zeros((CITIES, MARKS))
    top = np.empty((MARKS, TOP), np.int64)
    room = np.empty(FEATURES, np.int64)
    values = np.empty(width)
    answers = np.empty((width, PLAY_SLOTS), np.int64)
    before = facts.copy()
    for k in range(plays.shape[0]):
        play(board, cities, pos, facts, dice, plays[k])
        if facts[ROUND] == LAST_ROUND:
            means[k] = last_round_value(board, cities, pos, facts)
        else:
            base = place_value(lay, board, weights, cities, facts, room)
            sheet_gains(lay, board, weights, cities, pos, facts, np.int64(ALL_NUMBERS), gains, top)
            may_double = facts[DOUBLE] == 1
            total = 0.0
            for roll in range(rolls.shape[0]):
                ranked_plays(
                    lay, board, weights, cities, pos, facts, gains, top, base, rolls[roll], may_double,
                    values, answers, room,
                )
                total += values[0]
            means[k] = total / rolls.shape[0]
        take_back(cities, pos, facts, before, dice, plays[k])


@njit(cache=True)
def reroll_means(lay, board, weights, cities, pos, facts, dice, samples, state, means):
    """For each set of dice (a mask), the mean value of throwing them again; mask 0 is keeping them."""
    gains = np.zeros((CITIES, MARKS))
    top = np.empty((MARKS, TOP), np.int64)
    room = np.empty(FEATURES, np.int64)
    values = np.empty(6)
    plays = np.empty((6, PLAY_SLOTS), np.int64)
    trial = np.empty(4, np.int64)
    base = place_value(lay, board, weights, cities, facts, room)
    sheet_gains(lay, board, weights, cities, pos, facts, np.int64(ALL_NUMBERS), gains, top)
    may_double = facts[DOUBLE] == 1
    ranked_plays(lay, board, weights, cities, pos, facts, gains, top, base, dice, may_double, values, plays, room)
    means[0] = values[0]
    facts[REROLL] = 0
    for again in range(1, 16):
        thrown = 0
        for die in range(4):
            thrown += (again >> die) & 1
        outcomes = 6**thrown
        total = 0.0
        count = min(samples, outcomes)
        for sample in range(count):
            roll_dice(state, trial)
            left = sample
            for die in range(4):
                if not (again >> die) & 1:
                    trial[die] = dice[die]
                elif count == outcomes:
                    trial[die] = left % 6
                    left //= 6
            ranked_plays(
                lay, board, weights, cities, pos, facts, gains, top, base, trial, may_double, values, plays, room
            )
            total += values[0]
        means[again] = total / count
    facts[REROLL] = 1


@njit(cache=True)
def last_reroll_means(board, cities, pos, facts, dice, means):
    """Round 13: the exact mean of throwing each set of dice again; mask 0 is keeping them."""
    values = np.empty(ROLLS)
    last_round_values(board, pos, facts, cities, values)
    at = ((dice[0] * 6 + dice[1]) * 6 + dice[2]) * 6 + dice[3]
    for again in range(16):
        means[again] = average_over(values, again)[at]
