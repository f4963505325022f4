"""Training by self-play: `python -m tumbletrip.bots.dicetrip.learning.training --edition france`.

Starts from the weights made by hand, first moves each round's values to where games really end, then
learns from every game. Weights are averaged on the way, late ones most, as each game pushes them to and fro.
The average that played best in the checks is written, and its curve.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tumbletrip.bots.dicetrip.city_order import best_walk
from tumbletrip.bots.dicetrip.kernels.training import self_play
from tumbletrip.bots.dicetrip.learning.known_boards import packed
from tumbletrip.bots.dicetrip.learning.starting_values import starting_weights
from tumbletrip.bots.dicetrip.learning.value_weights import PLAYED, Layout, layout
from tumbletrip.bots.dicetrip.machine.board_tables import BoardTables, board_tables
from tumbletrip.bots.dicetrip.machine.mind_block import mind_block
from tumbletrip.dicetrip.editions import CityId, Edition, find_edition

Weights = NDArray[np.float32]

TRACE = 0.9  # lambda: how far a final score reaches back
SPEED = 0.1  # the share of an error that one game corrects, before temporal coherence slows it down
POWERS = 0.5  # of the games; the others are played without powers
OTHERS = 6  # rolls beside which each roll is lucky or not
GAMES = 60_000
CALIBRATION_GAMES = 1_500
CHECK_GAMES = 1_000
CHECK_SEED = 999
CHUNK = 20_000  # games between checks
PIECE = 2_500  # games between looks at the weights for their average
LATE = 8  # how much more late weights count in it: the last tenth for the most part
PER_POINT = 256  # weights are stored as whole steps from the starting weights: finer ones only cost room


class Played(NamedTuple):
    """How games by the value ended, game by game, the same without luck, and mean errors by round."""

    scores: NDArray[np.int64]
    fair: NDArray[np.float64]
    errors: NDArray[np.float64]


class Trained(NamedTuple):
    """The best weights so far, as the change of the first ones, and how well they and all others played."""

    order: tuple[CityId, ...]
    change: Weights
    best: float
    curve: list[dict[str, float]]


def train(edition: Edition, games: int, seed: int) -> Iterator[Trained]:
    """Train on one board; what is there after each chunk of games."""
    order = best_walk(edition)
    mind = Pupil(board_tables(edition, order))
    start = mind.weights.copy()
    began = time.perf_counter()
    calibrate(mind, seed)
    drift, wander = np.zeros_like(start), np.zeros_like(start)
    curve = [{"games": 0, "seconds": 0, **check(mind)}]
    trained = Trained(order, mind.weights - start, curve[0]["mean"], curve)
    yield trained
    average = mind.weights.copy()
    pieces = games // PIECE
    for piece in range(1, pieces + 1):
        learned = mind.play(PIECE, seed + 7919 * piece, POWERS, (drift, wander))
        average += (mind.weights - average) * np.float32((LATE + 1) / (LATE + piece))
        if piece * PIECE % CHUNK and piece < pieces:
            continue
        point = {
            "games": piece * PIECE,
            "seconds": round(time.perf_counter() - began),
            "training": float(learned.fair.mean()),
            **check(mind, average),
        }
        curve.append(point)
        if point["mean"] >= trained.best:
            trained = Trained(order, average - start, point["mean"], curve)
        yield trained


def main() -> None:
    """Train on one board and write its weights."""
    arguments = _arguments()
    for trained in train(find_edition(arguments.edition), arguments.games, arguments.seed):
        print(json.dumps(trained.curve[-1]), flush=True)
        save(arguments.out, trained, arguments.curve)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", required=True, help="a name, or the path of an edition file")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the file to write; beside the package's own by default")
    arguments = parser.parse_args()
    arguments.curve = arguments.out and arguments.out.with_suffix(".json")
    if arguments.out is None:
        here, name = Path(__file__).parent, Path(arguments.edition).stem
        arguments.out, arguments.curve = here / "weights" / f"{name}.steps", here / "curves" / f"{name}.json"
    return arguments


class Pupil:
    """A mind that learns: its block in memory, and the weights in it."""

    def __init__(self, board: BoardTables) -> None:
        """Begin with the weights made by hand."""
        self.layout: Layout = layout(*board.sizes)
        block = mind_block(self.layout, board, starting_weights(self.layout, board))
        self._block = np.frombuffer(bytearray(block), np.uint8)
        self.weights: Weights = self._block[-4 * self.layout.size :].view(np.float32)

    def play(
        self,
        games: int,
        seed: int,
        powers: float,
        learning: tuple[Weights, Weights] | None = None,
        others: int = OTHERS,
    ) -> Played:
        """Play games by the value and learn from them if told how far; `others` take the luck out."""
        drift, wander = learning or (self.weights[:0], self.weights[:0])
        played = Played(np.empty(games, np.int64), np.empty(games), np.empty(PLAYED))
        random = np.array([seed], np.uint64)
        self_play(
            _at(self._block), _at(drift), _at(wander), games, _at(random), TRACE, SPEED if learning else 0.0,
            powers, others, _at(played.errors), _at(played.scores), _at(played.fair),
        )  # fmt: skip
        return played


def _at(numbers: NDArray[Any]) -> int:
    return int(numbers.ctypes.data)


def calibrate(mind: Pupil, seed: int) -> None:
    """Shift the values of each round by their mean error: a start without bias leaves learning the rest."""
    errors = mind.play(CALIBRATION_GAMES, seed, powers=0.0).errors
    powers = mind.weights[mind.layout.powers : mind.layout.doubles].reshape(PLAYED, 4)
    powers += errors[:, None].astype(np.float32)


def check(mind: Pupil, weights: Weights | None = None) -> dict[str, float]:
    """The mean final score without powers and with both, without luck; by other weights if told."""
    own = mind.weights.copy()
    mind.weights[:] = own if weights is None else weights
    plain = mind.play(CHECK_GAMES, CHECK_SEED, powers=0.0).fair
    both = mind.play(CHECK_GAMES, CHECK_SEED, powers=1.0).fair
    mind.weights[:] = own
    return {
        "plain": float(plain.mean()),
        "both": float(both.mean()),
        "mean": float(plain.mean() + both.mean()) / 2,
    }


def save(path: Path, trained: Trained, curve: Path | None = None) -> None:
    """Write the change to the starting weights in small whole numbers, its order of cities, and the curve.

    The curve lies beside the weights if nothing else is said.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    steps = np.clip(np.rint(trained.change * PER_POINT), -32768, 32767).astype(np.int16)
    path.write_bytes(packed(trained.order, PER_POINT, steps.tobytes()))
    (curve or path.with_suffix(".json")).write_text(json.dumps(trained.curve, indent=1) + "\n")


if __name__ == "__main__":
    main()
