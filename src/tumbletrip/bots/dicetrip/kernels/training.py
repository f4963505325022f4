"""Self-play: games by the value itself, and the small corrections that each finished game brings.

Most of a final score is luck: of what each roll brought, the mean of a few others is taken off. That is fair,
whatever the value thinks of these rolls, and leaves a quarter of the variance to learn through.
"""

import numpy as np

from tumbletrip.bots.dicetrip.kernels.memory import SheetArrays, board_at, weights_at
from tumbletrip.bots.dicetrip.kernels.plays import ranked_plays
from tumbletrip.bots.dicetrip.kernels.roads import gap_features
from tumbletrip.bots.dicetrip.kernels.search import (
    SCORES,
    SETS,
    highest,
    last_reroll_means,
    last_round_values,
    mean_of_rolls,
)
from tumbletrip.bots.dicetrip.kernels.sheets import (
    ALL_NUMBERS,
    best_last_pair,
    clear_sheet,
    last_scores,
    play,
    roll_dice,
)
from tumbletrip.bots.dicetrip.kernels.values import (
    FEATURES,
    GAINS,
    TOPS,
    Desk,
    place_features,
    sheet_gains,
    sheet_value,
    whole_features,
)
from tumbletrip.bots.dicetrip.learning.value_weights import DOUBLE, FACTS, PLAYED, REROLL, USED
from tumbletrip.bots.dicetrip.machine.places import DISAPPOINTMENT, PLAY_SLOTS
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
from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS, ROLLS
from tumbletrip.dicetrip.fast.kernels import chain_lengths

PLAYS = 6
PLAYS_SLOTS = PLAYS * PLAY_SLOTS
LUCK_PLAYS = 2  # plays valued in full to tell the luck of a roll
LUCK_SLOTS = LUCK_PLAYS * PLAY_SLOTS
TOUCHED = PLAYED * FEATURES
EVEN = 6  # rolls in which each die shows every face once
EVEN_DICE = EVEN * 4
WITHHELD = 3  # each power is kept away for a while in one learning game of so many


@kernel
def below(random: Random, count: int) -> int:
    """A random number from 0 up to, not including, `count`."""
    return int(draw(random) % np.uint64(count))


@kernel
def thrown_anew(sheet: SheetArrays, dice: Ints, promised: float, brings: float, random: Random) -> bool:
    """Throw all dice again if they bring clearly less than the sheet promised; tells whether it did."""
    if brings >= promised - DISAPPOINTMENT:
        return False
    roll_dice(random, dice)
    sheet.facts[REROLL] = 0
    return True


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
def even_rolls(random: Random, rolls: Ints) -> None:
    """Six rolls in which each die shows every face once, in random company."""
    for die in range(4):
        for k in range(EVEN):
            other = below(random, k + 1)
            rolls[4 * k + die] = rolls[4 * other + die]
            rolls[4 * other + die] = k


@kernel
def luck_of(mind: int, sheet: SheetArrays, desk: Desk, dice: Ints, others: int, random: Random) -> float:
    """How much more a roll brings than some others do; the desk holds the gains of all numbers."""
    values, plays, rolls = stack_floats(LUCK_PLAYS), stack_ints(LUCK_SLOTS), stack_ints(EVEN_DICE)
    if others == 0:
        return 0.0
    total = 0.0
    for other in range(others):
        if other % EVEN == 0:
            even_rolls(random, rolls)
        ranked_plays(mind, sheet, desk, row(rolls, other % EVEN * 4), LUCK_PLAYS, values, plays)
        total += values[0]
    ranked_plays(mind, sheet, desk, dice, LUCK_PLAYS, values, plays)
    return float(values[0] - total / others)


@kernel
def withheld_until(random: Random, learning: int) -> int:
    """The first round in which a power may be used: mostly the first of all."""
    return 1 + below(random, 13) if learning and below(random, WITHHELD) == 0 else 1


@kernel
def self_play(
    mind: int, drift_address: int, wander_address: int, games: int, random_address: int, trace: float,
    speed: float, powers: float, others: int, errors_address: int, scores_address: int, fair_address: int,
) -> None:  # fmt: skip
    """Play games by the value and, if `speed` is not 0, learn from each.

    `scores` receives the final scores, `fair` the same without the luck of the dice, told by so many `others`
    of each roll; `errors`, per number of rounds played, how much the scores exceeded the values on average.

    `trace` is lambda of TD(lambda). In a share of the games (`powers`) both powers are in the box. Some
    learning games keep each away until a random round, so that holding a power late is seen as well as
    spending it early: a bot that always spends at once never learns what it is worth to wait. What comes
    before that round is not learned from, as nobody had the choice.
    """
    random, scores, fair = words_at(random_address), ints_at(scores_address), floats_at(fair_address)
    drift, wander, errors = singles_at(drift_address), singles_at(wander_address), floats_at(errors_address)
    sheet = SheetArrays(stack_bytes(CITIES), stack_bytes(NUMBERS), stack_ints(FACTS))
    desk = Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))
    values, plays, dice, last = (
        stack_floats(PLAYS),
        stack_ints(PLAYS_SLOTS),
        stack_ints(4),
        stack_floats(ROLLS),
    )
    touched, counts = stack_ints(TOUCHED), stack_ints(PLAYED)
    worth, luck = stack_floats(PLAYED), stack_floats(PLAYED)
    for played in range(PLAYED):
        errors[played] = 0.0
    for game in range(games):
        clear_sheet(sheet, 1 if below(random, 1000) < 1000 * powers else 0, 0)
        teaches = 1 if speed > 0.0 and sheet.facts[REROLL] else 0
        reroll_from, double_from = withheld_until(random, teaches), withheld_until(random, teaches)
        has_double = sheet.facts[DOUBLE]
        worth[0] = sheet_value(mind, sheet)
        fair[game] = 0.0
        for played in range(1, 13):
            roll_dice(random, dice)
            sheet.facts[DOUBLE] = has_double if played >= double_from else 0
            sheet_gains(mind, sheet, ALL_NUMBERS, desk)
            luck[played] = luck_of(mind, sheet, desk, dice, others, random)
            fair[game] -= luck[played]
            ranked_plays(mind, sheet, desk, dice, PLAYS, values, plays)
            may_reroll = sheet.facts[REROLL] and played >= reroll_from
            if may_reroll and thrown_anew(sheet, dice, worth[played - 1], values[0], random):
                ranked_plays(mind, sheet, desk, dice, PLAYS, values, plays)
            play(mind, sheet, dice, plays)
            has_double = has_double and not plays[4]
            sheet.facts[DOUBLE] = has_double
            worth[played] = sheet_value(mind, sheet)
            if speed > 0.0:
                counts[played] = touched_weights(mind, sheet, played, row(touched, played * FEATURES))
        last_round_values(mind, sheet, sheet.facts[REROLL], last)
        target = mean_of_rolls(last)
        fair[game] += target
        scores[game] = last_round(mind, sheet, random)
        for played in range(1, PLAYED):
            errors[played] += (scores[game] - worth[played]) / games
        if speed > 0.0:
            for played in range(12, max(0, reroll_from - 2, double_from - 2), -1):
                here = row(touched, played * FEATURES)
                step = speed * (target - worth[played])
                learn(weights_at(mind), drift, wander, here, counts[played], step)
                target = trace * target + (1.0 - trace) * worth[played] - luck[played]
