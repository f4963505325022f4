"""Trainings side by side: what each gave is told, and the best of each board is kept."""

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pytest

from tumbletrip.analysis import training_runs
from tumbletrip.analysis.executor import Item, Result, Serial
from tumbletrip.analysis.training_runs import Lesson, learnt, trained_on
from tumbletrip.bots.dicetrip.learning.training import Trained
from tumbletrip.dicetrip.editions import Edition, builtin_edition

FRANCE, GERMANY = builtin_edition("france"), builtin_edition("germany")
POINTS = {("france", 1): 40.0, ("france", 2): 41.0, ("germany", 1): 39.0, ("germany", 2): 39.0}


def short_training(edition: Edition, games: int, seed: int) -> Iterator[Trained]:
    """Two steps of a training whose end is known."""
    for played in (0, games):
        yield Trained((), np.zeros(1, np.float32), POINTS[edition.id, seed], [{"games": played}])


def test_the_best_seed_of_each_board_is_kept_and_the_first_of_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_runs, "train", short_training)
    lessons = [Lesson(edition, seed) for edition in (FRANCE, GERMANY) for seed in (1, 2)]
    told = list(trained_on(lessons, 10_000, Serial()))
    assert [(lesson.edition.id, lesson.seed) for lesson, _, is_best in told if is_best] == [
        ("france", 1),
        ("france", 2),
        ("germany", 1),
    ]
    assert all(trained.curve == [{"games": 10_000}] for _, trained, _ in told)


def test_every_lesson_is_a_piece_of_work_of_its_own() -> None:
    class Asked:
        """An executor that remembers what it was asked."""

        items: tuple[object, ...] = ()

        def map(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
            self.items = tuple(items)
            assert getattr(task, "func", None) is learnt
            return iter(())

    asked, lessons = Asked(), [Lesson(FRANCE, 1), Lesson(GERMANY, 1)]
    with pytest.raises(ValueError, match="zip"):  # no answer for a lesson is a mistake
        list(trained_on(lessons, 1, asked))
    assert asked.items == tuple(lessons)
