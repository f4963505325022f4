"""The last rounds played out in imagination, everybody on the same dice, up to the exact odds of round 13."""

import numpy as np

from tumbletrip.bots.dicetrip.kernels.board_arrays import BoardArrays
from tumbletrip.bots.dicetrip.kernels.plays import best_plays
from tumbletrip.bots.dicetrip.kernels.search import WIDTH, last_round_values, thrown_again
from tumbletrip.bots.dicetrip.kernels.sheets import PLAY_SLOTS, Floats, new_sheet, numbers_of, play
from tumbletrip.bots.dicetrip.kernels.values import Desk, new_desk
from tumbletrip.bots.dicetrip.learning.value_weights import REROLL, Mind, SheetArrays
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.kernels import ROLLS, Ints

NOBODY, WE, THEY = 0, 1, 2  # who may throw dice again in round 13
TIE = 0.5  # of a win
SCORE_SHARE = 1e-3  # of a win per point: tells plays apart when a game is all but decided


@kernel
def sheet_at(sheets: SheetArrays, row: int) -> SheetArrays:
    """One of several sheets that lie in common arrays; changing it changes them."""
    return SheetArrays(sheets.cities[row], sheets.pos[row], sheets.facts[row])


@kernel
def copy_sheet(source: SheetArrays, target: SheetArrays) -> None:
    """Make one sheet like another."""
    target.cities[:] = source.cities
    target.pos[:] = source.pos
    target.facts[:] = source.facts


@kernel
def play_by_value(mind: Mind, sheet: SheetArrays, desk: Desk, rolls: Ints) -> None:
    """Play the rounds of some rolls, each by what the value likes best."""
    values, plays = np.empty(WIDTH), np.empty((WIDTH, PLAY_SLOTS), np.int64)
    for row in range(rolls.shape[0]):
        best_plays(mind, sheet, desk, rolls[row], numbers_of(rolls[row]), values, plays)
        play(mind.board, sheet, rolls[row], plays[0])


@kernel
def rivals_best(mind: Mind, sheets: SheetArrays, rolls: Ints, best: Floats) -> int:
    """The rivals' best final score for each roll of round 13, after some rounds that they play by value.

    Tells whether one of them still has a re-roll. The sheets below the first are the rivals'.
    """
    desk, trial, scores = new_desk(), new_sheet(), np.empty(ROLLS)
    best[:] = -np.inf
    may_reroll = 0
    for rival in range(1, sheets.facts.shape[0]):
        copy_sheet(sheet_at(sheets, rival), trial)
        play_by_value(mind, trial, desk, rolls)
        last_round_values(mind.board, trial, 0, scores)
        may_reroll |= trial.facts[REROLL]
        for roll in range(ROLLS):
            best[roll] = max(best[roll], scores[roll])
    return may_reroll


@kernel
def wins(ours: Floats, theirs: Floats, out: Floats) -> None:
    """For each roll of round 13, what our score is worth beside the rivals' best."""
    for roll in range(ROLLS):
        out[roll] = TIE if ours[roll] == theirs[roll] else 1.0 if ours[roll] > theirs[roll] else 0.0
        out[roll] += SCORE_SHARE * ours[roll]


@kernel
def after_last_reroll(worths: Floats, who: int) -> Floats:
    """What rolls of round 13 are worth when somebody may throw dice again: we what helps, they what hurts."""
    best = worths.copy()
    if who == NOBODY:
        return best
    for again in range(1, 16):
        then = thrown_again(worths, again)
        best = np.maximum(best, then) if who == WE else np.minimum(best, then)
    return best


@kernel
def final_scores(
    mind: Mind, sheet: SheetArrays, dice: Ints, plays: Ints, futures: Ints, rolls_last: int, worths: Floats
) -> None:
    """For each play (row) and each future (column: the rolls up to round 12), our mean final score."""
    desk, trial, ours = new_desk(), new_sheet(), np.empty(ROLLS)
    for k in range(plays.shape[0]):
        for future in range(futures.shape[0]):
            copy_sheet(sheet, trial)
            play(mind.board, trial, dice, plays[k])
            play_by_value(mind, trial, desk, futures[future])
            last_round_values(mind.board, trial, rolls_last * trial.facts[REROLL], ours)
            worths[k, future] = ours.mean()


@kernel
def final_chances(
    mind: Mind, sheets: SheetArrays, dice: Ints, plays: Ints, futures: Ints, last_roller: int, worths: Floats
) -> None:
    """For each play (row) and each future (column: the rolls up to round 12), our chance to win.

    Everybody meets the same dice, so the rivals are played through every future too, once for all plays.
    Their sheets are as they will be after this round.
    """
    desk, trial = new_desk(), new_sheet()
    ours, theirs, worth = np.empty(ROLLS), np.empty(ROLLS), np.empty(ROLLS)
    for future in range(futures.shape[0]):
        they_may = rivals_best(mind, sheets, futures[future], theirs)
        for k in range(plays.shape[0]):
            copy_sheet(sheet_at(sheets, 0), trial)
            play(mind.board, trial, dice, plays[k])
            play_by_value(mind, trial, desk, futures[future])
            last_round_values(mind.board, trial, 0, ours)
            wins(ours, theirs, worth)
            may = trial.facts[REROLL] if last_roller == WE else they_may
            worths[k, future] = after_last_reroll(worth, last_roller if may else NOBODY).mean()


@kernel
def last_reroll_chances(board: BoardArrays, sheets: SheetArrays, dice: Ints, chances: Floats) -> None:
    """Round 13: the exact chance to win when each set of dice is thrown again; mask 0 is keeping them."""
    ours, theirs, worth = np.empty(ROLLS), np.full(ROLLS, -np.inf), np.empty(ROLLS)
    for rival in range(1, sheets.facts.shape[0]):
        last_round_values(board, sheet_at(sheets, rival), 0, ours)
        theirs = np.maximum(theirs, ours)
    last_round_values(board, sheet_at(sheets, 0), 0, ours)
    wins(ours, theirs, worth)
    at = ((dice[0] * 6 + dice[1]) * 6 + dice[2]) * 6 + dice[3]
    for again in range(16):
        chances[again] = thrown_again(worth, again)[at]
