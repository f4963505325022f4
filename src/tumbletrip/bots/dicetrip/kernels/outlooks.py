"""What a sheet will be worth in the end: many games played on from it by the value alone."""

import numpy as np

from tumbletrip.bots.dicetrip.kernels.plays import best_plays
from tumbletrip.bots.dicetrip.kernels.search import DISAPPOINTMENT, WIDTH, last_round_values
from tumbletrip.bots.dicetrip.kernels.sheets import PLAY_SLOTS, Floats, numbers_of, play
from tumbletrip.bots.dicetrip.kernels.values import Desk, new_desk, sheet_value
from tumbletrip.bots.dicetrip.learning.value_weights import REROLL, ROUND, Mind, SheetArrays
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.kernels import ROLLS, Ints


@kernel
def play_on(mind: Mind, sheet: SheetArrays, rolls_in: Ints, throws: Ints, ends: Floats) -> None:
    """Play a sheet on to its end, once for each row of `throws`; tells the final scores expected.

    `rolls_in` says for each round whether the player rolls in it, and so may throw again (DT02, DT07);
    `throws` holds for each game and round the roll and a second one. Round 13 is not played but averaged
    over all its rolls.
    """
    desk = new_desk()
    values, plays = np.empty(WIDTH), np.empty((WIDTH, PLAY_SLOTS), np.int64)
    last = np.empty(ROLLS)
    for game in range(throws.shape[0]):
        trial = SheetArrays(sheet.cities.copy(), sheet.pos.copy(), sheet.facts.copy())
        for at in range(trial.facts[ROUND] - 1, 12):
            dice = throws[game, at, 0]
            _best(mind, trial, desk, dice, values, plays)
            if rolls_in[at] and trial.facts[REROLL] and _disappoints(mind, trial, values[0]):
                trial.facts[REROLL] = 0
                dice = throws[game, at, 1]
                _best(mind, trial, desk, dice, values, plays)
            play(mind.board, trial, dice, plays[0])
        last_round_values(mind.board, trial, rolls_in[12] * trial.facts[REROLL], last)
        ends[game] = last.mean()


@kernel
def _best(mind: Mind, sheet: SheetArrays, desk: Desk, dice: Ints, values: Floats, plays: Ints) -> None:
    best_plays(mind, sheet, desk, dice, numbers_of(dice), values, plays)


@kernel
def _disappoints(mind: Mind, sheet: SheetArrays, brings: float) -> bool:
    """Whether a roll brings clearly less than the sheet promised before it."""
    return brings < sheet_value(mind, sheet) - DISAPPOINTMENT
