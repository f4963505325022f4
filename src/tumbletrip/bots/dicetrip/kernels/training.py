"""Self-play: games by the value itself, and the small corrections that each finished game brings."""

from math import inf

import numpy as np

from tumbletrip.bots.dicetrip.kernels.memory import SheetArrays, board_at, weights_at
from tumbletrip.bots.dicetrip.kernels.plays import best_plays
from tumbletrip.bots.dicetrip.kernels.roads import gap_features
from tumbletrip.bots.dicetrip.kernels.search import SCORES, SETS, highest, last_reroll_means, reroll_means
from tumbletrip.bots.dicetrip.kernels.sheets import (
    best_last_pair,
    clear_sheet,
    last_scores,
    numbers_of,
    play,
    roll_dice,
)
from tumbletrip.bots.dicetrip.kernels.values import (
    FEATURES,
    GAINS,
    TOPS,
    Desk,
    place_features,
    sheet_value,
    whole_features,
)
from tumbletrip.bots.dicetrip.learning.value_weights import DOUBLE, FACTS, PLAYED, REROLL, USED
from tumbletrip.bots.dicetrip.machine.places import PLAY_SLOTS
from tumbletrip.dicetrip.fast.addresses import (
    Floats,
    Ints,
    floats_at,
    ints_at,
    row,
    singles_at,
    stack_bytes,
    stack_floats,
    stack_ints,
    words_at,
)
from tumbletrip.dicetrip.fast.chance import Random, draw
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS
from tumbletrip.dicetrip.fast.kernels import chain_lengths

PLAYS = 6
# Samples of a re-roll in training are few, because it is seen in many games.
QUICK, CAREFUL, FINALISTS = 4, 12, 2
PLAYS_SLOTS = PLAYS * PLAY_SLOTS
TOUCHED = PLAYED * FEATURES


@kernel
def below(random: Random, count: int) -> int:
    """A random number from 0 up to, not including, `count`."""
    return int(draw(random) % np.uint64(count))


@kernel
def maybe_reroll(
    mind: int, sheet: SheetArrays, dice: Ints, expected: float, keep: float, random: Random
) -> bool:
    """Throw dice again if the roll disappoints and a new throw promises more; tells whether it did."""
    if keep >= expected:
        return False
    means = stack_floats(SETS)
    reroll_means(mind, sheet, dice, QUICK, CAREFUL, FINALISTS, random, means)
    again = highest(means, SETS)
    for die in range(4):
        if (again >> die) & 1:
            dice[die] = below(random, 6)
    if again:
        sheet.facts[REROLL] = 0
    return again > 0


@kernel
def last_round(mind: int, sheet: SheetArrays, random: Random) -> int:
    """Play round 13, with the re-roll if it is still there; tells the final score."""
    dice, means, scores = stack_ints(4), stack_floats(SETS), stack_ints(SCORES)
    roll_dice(random, dice)
    if sheet.facts[REROLL]:
        last_reroll_means(mind, sheet, dice, means)
        again = highest(means, SETS)
        for die in range(4):
            if (again >> die) & 1:
                dice[die] = below(random, 6)
    city = last_scores(mind, sheet, scores)
    _, score = best_last_pair(mind, city, scores, dice)
    return score


@kernel
def touched_weights(mind: int, sheet: SheetArrays, played: int, out: Ints) -> int:
    """All weights whose sum, with the cities of the main road, is the value of a sheet."""
    count = place_features(mind, sheet, played, out)
    road, series = chain_lengths(board_at(mind).masks, sheet.pos, sheet.facts[USED])
    count = whole_features(mind, sheet, road, series, out, count)
    return gap_features(mind, sheet, played, out, count)


@kernel
def learn(weights: Floats, drift: Floats, wander: Floats, touched: Ints, count: int, step: float) -> None:
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
    mind: int, drift_address: int, wander_address: int, games: int, random_address: int,
    trace: float, speed: float, powers: float, errors_address: int, scores_address: int,
) -> None:  # fmt: skip
    """Play games by the value and, if `speed` is not 0, learn from each; tells the final scores.

    `errors` receives, per number of rounds played, how much the final scores exceeded the values on average.

    `trace` is lambda of TD(lambda). In a share of the games (`powers`) both powers are in the box. Half of
    the learning games keep each away until a random round, so that holding a power late is seen as often
    as spending it early: a bot that always spends at once never learns what it is worth to wait.
    """
    random, scores = words_at(random_address), ints_at(scores_address)
    drift, wander, errors = singles_at(drift_address), singles_at(wander_address), floats_at(errors_address)
    sheet = SheetArrays(stack_bytes(CITIES), stack_bytes(NUMBERS), stack_ints(FACTS))
    desk = Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))
    values, plays, dice = stack_floats(PLAYS), stack_ints(PLAYS_SLOTS), stack_ints(4)
    touched, counts, worth = stack_ints(TOUCHED), stack_ints(PLAYED), stack_floats(PLAYED)
    for played in range(PLAYED):
        errors[played] = 0.0
    for game in range(games):
        clear_sheet(sheet, 1 if below(random, 1000) < 1000 * powers else 0, 0)
        reroll_from, double_from = 1, 1
        if speed > 0.0 and below(random, 2):
            reroll_from = 1 + below(random, 13)
        if speed > 0.0 and below(random, 2):
            double_from = 1 + below(random, 13)
        has_double = sheet.facts[DOUBLE]
        worth[0] = inf
        for played in range(1, 13):
            roll_dice(random, dice)
            sheet.facts[DOUBLE] = has_double if played >= double_from else 0
            best_plays(mind, sheet, desk, dice, numbers_of(dice), PLAYS, values, plays)
            may_reroll = sheet.facts[REROLL] and played >= reroll_from
            if may_reroll and maybe_reroll(mind, sheet, dice, worth[played - 1], values[0], random):
                best_plays(mind, sheet, desk, dice, numbers_of(dice), PLAYS, values, plays)
            play(mind, sheet, dice, plays)
            has_double = has_double and not plays[4]
            sheet.facts[DOUBLE] = has_double
            worth[played] = sheet_value(mind, sheet)
            if speed > 0.0:
                counts[played] = touched_weights(mind, sheet, played, row(touched, played * FEATURES))
        scores[game] = last_round(mind, sheet, random)
        for played in range(1, PLAYED):
            errors[played] += (scores[game] - worth[played]) / games
        if speed > 0.0:
            target = scores[game] * 1.0
            for played in range(12, 0, -1):
                error = target - worth[played]
                here = row(touched, played * FEATURES)
                learn(weights_at(mind), drift, wander, here, counts[played], speed * error)
                target = trace * target + (1.0 - trace) * worth[played]
