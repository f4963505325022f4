"""Decisions per second on one core, Dice Trip beside OpenSpiel, pgx, PettingZoo and catanatron.

They play other games, so this compares orders of magnitude and no more. `--peers DIR` is a virtual
environment for the benchmark only; where there is none, it is made and the engines are put into it. Without
it only Dice Trip is measured.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.fast import bridge, kernels, random_games
from tumbletrip.dicetrip.fast.batch import BOTH_POWERS, Batch
from tumbletrip.envs.dicetrip.vector import DiceTripVectorEnv

PACKAGES = {
    "openspiel": ("open_spiel",),
    "pgx": ("pgx", "jax[cpu]"),
    "pettingzoo": ("pettingzoo[classic]",),
    "catanatron": ("catanatron",),
}
SECONDS = 2.0
ROUNDS = 13


def main() -> None:
    arguments = _arguments()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # children inherit it: one core for all
    folder = arguments.peers
    if folder and not folder.exists():
        _install(folder)
    print(f"{'random play, one core':<44}{'decisions /s':>14}")
    for what, rate in _own():
        _print(what, rate)
    if folder is None:
        print("The other engines: python bench/bench_engines.py --peers DIR")
        return
    for engine in PACKAGES:
        _measure(folder, engine)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", type=Path, metavar="DIR")
    return parser.parse_args()


def _install(folder: Path) -> None:
    """Put every engine into a fresh virtual environment; one that cannot be installed says why."""
    venv.create(folder, with_pip=True)
    for engine, packages in PACKAGES.items():
        pip = [_python(folder), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
        run = subprocess.run(pip, capture_output=True, text=True, check=False)
        if run.returncode:
            print(f"{engine} cannot be installed: {_last_line(run.stderr)}", file=sys.stderr)


def _python(folder: Path) -> str:
    return str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")


def _own() -> Iterator[tuple[str, float]]:
    """A decision of Dice Trip fills this round's cities; in Gymnasium it is one entry, masks and all."""
    edition = builtin_edition("france")
    board = bridge.board_arrays(edition)
    scores = np.empty(10_000, dtype=np.int64)

    def in_kernel() -> int:
        random_games.play_games(board, BOTH_POWERS, kernels.TENS_OFF, np.uint64(1), 0, scores)
        return ROUNDS * len(scores)

    def from_python() -> int:
        batch = Batch(edition, 1024, seed=1)
        while not batch.is_over:
            batch.step(batch.random_moves())
        return ROUNDS * len(batch)

    vector = DiceTripVectorEnv(1024)
    vector.reset(seed=1)

    def as_learners_do() -> int:
        for _ in range(ROUNDS):
            vector.step(vector.random_actions())
        return ROUNDS * vector.num_envs

    yield "Dice Trip, whole games in a kernel", _rate(in_kernel)
    yield "Dice Trip, 1,024 stepped from Python", _rate(from_python)
    yield "Dice Trip, 1,024 in Gymnasium's VectorEnv", _rate(as_learners_do)


def _rate(play: Callable[[], int]) -> float:
    play()
    decisions, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        decisions += play()
    return decisions / (time.process_time() - began)


def _measure(folder: Path, engine: str) -> None:
    command = [_python(folder), str(Path(__file__).with_name("peers.py")), engine]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    for line in run.stdout.splitlines():
        result = json.loads(line)
        _print(result["what"], result["per_second"])
    if run.returncode:
        print(f"{engine:<44}{'–':>14}  {_last_line(run.stderr)}")


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no message"])[-1]


def _print(what: str, rate: float) -> None:
    print(f"{what:<44}{rate:>14,.0f}", flush=True)


if __name__ == "__main__":
    main()
