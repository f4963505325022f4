"""Some rounds ahead: the plays that look best are followed into many futures, the close ones into most."""

from collections.abc import Iterator, Sequence
from math import fsum, inf
from random import Random

from tumbletrip.bots.dicetrip.imagining import affordable, best_of, imagined
from tumbletrip.bots.dicetrip.machine import questions
from tumbletrip.bots.dicetrip.machine.questions import Mind
from tumbletrip.bots.dicetrip.machine.sheet_block import Play
from tumbletrip.bots.dicetrip.protocol import Budget, Position

ROUNDS_AHEAD = 3  # two see hardly more than one, five cost more and see no better: docs/lab/dicetrip-bots.md


def worths_ahead(
    mind: Mind, position: Position, plays: Sequence[Play], futures: int, budget: Budget, rng: Random
) -> list[float] | None:
    """What each play is worth some rounds later, those that fell out minus infinity; None without the time.

    All are followed into so many futures, the better half of them into twice as many more, and so on.
    """
    looks = list(_looks(len(plays), futures))
    if affordable(budget) < sum(left * count for left, count in looks) * ROUNDS_AHEAD:
        return None
    totals = [0.0] * len(plays)
    order = list(range(len(plays)))
    for left, count in looks:
        order = sorted(order, key=totals.__getitem__, reverse=True)[:left]
        followed = [plays[place] for place in order]
        ahead = imagined(count, ROUNDS_AHEAD, rng)
        values = questions.values_ahead(mind, position.sheet, position.roll, followed, ahead)
        for place, found in zip(order, values, strict=True):
            totals[place] += fsum(found)
    best = order[best_of([totals[place] for place in order])]
    return [total if place == best else -inf for place, total in enumerate(totals)]


def _looks(plays: int, futures: int) -> Iterator[tuple[int, int]]:
    """How many plays are followed into how many futures, look by look, until two have been compared."""
    while plays > 2:
        yield plays, futures
        plays, futures = max(2, plays // 2), 2 * futures
    yield plays, futures
