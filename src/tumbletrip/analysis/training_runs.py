"""Training on several boards, from several seeds, side by side; the best of each board is kept.

`python -m tumbletrip.analysis.training_runs --editions spain,italy --seeds 1,2 --out weights`, with
`--jobs 2`, or with `--cluster tcp://host:8786`. One training cannot be divided: each of its games learns from
those before it.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tumbletrip.analysis.executor import Executor, opened_executor
from tumbletrip.bots.dicetrip.learning.training import GAMES, Trained, save, train
from tumbletrip.dicetrip.editions import Edition, find_edition


class Lesson(NamedTuple):
    """A board to train on, and where chance begins."""

    edition: Edition
    seed: int


def learnt(games: int, lesson: Lesson) -> Trained:
    """The end of one training; depends on nothing but its arguments, but for the seconds in its curve."""
    *_, trained = train(lesson.edition, games, lesson.seed)
    return trained


def trained_on(
    lessons: Sequence[Lesson], games: int, executor: Executor
) -> Iterator[tuple[Lesson, Trained, bool]]:
    """Every training as it ends, and whether it is the best of its board so far; the first of equals is."""
    best: dict[str, float] = {}
    for lesson, trained in zip(lessons, executor.map(partial(learnt, games), lessons), strict=True):
        is_best = trained.best > best.get(lesson.edition.id, float("-inf"))
        if is_best:
            best[lesson.edition.id] = trained.best
        yield lesson, trained, is_best


def main() -> None:
    """Train, and write the weights of every board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--editions", required=True, help="names or paths of edition files, with commas")
    parser.add_argument("--seeds", default="1", help="whole numbers, with commas")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cluster", help="local:4, tcp://host:8786 or a scheduler file")
    given = parser.parse_args()
    seeds = [int(seed) for seed in given.seeds.split(",")]
    lessons = [Lesson(find_edition(name), seed) for name in given.editions.split(",") for seed in seeds]
    with opened_executor(given.jobs, given.cluster) as executor:
        for lesson, trained, is_best in trained_on(lessons, given.games, executor):
            print(f"{lesson.edition.id} seed {lesson.seed}: {trained.best:.2f} points", flush=True)
            if is_best:
                save(given.out / f"{lesson.edition.id}.steps", trained)


if __name__ == "__main__":
    main()
