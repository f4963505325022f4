"""Counts in the open: the evidence is 1 in the mean for fair dice, and grows without end for loaded ones."""

from itertools import product
from math import exp, isclose
from random import Random

import pytest

from tumbletrip.fairness.counting import ROWS, added, counted, evidence, is_alarming, log_evidence, names_of
from tumbletrip.fairness.proofs import Draw


def test_known_evidence() -> None:
    assert evidence({}) == 1.0
    assert isclose(exp(log_evidence([1, 0, 0, 0, 0, 0])), 1.0)
    assert isclose(exp(log_evidence([2, 0, 0, 0, 0, 0])), 36 * 2 / (6 * 7))  # 1/6 · 2/7 against 1/36


@pytest.mark.parametrize("before", list(product((0, 3), repeat=6))[::7])
def test_for_a_fair_die_the_mean_after_one_more_is_what_it_was(before: tuple[int, ...]) -> None:
    now = exp(log_evidence(before))
    after = [exp(log_evidence([*before[:face], before[face] + 1, *before[face + 1 :]])) for face in range(6)]
    assert isclose(sum(after) / 6, now)


def test_a_row_that_begins_later_shifts_nothing() -> None:
    """The mean is over all rows from the beginning: after a first die of another row it is what it was."""
    known = {"roll/R": [9, 1, 1, 1, 1, 1]}
    assert isclose(evidence({**known, "noise": [1, 0, 0, 0, 0, 0]}), evidence(known))
    assert isclose(evidence({name: [0] * 6 for name in ROWS}), 1.0)


def test_fair_dice_alarm_nobody_and_loaded_ones_do() -> None:
    rng = Random(5)
    fair = [rng.choices(range(6), k=20_000).count(face) for face in range(6)]
    loaded = [rng.choices(range(6), (1, 1, 1, 1, 1, 1.3), k=20_000).count(face) for face in range(6)]
    assert not is_alarming(evidence({"roll/R": fair}))
    assert is_alarming(evidence({"roll/R": fair, "roll/B": loaded}))


def test_dice_are_counted_by_kind_and_die() -> None:
    told = counted(
        [
            (Draw(1, "roll", "s"), (6, 2, 5, 2)),
            (Draw(2, "reroll:R,G", "s"), (1, 1)),
            (Draw(3, "noise", "s"), (3, 3, 4)),
        ]
    )
    assert told["roll/R"] == [0, 0, 0, 0, 0, 1]
    assert told["reroll/G"] == [1, 0, 0, 0, 0, 0]
    assert told["noise"] == [0, 0, 2, 1, 0, 0]
    assert names_of("roll", 1) == ["roll"]
    assert added([told, told])["noise"] == [0, 0, 4, 2, 0, 0]
