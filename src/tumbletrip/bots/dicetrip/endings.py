"""The last rounds, played to their end: what each play is worth in points or in the chance to win."""

from random import Random

import numpy as np

from tumbletrip.bots.dicetrip.candidate_plays import candidate_plays
from tumbletrip.bots.dicetrip.imagining import FEWEST_ROLLS, affordable, next_rolls
from tumbletrip.bots.dicetrip.kernels import endings as kernels
from tumbletrip.bots.dicetrip.kernels.sheet_arrays import faces, sheet_arrays
from tumbletrip.bots.dicetrip.kernels.sheets import Floats, play
from tumbletrip.bots.dicetrip.learning.value_weights import Mind, SheetArrays
from tumbletrip.bots.dicetrip.protocol import Budget, Position
from tumbletrip.dicetrip.fast.kernels import Ints
from tumbletrip.dicetrip.sheet import LAST_ROUND

ENDGAME_ROUND = 10  # from here on games are played out to their end in imagination


def final_worths(
    mind: Mind, position: Position, plays: Ints, most: int, to_win: bool, budget: Budget, rng: Random
) -> Floats | None:
    """What each play is worth at the end, in points or in chances to win; None if the budget is too small."""
    between = LAST_ROUND - 1 - position.round  # rounds to imagine; the last one is counted exactly
    people = len(position.sheets) if to_win else 1
    count = min(most, affordable(budget) // (people * len(plays) * (between + 2))) if between else 1
    if between and count < FEWEST_ROLLS:
        return None
    futures = np.empty((count, between, 4), np.int64)
    for ahead in range(between):
        futures[:, ahead] = next_rolls(count, rng)
    if not to_win:
        return final_points(mind, position, position.seat, plays, futures)
    worths = np.empty((len(plays), count))
    sheets = sheets_after_rivals(mind, position, len(plays), futures)
    roller = kernels.WE if rolls_last(position) == position.seat else kernels.THEY
    kernels.final_chances(mind, sheets, faces(position.roll), plays, futures, roller, worths)
    chances: Floats = worths.mean(axis=1)
    return chances


def final_points(mind: Mind, position: Position, seat: int, plays: Ints, futures: Ints) -> Floats:
    """The mean final score of each play of a seat, over the futures and all rolls of round 13."""
    worths, sheet = np.empty((len(plays), len(futures))), sheet_arrays(position.sheets[seat])
    is_last = int(rolls_last(position) == seat)
    kernels.final_scores(mind, sheet, faces(position.roll), plays, futures, is_last, worths)
    means: Floats = worths.mean(axis=1)
    return means


def sheets_after_rivals(mind: Mind, position: Position, count: int, futures: Ints) -> SheetArrays:
    """All sheets, the player's own first, once each rival has written what brings them most points."""
    sheets = [sheet_arrays(position.sheet)]
    for seat, sheet in enumerate(position.sheets):
        if seat != position.seat:
            dice, arrays = faces(position.roll), sheet_arrays(sheet)
            plays = candidate_plays(mind, sheet, position.roll, count)[1]
            points = final_points(mind, position, seat, plays, futures)
            play(mind.board, arrays, dice, plays[int(np.argmax(points))])
            sheets.append(arrays)
    return side_by_side(sheets)


def chances_of_rerolls(mind: Mind, position: Position) -> Floats:
    """Round 13: the chance to win by keeping the dice (0) and by throwing each set of them again."""
    chances = np.empty(16)
    kernels.last_reroll_chances(mind.board, all_sheets(position), faces(position.roll), chances)
    return chances


def all_sheets(position: Position) -> SheetArrays:
    """All sheets as they are, the player's own first."""
    rivals = [sheet for seat, sheet in enumerate(position.sheets) if seat != position.seat]
    return side_by_side([sheet_arrays(sheet) for sheet in (position.sheet, *rivals)])


def side_by_side(sheets: list[SheetArrays]) -> SheetArrays:
    """Several sheets in common arrays, a row each."""
    return SheetArrays(*(np.stack(part) for part in zip(*sheets, strict=True)))


def rolls_last(position: Position) -> int:
    """The seat that rolls in round 13: they take turns."""
    return (position.roller + LAST_ROUND - position.round) % len(position.sheets)
