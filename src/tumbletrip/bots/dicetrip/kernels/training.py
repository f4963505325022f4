"""Self-play: games by the value itself, and the small corrections that each finished game brings."""

import numpy as np

from tumbletrip.bots.dicetrip.kernels.plays import best_plays
from tumbletrip.bots.dicetrip.kernels.roads import gap_features
from tumbletrip.bots.dicetrip.kernels.search import last_reroll_means, reroll_means
from tumbletrip.bots.dicetrip.kernels.sheets import (
    PLAY_SLOTS,
    Floats,
    best_last_pair,
    clear_sheet,
    last_scores,
    new_sheet,
    numbers_of,
    play,
    roll_dice,
)
from tumbletrip.bots.dicetrip.kernels.values import (
    FEATURES,
    new_desk,
    place_features,
    sheet_value,
    whole_features,
)
from tumbletrip.bots.dicetrip.learning.value_weights import DOUBLE, REROLL, USED, Mind, SheetArrays, Weights
from tumbletrip.dicetrip.fast.chance import Random, draw
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.kernels import NUMBERS, Ints, chain_lengths

PLAYS = 6
# Samples of a re-roll in training are few, because it is seen in many games.
QUICK, CAREFUL, FINALISTS = 4, 12, 2


@kernel
def below(random: Random, count: int) -> int:
    """A random number from 0 up to, not including, `count`."""
    return int(draw(random) % np.uint64(count))


@kernel
def maybe_reroll(
    mind: Mind, sheet: SheetArrays, dice: Ints, expected: float, keep: float, random: Random
) -> bool:
    """Throw dice again if the roll disappoints and a new throw promises more; tells whether it did."""
    if keep >= expected:
        return False
    means = np.empty(16)
    reroll_means(mind, sheet, dice, QUICK, CAREFUL, FINALISTS, random, means)
    again = np.argmax(means)
    for die in range(4):
        if (again >> die) & 1:
            dice[die] = below(random, 6)
    if again:
        sheet.facts[REROLL] = 0
    return bool(again > 0)


@kernel
def last_round(mind: Mind, sheet: SheetArrays, random: Random) -> int:
    """Play round 13, with the re-roll if it is still there; tells the final score."""
    dice = np.empty(4, np.int64)
    roll_dice(random, dice)
    if sheet.facts[REROLL]:
        means = np.empty(16)
        last_reroll_means(mind.board, sheet, dice, means)
        again = np.argmax(means)
        for die in range(4):
            if (again >> die) & 1:
                dice[die] = below(random, 6)
    scores = np.empty(NUMBERS + 1, np.int64)
    city = last_scores(mind.board, sheet, scores)
    _, score = best_last_pair(mind.board, city, scores, dice)
    return score


@kernel
def touched_weights(mind: Mind, sheet: SheetArrays, played: int, out: Ints) -> int:
    """All weights whose sum, with the cities of the main road, is the value of a sheet."""
    count = place_features(mind, sheet, played, out)
    road, series = chain_lengths(mind.board.masks, sheet.pos, sheet.facts[USED])
    count = whole_features(mind, sheet, road, series, out, count)
    return gap_features(mind, sheet, played, out, count)


@kernel
def learn(weights: Weights, drift: Weights, wander: Weights, touched: Ints, count: int, step: float) -> None:
    """Move the weights a sheet touches by a share of its error: temporal coherence, after Beal and Smith.

    A weight whose errors all point one way moves at full speed; one that is pushed to and fro stands still.
    """
    for k in range(count):
        at = touched[k]
        rate = abs(drift[at]) / wander[at] if wander[at] > 0.0 else 1.0
        weights[at] += step * rate / count
        drift[at] += step
        wander[at] += abs(step)


@kernel
def self_play(
    mind: Mind, drift: Weights, wander: Weights, games: int, seed: int,
    trace: float, speed: float, powers: float, errors: Floats,
) -> Ints:  # fmt: skip
    """Play games by the value and, if `speed` is not 0, learn from each; tells the final scores.

    `errors` receives, per number of rounds played, how much the final scores exceeded the values on average.

    `trace` is lambda of TD(lambda). In a share of the games (`powers`) both powers are in the box. Half of
    the learning games keep each away until a random round, so that holding a power late is seen as often
    as spending it early: a bot that always spends at once never learns what it is worth to wait.
    """
    random = np.array([seed], np.uint64)
    scores = np.empty(games, np.int64)
    sheet, desk = new_sheet(), new_desk()
    values, plays = np.empty(PLAYS), np.empty((PLAYS, PLAY_SLOTS), np.int64)
    dice = np.empty(4, np.int64)
    touched = np.empty((13, FEATURES), np.int64)
    counts = np.empty(13, np.int64)
    worth = np.empty(13)
    errors[:] = 0.0
    for game in range(games):
        clear_sheet(sheet, 1 if below(random, 1000) < 1000 * powers else 0, 0)
        reroll_from, double_from = 1, 1
        if speed > 0.0 and below(random, 2):
            reroll_from = 1 + below(random, 13)
        if speed > 0.0 and below(random, 2):
            double_from = 1 + below(random, 13)
        has_double = sheet.facts[DOUBLE]
        worth[0] = np.inf
        for played in range(1, 13):
            roll_dice(random, dice)
            sheet.facts[DOUBLE] = has_double if played >= double_from else 0
            best_plays(mind, sheet, desk, dice, numbers_of(dice), values, plays)
            may_reroll = sheet.facts[REROLL] and played >= reroll_from
            if may_reroll and maybe_reroll(mind, sheet, dice, worth[played - 1], values[0], random):
                best_plays(mind, sheet, desk, dice, numbers_of(dice), values, plays)
            play(mind.board, sheet, dice, plays[0])
            has_double = has_double and not plays[0, 4]
            sheet.facts[DOUBLE] = has_double
            worth[played] = sheet_value(mind, sheet)
            if speed > 0.0:
                counts[played] = touched_weights(mind, sheet, played, touched[played])
        scores[game] = last_round(mind, sheet, random)
        errors[1:] += (scores[game] - worth[1:]) / games
        if speed > 0.0:
            target = scores[game] * 1.0
            for played in range(12, 0, -1):
                error = target - worth[played]
                learn(mind.weights, drift, wander, touched[played], counts[played], speed * error)
                target = trace * target + (1.0 - trace) * worth[played]
    return scores
