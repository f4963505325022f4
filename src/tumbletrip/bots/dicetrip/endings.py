"""The last rounds: what each play leads to in the end, in points or in the chance to win."""

from random import Random

import numpy as np

from tumbletrip.bots.dicetrip import ending_kernels as kernels
from tumbletrip.bots.dicetrip.imagining import FEWEST_ROLLS, affordable, next_rolls
from tumbletrip.bots.dicetrip.protocol import Budget, Position
from tumbletrip.bots.dicetrip.sheet_kernels import Floats
from tumbletrip.bots.dicetrip.sheetarrays import faces, sheet_arrays
from tumbletrip.bots.dicetrip.tables import Mind, SheetArrays
from tumbletrip.dicetrip.fast.kernels import Ints
from tumbletrip.dicetrip.sheet import LAST_ROUND

ENDGAME_ROUND = 10  # from here on games are played out to their end in imagination


def worth_in_the_end(
    mind: Mind, position: Position, plays: Ints, most: int, to_win: bool, budget: Budget, rng: Random
) -> Floats | None:
    """What each play is worth at the end, in points or in wins; None if there is no time to imagine it."""
    between = LAST_ROUND - 1 - position.round  # rounds to imagine; the last one is counted exactly
    sheets = len(position.sheets) if to_win else 1
    work = (len(plays) + sheets - 1) * (between + 2)
    count = min(most, affordable(budget) // work) if between else 1
    if between and count < FEWEST_ROLLS:
        return None
    futures = np.empty((count, between, 4), np.int64)
    for ahead in range(between):
        futures[:, ahead] = next_rolls(count, rng)
    worths, dice = np.empty((len(plays), count)), faces(position.roll)
    if to_win:
        roller = _last_roller(position)
        kernels.final_chances(mind, all_sheets(position), dice, plays, futures, roller, worths)
    else:
        we_roll = int(_last_roller(position) == kernels.WE)
        kernels.final_scores(mind, sheet_arrays(position.sheet), dice, plays, futures, we_roll, worths)
    means: Floats = worths.mean(axis=1)
    return means


def chances_of_rerolls(mind: Mind, position: Position) -> Floats:
    """Round 13: the chance to win by keeping the dice (0) and by throwing each set of them again."""
    chances = np.empty(16)
    kernels.last_reroll_chances(mind.board, all_sheets(position), faces(position.roll), chances)
    return chances


def all_sheets(position: Position) -> SheetArrays:
    """All sheets in common arrays, a row each, the player's own first."""
    rivals = [sheet for seat, sheet in enumerate(position.sheets) if seat != position.seat]
    arrays = [sheet_arrays(sheet) for sheet in (position.sheet, *rivals)]
    return SheetArrays(*(np.stack(part) for part in zip(*arrays, strict=True)))


def _last_roller(position: Position) -> int:
    """Who rolls in round 13: the seats take turns."""
    rounds_left = LAST_ROUND - position.round
    seat = (position.roller + rounds_left) % len(position.sheets)
    return kernels.WE if seat == position.seat else kernels.THEY
