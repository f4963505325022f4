"""A champion for a board of one's own: it learns by games against itself, in pieces, and is kept on disk."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from tumbletrip.analysis.analysis_jobs import Work
from tumbletrip.bots.dicetrip.city_order import best_walk
from tumbletrip.bots.dicetrip.learning.known_boards import champion_name
from tumbletrip.bots.dicetrip.learning.training import POWERS, Pupil, Trained, calibrate, save
from tumbletrip.bots.dicetrip.machine.board_tables import board_tables
from tumbletrip.dicetrip.editions import Edition

GAMES: Final = 20_000  # three minutes of an idle core, docs/lab/boards.md
CHUNK: Final = 500  # games in a piece: bots that think beside it wait for one at most
CHECKED: Final = (400, 100)  # games without powers and with both, always on the same dice
SEED, CHECK_SEED = 1, 999
KEPT: Final = 24  # boards with a champion, about 130 kB each; the oldest go


class Lesson(NamedTuple):
    """A board to learn, and the folder where champions are kept."""

    edition: Edition
    folder: str


def training_work(lesson: Lesson, games: int) -> Work:
    """A champion trained: games in small pieces, one after the other; what was learned waits on disk."""
    return Work(list(range(max(1, games // CHUNK))), partial(_learn, lesson), partial(_keep, lesson))


def _learn(lesson: Lesson, number: int) -> float:
    """One piece: learn from some games; the first one begins anew. Tells the mean score of these games."""
    pupil = Pupil(board_tables(lesson.edition, best_walk(lesson.edition)))
    waiting = _waiting(lesson)
    if number == 0:
        start = pupil.weights.copy()
        before = _points(pupil)
        calibrate(pupil, SEED)
        drift, wander = np.zeros_like(start), np.zeros_like(start)
    else:
        with np.load(waiting) as kept:
            start, drift, wander, before = kept["start"], kept["drift"], kept["wander"], float(kept["before"])
            pupil.weights[:] = kept["weights"]
    played = pupil.play(CHUNK, SEED + 7919 * (number + 1), POWERS, (drift, wander))
    waiting.parent.mkdir(parents=True, exist_ok=True)
    new = waiting.with_suffix(".new.npz")
    np.savez(new, weights=pupil.weights, start=start, drift=drift, wander=wander, before=before)
    new.replace(waiting)
    return float(played.fair.mean())


def _keep(lesson: Lesson, means: Sequence[float]) -> dict[str, Any]:
    """The champion, if it plays better than the values made by hand; what it plays, and what these do."""
    order = best_walk(lesson.edition)
    pupil = Pupil(board_tables(lesson.edition, order))
    waiting = _waiting(lesson)
    with np.load(waiting) as learned:
        change, before = learned["weights"] - learned["start"], float(learned["before"])
        pupil.weights[:] = learned["weights"]
    points = _points(pupil)
    if points > before:
        curve = [{"games": 0, "mean": before}, {"games": len(means) * CHUNK, "mean": points}]
        _put(lesson, Trained(order, change, points, curve))
    waiting.unlink()
    return {"champion": {"before": before, "mean": points, "games": len(means) * CHUNK}}


def _put(lesson: Lesson, trained: Trained) -> None:
    """Write the weights at once or not at all, and let the oldest go."""
    folder = Path(lesson.folder)
    name = champion_name(lesson.edition)
    new = folder / f"{name}-new.steps"
    save(new, trained)
    for kind in (".json", ".steps"):
        new.with_suffix(kind).replace(folder / f"{name}{kind}")
    for kind in ("*.steps", "*.json", "*.npz"):
        by_age = sorted(folder.glob(kind), key=lambda file: -file.stat().st_mtime)
        for old in by_age[KEPT:]:
            old.unlink(missing_ok=True)


def _waiting(lesson: Lesson) -> Path:
    return Path(lesson.folder) / f"{champion_name(lesson.edition)}.npz"


def _points(pupil: Pupil) -> float:
    plain = pupil.play(CHECKED[0], CHECK_SEED, powers=0.0).fair
    both = pupil.play(CHECKED[1], CHECK_SEED, powers=1.0).fair
    return float(plain.mean() + both.mean()) / 2
