"""The last rounds, played to their end: what each play is worth in points or in the chance to win."""

from collections.abc import Sequence
from random import Random

from tumbletrip.bots.dicetrip.candidate_plays import candidate_plays
from tumbletrip.bots.dicetrip.imagining import FEWEST_ROLLS, affordable, best_of, imagined, means_of
from tumbletrip.bots.dicetrip.machine import questions
from tumbletrip.bots.dicetrip.machine.places import THEY, WE
from tumbletrip.bots.dicetrip.machine.questions import Future, Mind
from tumbletrip.bots.dicetrip.machine.sheet_block import Play, entries
from tumbletrip.bots.dicetrip.protocol import Budget, Position
from tumbletrip.dicetrip.rules import fill
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

ENDGAME_ROUND = 10  # from here on games are played out to their end in imagination


def final_worths(
    mind: Mind,
    position: Position,
    plays: Sequence[Play],
    most: int,
    to_win: bool,
    budget: Budget,
    rng: Random,
) -> list[float] | None:
    """What each play is worth at the end, in points or in chances to win; None if the budget is too small."""
    between = LAST_ROUND - 1 - position.round  # rounds to imagine; the last one is counted exactly
    people = len(position.sheets) if to_win else 1
    count = min(most, affordable(budget) // (people * len(plays) * (between + 2))) if between else 1
    if between and count < FEWEST_ROLLS:
        return None
    futures = imagined(count, between, rng)
    if not to_win:
        return final_points(mind, position, position.seat, plays, futures)
    sheets = sheets_after_rivals(mind, position, len(plays), futures)
    roller = WE if rolls_last(position) == position.seat else THEY
    return means_of(questions.final_chances(mind, sheets, position.roll, plays, futures, roller))


def final_points(
    mind: Mind, position: Position, seat: int, plays: Sequence[Play], futures: Sequence[Future]
) -> list[float]:
    """The mean final score of each play of a seat, over the futures and all rolls of round 13."""
    is_last = rolls_last(position) == seat
    sheet = position.sheets[seat]
    return means_of(questions.final_scores(mind, sheet, position.roll, plays, futures, is_last))


def sheets_after_rivals(mind: Mind, position: Position, count: int, futures: Sequence[Future]) -> list[Sheet]:
    """All sheets, the player's own first, once each rival has written what brings them most points."""
    sheets = [position.sheet]
    for seat, sheet in enumerate(position.sheets):
        if seat != position.seat:
            plays = candidate_plays(mind, sheet, position.roll, count)[1]
            points = final_points(mind, position, seat, plays, futures)
            best = entries(sheet.edition, plays[best_of(points)])
            sheets.append(fill(sheet, position.roll, best))
    return sheets


def chances_of_rerolls(mind: Mind, position: Position) -> list[float]:
    """Round 13: the chance to win by keeping the dice (0) and by throwing each set of them again."""
    return questions.last_reroll_chances(mind, all_sheets(position), position.roll)


def all_sheets(position: Position) -> list[Sheet]:
    """All sheets as they are, the player's own first."""
    rivals = [sheet for seat, sheet in enumerate(position.sheets) if seat != position.seat]
    return [position.sheet, *rivals]


def rolls_last(position: Position) -> int:
    """The seat that rolls in round 13: they take turns."""
    return (position.roller + LAST_ROUND - position.round) % len(position.sheets)
