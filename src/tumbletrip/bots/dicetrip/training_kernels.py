"""Self-play: games by the learned value itself, and the small corrections each finished game brings."""

import numpy as np
from numba import njit

from tumbletrip.bots.dicetrip.boardarrays import CITIES
from tumbletrip.bots.dicetrip.value_kernels import (
    DOUBLE,
    MARKS,
    NUMBERS,
    PLAY_SLOTS,
    POINTS,
    REROLL,
    ROUND,
    TENS,
    TOP,
    best_last_pair,
    clear_sheet,
    last_scores,
    likely_plays,
    next_random,
    place_features,
    place_value,
    play,
    ranked_plays,
    roll_dice,
    sheet_gains,
    weights_sum,
    whole_sheet_features,
    gap_features,
    sheet_value,
    PAIR_DICE,
    ALL_NUMBERS,
    USED,
)

FEATURES = 320  # more than the tables a sheet touches


@njit(cache=True)
def _below(state, n):
    return np.int64(next_random(state) % np.uint64(n))


@njit(cache=True)
def quick_reroll(lay, board, weights, cities, pos, facts, gains, top, base, dice, keep, state, values, plays, room):
    """The dice worth throwing again, as a bitmask, by a few samples; 0 to keep. `keep` is the value of keeping."""
    trial = np.empty(4, np.int64)
    means = np.zeros(16)
    facts[REROLL] = 0
    for dice_mask in range(1, 16):
        means[dice_mask] = _mean_after(
            lay, board, weights, cities, pos, facts, gains, top, base, dice, dice_mask, 4, state, values, plays, room, trial
        )
    means[0] = -1e9
    best, best_mean = 0, keep
    for _ in range(2):
        dice_mask = np.argmax(means)
        mean = _mean_after(
            lay, board, weights, cities, pos, facts, gains, top, base, dice, dice_mask, 12, state, values, plays, room, trial
        )
        means[dice_mask] = -1e9
        if mean > best_mean:
            best, best_mean = dice_mask, mean
    facts[REROLL] = 1
    return best


@njit(cache=True)
def _mean_after(
    lay, board, weights, cities, pos, facts, gains, top, base, dice, dice_mask, samples, state, values, plays, room, trial
):
    total = 0.0
    for _ in range(samples):
        roll_dice(state, trial)
        for die in range(4):
            if not (dice_mask >> die) & 1:
                trial[die] = dice[die]
        ranked_plays(
            lay, board, weights, cities, pos, facts, gains, top, base, trial, False, values, plays, room
        )
        total += values[0]
    return total / samples


@njit(cache=True)
def learn(weights, drift, wander, room, count, step):
    """Move the weights a sheet touches by a share of its error: temporal coherence, after Beal and Smith.

    A weight whose errors all point one way moves at full speed; one that is pushed to and fro stands still.
    """
    share = step / count
    for k in range(count):
        at = room[k]
        rate = 1.0
        if wander[at] > 0.0:
            rate = abs(drift[at]) / wander[at]
        weights[at] += share * rate
        drift[at] += step
        wander[at] += abs(step)


@njit(cache=True)
def self_play(lay, board, weights, drift, wander, games, seed, trace, beta, powers_share, tens_share, learning):
    """Play games by the value and learn from each; returns the final scores.

    `trace` is lambda of TD(lambda). In a share of the games the powers are in the box; when they are, each is
    kept away until a random round, so that holding it late is seen as often as spending it early.
    """
    state = np.empty(1, np.uint64)
    state[0] = np.uint64(seed)
    scores = np.empty(games, np.int64)
    cities = np.empty(CITIES, np.int8)
    pos = np.empty(NUMBERS, np.int8)
    facts = np.empty(8, np.int64)
    gains = np.zeros((CITIES, MARKS))
    top = np.empty((MARKS, TOP), np.int64)
    values = np.empty(8)
    plays = np.empty((8, PLAY_SLOTS), np.int64)
    dice = np.empty(4, np.int64)
    room = np.empty(FEATURES, np.int64)
    last = np.empty(NUMBERS + 1, np.int64)
    seen = np.empty((13, FEATURES), np.int64)
    counts = np.empty(13, np.int64)
    worth = np.empty(14)
    trial_values = np.empty(3)
    trial_plays = np.empty((3, PLAY_SLOTS), np.int64)
    for game in range(games):
        tens = 1 if np.int64(next_random(state) % np.uint64(1000)) < tens_share * 1000 else 0
        clear_sheet(cities, pos, facts, tens)
        reroll_from, double_from = 1, 1
        if np.int64(next_random(state) % np.uint64(1000)) >= powers_share * 1000:
            facts[REROLL] = 0
            facts[DOUBLE] = 0
        elif learning:
            if _below(state, 2):
                reroll_from = 1 + _below(state, 13)
            if _below(state, 2):
                double_from = 1 + _below(state, 13)
        before = 0.0
        for r in range(1, 13):
            roll_dice(state, dice)
            base = place_value(lay, board, weights, cities, facts, room)
            numbers = np.int64(ALL_NUMBERS)
            if not facts[REROLL] or r < reroll_from:
                numbers = np.int64(0)
                for pair in range(12):
                    numbers |= 1 << (6 * dice[PAIR_DICE[pair, 0]] + dice[PAIR_DICE[pair, 1]])
            sheet_gains(lay, board, weights, cities, pos, facts, numbers, gains, top)
            may_double = facts[DOUBLE] == 1 and r >= double_from
            ranked_plays(
                lay, board, weights, cities, pos, facts, gains, top, base, dice, may_double, values, plays, room
            )
            if facts[REROLL] and r >= reroll_from and (r == 1 or values[0] < before):
                again = quick_reroll(
                    lay, board, weights, cities, pos, facts, gains, top, base, dice, values[0], state,
                    trial_values, trial_plays, room,
                )
                if again:
                    facts[REROLL] = 0
                    for die in range(4):
                        if (again >> die) & 1:
                            dice[die] = _below(state, 6)
                    ranked_plays(
                        lay, board, weights, cities, pos, facts, gains, top, base, dice, may_double, values, plays, room
                    )
            play(board, cities, pos, facts, dice, plays[0])
            before = values[0]
            count = place_features(lay, board, cities, r, seen[r])
            count = whole_sheet_features(lay, board, pos, facts, seen[r], count)
            counts[r] = gap_features(lay, board, weights, cities, facts[USED], r, seen[r], count)
            worth[r] = values[0]
        last_scores(board, cities, pos, facts, last)
        city = 0
        while cities[city] != 0:
            city += 1
        roll_dice(state, dice)
        _, score = best_last_pair(board, city, last, dice)
        if facts[REROLL] and score < before:
            for die in range(4):
                dice[die] = _below(state, 6)
            _, score = best_last_pair(board, city, last, dice)
        scores[game] = score
        if not learning:
            continue
        target = np.float64(score)
        for r in range(12, 0, -1):
            error = target - worth[r]
            if tens:
                for k in range(counts[r]):
                    if lay.tens <= seen[r, k] < lay.gap:
                        weights[seen[r, k]] += 0.02 * error
            else:
                learn(weights, drift, wander, seen[r], counts[r], beta * error)
            target = trace * target + (1.0 - trace) * worth[r]
    return scores
