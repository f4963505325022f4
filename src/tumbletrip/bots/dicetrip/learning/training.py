"""Training by self-play: `python -m tumbletrip.bots.dicetrip.learning.training --edition france`.

Starts from the weights made by hand, first moves each round's values to where games really end, then
learns from every game. The weights that played best in the checks are written, and the curve beside them.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from tumbletrip.bots.dicetrip.city_order import best_walk
from tumbletrip.bots.dicetrip.kernels.board_arrays import board_arrays
from tumbletrip.bots.dicetrip.kernels.training import self_play
from tumbletrip.bots.dicetrip.learning.starting_values import starting_weights
from tumbletrip.bots.dicetrip.learning.value_weights import PLAYED, Mind, Weights, layout
from tumbletrip.dicetrip.editions import find_edition

TRACE = 0.7  # lambda: how far a final score reaches back
SPEED = 0.05  # the share of an error that one game corrects, before temporal coherence slows it down
POWERS = 0.15  # of the games; the others are played without powers, four times as fast
CALIBRATION_GAMES = 1_500
CHECK_GAMES = 1_000
CHECK_SEED = 999
CHUNK = 10_000
STEP = 1 / 2048  # weights are stored as whole steps from the starting weights; int16 then reaches ±16 points


def main() -> None:
    """Train on one board and write its weights."""
    arguments = _arguments()
    edition = find_edition(arguments.edition)
    order = best_walk(edition)
    board = board_arrays(edition, order)
    mind = Mind(layout(board), board, starting_weights(layout(board), board))
    start = mind.weights.copy()
    began = time.perf_counter()
    calibrate(mind, arguments.seed)
    drift, wander = np.zeros_like(start), np.zeros_like(start)
    curve = [{"games": 0, "seconds": 0, **check(mind)}]
    best, best_mean = mind.weights.copy(), curve[0]["mean"]
    print(json.dumps(curve[0]), flush=True)
    for chunk in range(arguments.games // CHUNK):
        errors = np.zeros(PLAYED)
        scores = self_play(
            mind, drift, wander, CHUNK, arguments.seed + 7919 * (chunk + 1), TRACE, SPEED, POWERS, errors
        )
        seconds = round(time.perf_counter() - began)
        point = {
            "games": (chunk + 1) * CHUNK,
            "seconds": seconds,
            "training": float(scores.mean()),
            **check(mind),
        }
        curve.append(point)
        print(json.dumps(point), flush=True)
        if point["mean"] >= best_mean:
            best, best_mean = mind.weights.copy(), point["mean"]
            save(arguments.out, order, best - start, curve)
    save(arguments.out, order, best - start, curve)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", required=True, help="a name, or the path of an edition file")
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the .npz to write; beside the package's own by default")
    arguments = parser.parse_args()
    if arguments.out is None:
        arguments.out = Path(__file__).parent / "weights" / f"{Path(arguments.edition).stem}.npz"
    return arguments


def calibrate(mind: Mind, seed: int) -> None:
    """Shift the values of each round by their mean error: a start without bias leaves learning the rest."""
    errors, nothing = np.zeros(PLAYED), np.zeros_like(mind.weights)
    self_play(mind, nothing, nothing, CALIBRATION_GAMES, seed, TRACE, 0.0, 0.0, errors)
    powers = mind.weights[mind.layout.powers : mind.layout.doubles].reshape(PLAYED, 4)
    powers += errors[:, None].astype(np.float32)


def check(mind: Mind) -> dict[str, float]:
    """The mean final score without powers and with both, always on the same dice."""
    nothing, errors = np.zeros_like(mind.weights), np.zeros(PLAYED)
    plain = self_play(mind, nothing, nothing, CHECK_GAMES, CHECK_SEED, TRACE, 0.0, 0.0, errors)
    both = self_play(mind, nothing, nothing, CHECK_GAMES // 2, CHECK_SEED, TRACE, 0.0, 1.0, errors)
    return {
        "plain": float(plain.mean()),
        "both": float(both.mean()),
        "mean": float(plain.mean() + both.mean()) / 2,
    }


def save(path: Path, order: tuple[str, ...], change: Weights, curve: list[dict[str, float]]) -> None:
    """Write the change to the starting weights in small whole numbers, its order of cities, and the curve."""
    path.parent.mkdir(parents=True, exist_ok=True)
    steps = np.clip(np.rint(change / STEP), -32768, 32767).astype(np.int16)
    np.savez_compressed(path, steps=steps, step=np.float32(STEP), order=np.array(json.dumps(order)))
    path.with_suffix(".json").write_text(json.dumps(curve, indent=1) + "\n")


if __name__ == "__main__":
    main()
