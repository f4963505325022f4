"""The last rounds played out in imagination, everybody on the same dice, up to the exact odds of round 13."""

from math import inf

from tumbletrip.bots.dicetrip.kernels.memory import SheetArrays, copy_sheet, sheet_of
from tumbletrip.bots.dicetrip.kernels.plays import best_plays
from tumbletrip.bots.dicetrip.kernels.search import (
    SETS,
    WIDTH,
    WIDTH_SLOTS,
    last_round_values,
    mean_of_rolls,
    means_at,
    thrown_again,
)
from tumbletrip.bots.dicetrip.kernels.sheets import numbers_of, play
from tumbletrip.bots.dicetrip.kernels.values import FEATURES, GAINS, TOPS, Desk, sheet_value
from tumbletrip.bots.dicetrip.learning.value_weights import FACTS, REROLL
from tumbletrip.bots.dicetrip.machine.places import NOBODY, PLAY_SLOTS, SCORE_SHARE, TIE, WE
from tumbletrip.dicetrip.fast.addresses import Floats, Ints, row, stack_bytes, stack_floats, stack_ints
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS, ROLLS


@kernel
def play_by_value(mind: int, sheet: SheetArrays, desk: Desk, rounds: int, rolls: Ints) -> None:
    """Play the rounds of some rolls, each by what the value likes best."""
    values, plays = stack_floats(WIDTH), stack_ints(WIDTH_SLOTS)
    for ahead in range(rounds):
        dice = row(rolls, 4 * ahead)
        best_plays(mind, sheet, desk, dice, numbers_of(dice), WIDTH, values, plays)
        play(mind, sheet, dice, plays)


@kernel
def values_ahead(
    mind: int, sheet: SheetArrays, dice: Ints, count: int, plays: Ints, futures: int, rounds: int,
    rolls: Ints, values: Floats,
) -> None:  # fmt: skip
    """For each play (row) and each future (column: the rolls of some rounds), the value after these rounds.

    Later rounds are played by value. A single sheet may be misjudged; over many that came of one play, the
    mistakes nearly cancel.
    """
    desk = Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))
    trial = SheetArrays(stack_bytes(CITIES), stack_bytes(NUMBERS), stack_ints(FACTS))
    for k in range(count):
        for future in range(futures):
            copy_sheet(sheet, trial)
            play(mind, trial, dice, row(plays, k * PLAY_SLOTS))
            play_by_value(mind, trial, desk, rounds, row(rolls, future * rounds * 4))
            values[k * futures + future] = sheet_value(mind, trial)


@kernel
def rivals_best(
    mind: int, people: int, sheets: int, desk: Desk, rounds: int, rolls: Ints, best: Floats
) -> int:
    """The rivals' best final score for each roll of round 13, after some rounds that they play by value.

    Tells whether one of them still has a re-roll. The sheets after the first are the rivals'.
    """
    trial = SheetArrays(stack_bytes(CITIES), stack_bytes(NUMBERS), stack_ints(FACTS))
    scores = stack_floats(ROLLS)
    for roll in range(ROLLS):
        best[roll] = -inf
    may_reroll = 0
    for rival in range(1, people):
        copy_sheet(sheet_of(sheets, rival), trial)
        play_by_value(mind, trial, desk, rounds, rolls)
        last_round_values(mind, trial, 0, scores)
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
def after_last_reroll(worths: Floats, who: int, best: Floats) -> None:
    """What rolls of round 13 are worth when somebody may throw dice again: we what helps, they what hurts."""
    then = stack_floats(ROLLS)
    for roll in range(ROLLS):
        best[roll] = worths[roll]
    if who == NOBODY:
        return
    for again in range(1, SETS):
        thrown_again(worths, again, then)
        if who == WE:
            for roll in range(ROLLS):
                best[roll] = max(best[roll], then[roll])
        else:
            for roll in range(ROLLS):
                best[roll] = min(best[roll], then[roll])


@kernel
def final_scores(
    mind: int, sheet: SheetArrays, dice: Ints, count: int, plays: Ints, futures: int, rounds: int,
    rolls: Ints, rolls_last: int, worths: Floats,
) -> None:  # fmt: skip
    """For each play (row) and each future (column: the rolls up to round 12), our mean final score."""
    desk = Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))
    trial = SheetArrays(stack_bytes(CITIES), stack_bytes(NUMBERS), stack_ints(FACTS))
    ours = stack_floats(ROLLS)
    for k in range(count):
        for future in range(futures):
            copy_sheet(sheet, trial)
            play(mind, trial, dice, row(plays, k * PLAY_SLOTS))
            play_by_value(mind, trial, desk, rounds, row(rolls, future * rounds * 4))
            last_round_values(mind, trial, rolls_last * trial.facts[REROLL], ours)
            worths[k * futures + future] = mean_of_rolls(ours)


@kernel
def final_chances(
    mind: int, people: int, sheets: int, dice: Ints, count: int, plays: Ints, futures: int, rounds: int,
    rolls: Ints, last_roller: int, worths: Floats,
) -> None:  # fmt: skip
    """For each play (row) and each future (column: the rolls up to round 12), our chance to win.

    Everybody meets the same dice, so the rivals are played through every future too, once for all plays.
    Their sheets are as they will be after this round.
    """
    desk = Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))
    trial = SheetArrays(stack_bytes(CITIES), stack_bytes(NUMBERS), stack_ints(FACTS))
    ours, theirs, worth = stack_floats(ROLLS), stack_floats(ROLLS), stack_floats(ROLLS)
    best = stack_floats(ROLLS)
    for future in range(futures):
        ahead = row(rolls, future * rounds * 4)
        they_may = rivals_best(mind, people, sheets, desk, rounds, ahead, theirs)
        for k in range(count):
            copy_sheet(sheet_of(sheets, 0), trial)
            play(mind, trial, dice, row(plays, k * PLAY_SLOTS))
            play_by_value(mind, trial, desk, rounds, ahead)
            last_round_values(mind, trial, 0, ours)
            wins(ours, theirs, worth)
            may = trial.facts[REROLL] if last_roller == WE else they_may
            after_last_reroll(worth, last_roller if may else NOBODY, best)
            worths[k * futures + future] = mean_of_rolls(best)


@kernel
def last_reroll_chances(mind: int, people: int, sheets: int, dice: Ints, chances: Floats) -> None:
    """Round 13: the exact chance to win when each set of dice is thrown again; mask 0 is keeping them."""
    ours, theirs, worth = stack_floats(ROLLS), stack_floats(ROLLS), stack_floats(ROLLS)
    for roll in range(ROLLS):
        theirs[roll] = -inf
    for rival in range(1, people):
        last_round_values(mind, sheet_of(sheets, rival), 0, ours)
        for roll in range(ROLLS):
            theirs[roll] = max(theirs[roll], ours[roll])
    last_round_values(mind, sheet_of(sheets, 0), 0, ours)
    wins(ours, theirs, worth)
    means_at(worth, dice, chances)
